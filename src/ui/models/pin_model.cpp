// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/pin_model.h"

#include "engine/numerics/ulp.h"
#include "ui/models/number_text.h"
#include "ui/theme/application_style.h"

#include <algorithm>
#include <set>

namespace ulpscope::ui {

namespace {

const QString kStateKey = QStringLiteral("pins");
constexpr char kLetters[] = {'m', 'l', 'S', 'P', 'O'};

float tileValue(const Pin &pin, const RowTileTrace &tile)
{
    const auto column = static_cast<size_t>(pin.column);
    switch (pin.kind) {
    case Pin::Kind::RowMax: return tile.runMax;
    case Pin::Kind::RowSum: return tile.runSum;
    case Pin::Kind::Output: return column < tile.accO.size() ? tile.accO[column] : 0;
    case Pin::Kind::Score:
    case Pin::Kind::Weight: {
        const auto index = static_cast<size_t>(pin.column - tile.keys.begin);
        const std::vector<float> &values = pin.kind == Pin::Kind::Score ? tile.scores : tile.probs;
        return index < values.size() ? values[index] : 0;
    }
    }
    return 0;
}

bool isKeyed(const Pin &pin) { return pin.kind == Pin::Kind::Score || pin.kind == Pin::Kind::Weight; }

} // namespace

QString Pin::name() const
{
    const QChar letter = QLatin1Char(kLetters[static_cast<size_t>(kind)]);
    return kind == Kind::RowMax || kind == Kind::RowSum ? QStringLiteral("%1[%2]").arg(letter).arg(row)
                                                        : QStringLiteral("%1[%2, %3]").arg(letter).arg(row).arg(column);
}

PinModel::PinModel(Session &session, QObject *parent) : QAbstractTableModel(parent), m_session(session)
{
    m_pool.setMaxThreadCount(1);
    connect(&session, &Session::viewStateChanged, this, [this](const QString &key) {
        if (key == kStateKey)
            load();
    });
    connect(&session, &Session::documentChanged, this, [this] { load(); });
    connect(&session, &Session::specChanged, this, &PinModel::trace);
    connect(&session, &Session::traceChanged, this, &PinModel::refreshAll);
    connect(&session, &Session::referenceChanged, this, &PinModel::refreshAll);
    connect(&session, &Session::stepChanged, this, &PinModel::refreshAll);
}

void PinModel::load()
{
    std::vector<Pin> pins;
    for (const QString &text : m_session.viewState(kStateKey).split(QLatin1Char(';'), Qt::SkipEmptyParts)) {
        const QStringList parts = text.split(QLatin1Char(':'));
        const auto *letter = parts.value(0).size() == 1
                                 ? std::find(std::begin(kLetters), std::end(kLetters), parts[0][0].toLatin1())
                                 : std::end(kLetters);
        const auto inputs = m_session.inputs();
        if (letter == std::end(kLetters) || !inputs)
            continue; // a session file may hold anything here
        const Pin pin{static_cast<Pin::Kind>(letter - std::begin(kLetters)), parts.value(1).toInt(),
                      parts.value(2).toInt()};
        const int columns = pin.kind == Pin::Kind::Output ? inputs->problem.headDimV : inputs->problem.seqlenK;
        if (pin.row >= 0 && pin.row < inputs->problem.seqlenQ && pin.column >= 0 && pin.column < columns)
            pins.push_back(pin);
    }
    if (pins == m_pins) {
        refreshAll();
        return;
    }
    beginResetModel();
    m_pins = std::move(pins);
    endResetModel();
    trace();
}

void PinModel::store()
{
    QStringList texts;
    for (const Pin &pin : m_pins)
        texts << QStringLiteral("%1:%2:%3")
                     .arg(QLatin1Char(kLetters[static_cast<size_t>(pin.kind)]))
                     .arg(pin.row)
                     .arg(pin.column);
    m_session.setViewState(kStateKey, texts.join(QLatin1Char(';')));
}

bool PinModel::pinSelection()
{
    const Selection &selection = m_session.selection();
    if (selection.row < 0)
        return false;
    std::vector<Pin> wanted;
    if (selection.column >= 0)
        wanted.push_back({Pin::Kind::Output, selection.row, selection.column});
    if (selection.key >= 0)
        wanted.push_back({Pin::Kind::Score, selection.row, selection.key});
    if (wanted.empty())
        wanted = {{Pin::Kind::RowMax, selection.row, 0}, {Pin::Kind::RowSum, selection.row, 0}};
    beginResetModel();
    for (const Pin &pin : wanted) {
        if (std::find(m_pins.begin(), m_pins.end(), pin) == m_pins.end())
            m_pins.push_back(pin);
    }
    endResetModel();
    store();
    trace();
    return true;
}

void PinModel::remove(int row)
{
    beginRemoveRows({}, row, row);
    m_pins.erase(m_pins.begin() + row);
    endRemoveRows();
    store();
}

/// The way of every pinned row through both runs.
void PinModel::trace()
{
    m_traces = {};
    m_job.cancel();
    if (m_pins.empty() || !m_session.inputs())
        return;
    std::set<int> rows;
    for (const Pin &pin : m_pins)
        rows.insert(pin.row);
    struct Run {
        std::shared_ptr<const RunSpec> spec;
        std::shared_ptr<const Schedule> schedule;
    };
    const std::array runs{Run{m_session.spec(Side::A), m_session.schedule(Side::A)},
                          Run{m_session.spec(Side::B), m_session.schedule(Side::B)}};
    m_job.start(
        [rows, runs, inputs = m_session.inputs()->inputs,
         selection = m_session.selection()](const std::stop_token &stop) {
            std::array<RowTraces, 2> traces;
            for (size_t side = 0; side < 2; ++side) {
                for (const int row : rows) {
                    if (!runs[side].spec || !runs[side].schedule || stop.stop_requested())
                        break;
                    auto result =
                        traceRow(*runs[side].spec, inputs, runs[side].schedule, selection.batch, selection.head, row);
                    if (result.ok())
                        traces[side][row] = std::make_shared<const RowTrace>(std::move(result).value());
                }
            }
            return traces;
        },
        [this](std::array<RowTraces, 2> traces) {
            m_traces = std::move(traces);
            refreshAll();
        });
}

void PinModel::refreshAll()
{
    if (!m_pins.empty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

int PinModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_pins.size());
}

int PinModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : ColumnCount; }

