// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/devices_view.h"

#include "ui/models/engine_text.h"
#include "ui/theme/application_style.h"
#include "ui/views/divergence_text.h"

#include <QComboBox>
#include <QSignalBlocker>

#include <algorithm>

namespace ulpscope::ui {
namespace {

/// The devices of the article that the program grew from: other tensor cores, and other numbers of SMs.
constexpr std::array kDefaults = {"a100", "h200", "b200"};
constexpr char kNoDevice[] = "none";

} // namespace

DevicesCanvas::DevicesCanvas(QWidget *parent) : PaintedCanvas(parent) { setAccessibleName(spokenName()); }

void DevicesCanvas::setState(DevicesState state)
{
    m_state = std::move(state);
    pictureChanged();
}

QString DevicesCanvas::readout() const
{
    if (m_state.pair >= 0)
        return m_state.describe(m_state.pair);
    return m_state.study ? DevicesFigure(m_state).figureDescription() : QString();
}

QSize DevicesCanvas::minimumSizeHint() const { return {currentTheme().space(60), currentTheme().space(36)}; }

void DevicesCanvas::paintPicture(QPainter &painter) { paintDevices(painter, rect(), m_state, currentTheme()); }

int DevicesCanvas::pairAt(const QPointF &at) const { return DevicesLayout(m_state, rect(), currentTheme()).pairAt(at); }

void DevicesCanvas::moveTo(int pair)
{
    if (pair == m_state.pair)
        return;
    m_state.pair = pair;
    pictureChanged();
}

void DevicesCanvas::clickOn(const QPointF &at)
{
    if (const int pair = pairAt(at); pair >= 0)
        emit chosen(pair);
}

bool DevicesCanvas::keyPressed(int key)
{
    if (m_state.pairs() == 0)
        return false;
    switch (key) {
    case Qt::Key_Up: moveTo(std::max(0, m_state.pair - 1)); return true;
    case Qt::Key_Down: moveTo(std::min(m_state.pairs() - 1, m_state.pair + 1)); return true;
    case Qt::Key_Return:
    case Qt::Key_Enter: emit chosen(std::max(0, m_state.pair)); return true;
    default: return false;
    }
}

QString DevicesCanvas::tipAt(const QPointF &at) const
{
    return pairAt(at) >= 0 ? tr("Click: make them runs A and B") : QString();
}

DevicesView::DevicesView(Session &session, QWidget *parent, const QString &id)
    : View(session, id, parent), m_canvas(new DevicesCanvas), m_choices{new QComboBox, new QComboBox, new QComboBox}
{
    setBody(m_canvas);
    fillChoices();
    for (std::size_t i = 0; i < kMost; ++i)
        addChoice(m_choices[i], QStringLiteral("device%1").arg(i + 1));
    connect(&session, &Session::studyChanged, this, &DevicesView::scheduleRebuild);
    connect(m_canvas, &DevicesCanvas::chosen, this, &DevicesView::choose);
    rebuild();
}

void DevicesView::fillChoices()
{
    for (std::size_t i = 0; i < kMost; ++i) {
        const QSignalBlocker block(m_choices[i]);
        m_choices[i]->clear();
        if (i == kMost - 1)
            m_choices[i]->addItem(tr("no third device"), QLatin1String(kNoDevice));
        for (const DeviceProfile &device : session().catalog().devices)
            m_choices[i]->addItem(QString::fromStdString(device.title), QString::fromStdString(device.id));
        m_choices[i]->setAccessibleName(tr("Device %1").arg(i + 1));
        m_choices[i]->setToolTip(tr("A device to compare A's problem on"));
    }
}

void DevicesView::retranslate()
{
    fillChoices();
    scheduleRebuild();
}

std::vector<std::string> DevicesView::wanted() const
{
    std::vector<std::string> ids;
    for (std::size_t i = 0; i < kMost; ++i) {
        const QString id = state(QStringLiteral("device%1").arg(i + 1), QLatin1String(kDefaults[i]));
        if (id != QLatin1String(kNoDevice))
            ids.push_back(id.toStdString());
    }
    return ids;
}

void DevicesView::showEvent(QShowEvent *event)
{
    View::showEvent(event);
    session().askForStudy(wanted());
}

bool DevicesView::isReady() const
{
    return View::isReady() && (session().study() || !session().studyAbsent().empty() || !session().spec(Side::A));
}

void DevicesView::rebuild()
{
    const bool had = hasFigure();
    for (std::size_t i = 0; i < kMost; ++i) {
        const QSignalBlocker block(m_choices[i]);
        const QString id = state(QStringLiteral("device%1").arg(i + 1), QLatin1String(kDefaults[i]));
        m_choices[i]->setCurrentIndex(m_choices[i]->findData(id));
    }
    if (isWanted())
        session().askForStudy(wanted());
    DevicesState state;
    state.study = session().study();
    if (state.study) {
        for (const StudiedDevice &device : state.study->devices) {
            const auto profile = session().catalog().device(device.spec.request.device);
            state.titles.push_back(
                QString::fromStdString(profile.ok() ? profile.value()->title : device.spec.request.device));
        }
    }
    setAbsent(state.study                        ? QString()
              : !session().inputs()              ? tr("Open a file or a sample")
              : !session().studyAbsent().empty() ? engineText(session().studyAbsent())
                                                 : tr("The problem is being run on each of the devices …"));
    setSubtitle(
        state.study
            ? tr("%1, same q, k and v").arg(QString::fromStdString(state.study->devices.front().spec.request.kernel))
            : QString());
    m_table.clear();
    m_table.setHorizontalHeaderLabels(
        {tr("A"), tr("B"), tr("differing values"), tr("values"), tr("first step"), tr("why")});
    for (int i = 0; i < state.pairs(); ++i) {
        const DevicePair &pair = state.study->pairs[static_cast<std::size_t>(i)];
        const auto number = [](qint64 n) {
            auto *item = new QStandardItem(QString::number(n));
            item->setData(n, Qt::UserRole);
            return item;
        };
        const std::optional<Divergence> &first = pair.comparison.first;
        m_table.appendRow({new QStandardItem(state.titles[static_cast<std::size_t>(pair.a)]),
                           new QStandardItem(state.titles[static_cast<std::size_t>(pair.b)]),
                           number(pair.comparison.mismatches), number(pair.comparison.elements),
                           new QStandardItem(first ? divergencePlace(*first) : QString()),
                           new QStandardItem(first ? divergenceReasons(*first).join(QLatin1Char(' ')) : QString())});
    }
    m_canvas->setState(std::move(state));
    if (had != hasFigure())
        emit figureChanged();
}

void DevicesView::choose(int pair)
{
    const DevicesState &state = m_canvas->state();
    const DevicePair &chosen = state.study->pairs[static_cast<std::size_t>(pair)];
    session().setRequest(Side::A, state.study->devices[static_cast<std::size_t>(chosen.a)].spec.request);
    session().setRequest(Side::B, state.study->devices[static_cast<std::size_t>(chosen.b)].spec.request);
}

std::unique_ptr<FigureSource> DevicesView::figure() const
{
    if (!hasFigure())
        return nullptr;
    DevicesState state = m_canvas->state();
    state.pair = -1;
    return std::make_unique<DevicesFigure>(std::move(state));
}

} // namespace ulpscope::ui