std::shared_ptr<const RowTrace> PinModel::rowTrace(Side side, int row) const
{
    const RowTraces &traces = m_traces[static_cast<size_t>(side)];
    const auto found = traces.find(row);
    return found == traces.end() ? nullptr : found->second;
}

std::optional<float> PinModel::finalValue(Side side, const Pin &pin) const
{
    if (pin.kind == Pin::Kind::Output) {
        const auto output = m_session.output(side);
        return output && pin.row < output->rows && pin.column < output->cols
                   ? std::optional(output->at(pin.row, pin.column))
                   : std::nullopt;
    }
    const auto trace = rowTrace(side, pin.row);
    if (!trace)
        return std::nullopt;
    std::optional<float> value;
    for (const RowSplitTrace &split : trace->splits) {
        for (const RowTileTrace &tile : split.tiles) {
            if (!isKeyed(pin) || (tile.keys.begin <= pin.column && pin.column < tile.keys.end))
                value = tileValue(pin, tile);
        }
    }
    return value;
}

/// The value after the last key tile that is done.
std::optional<float> PinModel::valueNow(const Pin &pin) const
{
    const auto trace = rowTrace(Side::A, pin.row);
    if (!trace)
        return std::nullopt;
    std::optional<float> value;
    for (const RowSplitTrace &split : trace->splits) {
        for (const RowTileTrace &tile : split.tiles) {
            // The tile is done once a later one, or the end, is reached; within it the step's own state is in the
            // inspector.
            if (tile.firstStep + 1 < m_session.step() &&
                (!isKeyed(pin) || (tile.keys.begin <= pin.column && pin.column < tile.keys.end)))
                value = tileValue(pin, tile);
        }
    }
    return value;
}

std::vector<float> PinModel::course(const Pin &pin) const
{
    std::vector<float> values;
    const auto trace = rowTrace(Side::A, pin.row);
    if (!trace || isKeyed(pin))
        return values;
    for (const RowSplitTrace &split : trace->splits) {
        for (const RowTileTrace &tile : split.tiles)
            values.push_back(tileValue(pin, tile));
    }
    return values;
}

QVariant PinModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const Pin &pin = m_pins[static_cast<size_t>(index.row())];
    if (role == Qt::TextAlignmentRole && index.column() != Name)
        return int(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::FontRole)
        return currentTheme().font(TextRole::MonoSmall);
    if (role == kCourseRole && index.column() == Course) {
        QVariantList list;
        for (const float value : course(pin))
            list << value;
        return list;
    }
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    const auto inputs = m_session.inputs();
    const DType type = pin.kind == Pin::Kind::Output && inputs ? inputs->problem.dtype : DType::F32;
    const auto text = [](DType t, std::optional<float> value) {
        return value ? shortestDecimal(t, *value) : QStringLiteral("–");
    };
    switch (index.column()) {
    case Name: return pin.name();
    case Now: return text(DType::F32, valueNow(pin));
    case InA: return text(type, finalValue(Side::A, pin));
    case InB: return m_session.hasB() ? text(type, finalValue(Side::B, pin)) : QString();
    case Distance: {
        const auto a = finalValue(Side::A, pin), b = finalValue(Side::B, pin);
        if (!a || !b || !m_session.hasB())
            return QString();
        const std::int64_t distance = ulpDistance(type, *a, *b);
        return distance == kInfiniteUlpDistance ? QStringLiteral("∞") : grouped(distance);
    }
    case Reference:
        if (const auto reference = m_session.reference(); reference && pin.kind == Pin::Kind::Output)
            return decimal(reference->output[static_cast<size_t>(pin.row) * reference->cols + pin.column], 8);
        return QString();
    default: return {};
    }
}

QVariant PinModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::ToolTipRole && section == Now)
        return tr("After the last key tile that is done: the accumulator, not yet divided");
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name: return tr("value");
    case Now: return tr("now");
    case InA: return QStringLiteral("A");
    case InB: return QStringLiteral("B");
    case Distance: return tr("Δ ulp");
    case Reference: return QStringLiteral("float64");
    case Course: return tr("course");
    default: return {};
    }
}

} // namespace ulpscope::ui
