// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session.h"

#include "engine/schedule/resolve.h"
#include "ui/document_command.h"
#include "ui/models/engine_text.h"
#include "ui/session_private.h"

#include <QFileInfo>

#include <algorithm>

namespace ulpscope::ui {

namespace {

/// Inputs up to this size are kept so that opening another file can be undone.
constexpr std::size_t kUndoableBytes = 256u << 20;

/// Names inputs that were changed by hand: the title of what they were before no longer fits.
std::string titleOfInputs(const InputSource &input)
{
    if (input.kind == InputSource::Kind::File)
        return QStringLiteral("%1: %2, %3, %4")
            .arg(QFileInfo(QString::fromStdString(input.path)).fileName(), QString::fromStdString(input.q),
                 QString::fromStdString(input.k), QString::fromStdString(input.v))
            .toStdString();
    const Problem &p = input.generatorProblem;
    return QStringLiteral("%1 %2: %3 × %4, d %5")
        .arg(QString::fromStdString(input.generator.kind))
        .arg(input.generator.seed)
        .arg(p.seqlenQ)
        .arg(p.seqlenK)
        .arg(p.headDim)
        .toStdString();
}

std::size_t bytesOf(const LoadedInputs &inputs)
{
    std::size_t bytes = 4 * (inputs.inputs->q.size() + inputs.inputs->k.size() + inputs.inputs->v.size());
    for (const Tensor &tensor : inputs.file.tensors)
        bytes += tensor.data.size();
    return bytes;
}

} // namespace

Session::Private::Private(Session &session, std::shared_ptr<const Catalog> theCatalog)
    : q(session), catalog(std::move(theCatalog))
{
    // One thread less than there are processors keeps the window fluent; two at least, so that a long comparison does
    // not hold up a row that was just clicked.
    pool.setMaxThreadCount(std::max(2, QThread::idealThreadCount() - 1));
    for (auto &jobsOfSide : sideJobs)
        jobsOfSide = std::make_unique<SideJobs>(pool);
    undo.setUndoLimit(100);
}

Session::Private::~Private() { stopAll(); }

Status Session::Private::complete(DocumentState &state) const
{
    for (const Side s : {Side::A, Side::B}) {
        auto &target = state.specs[static_cast<size_t>(s)];
        target.reset();
        if (s == Side::B && !state.document.b)
            continue;
        auto spec = resolveRun(*catalog, state.inputs->problem, s == Side::A ? state.document.a : *state.document.b);
        if (!spec.ok())
            return spec.status();
        target = std::make_shared<const RunSpec>(std::move(spec).value());
    }
    state.observed.reset();
    if (!state.document.observedTensor.empty()) {
        auto values = observedOutput(*state.inputs, state.document, state.document.observedTensor);
        if (!values.ok())
            return values.status();
        state.observed = std::make_shared<const std::vector<float>>(std::move(values).value());
    }
    return {};
}

void Session::Private::report(const Status &status)
{
    if (status.code() != StatusCode::Cancelled)
        emit q.message(engineText(status.phrase()), true);
}

void Session::Private::change(DocumentState state, const QString &text, const QString &mergeKey)
{
    if (const Status status = complete(state); !status.ok()) {
        report(status);
        emit q.documentChanged();
        return;
    }
    if (!current.inputs || (state.isNewDocument && bytesOf(*current.inputs) > kUndoableBytes)) {
        // There is nothing to go back to, or keeping it for that would cost too much memory.
        undo.clear();
        install(state);
        return;
    }
    DocumentState before = current;
    const bool isNewDocument = before.isNewDocument = state.isNewDocument;
    undo.push(new DocumentCommand([this](const DocumentState &s) { install(s); }, std::move(before), std::move(state),
                                  text, mergeKey));
    if (isNewDocument)
        undo.setClean(); // as it lies in its file
}

void Session::Private::install(const DocumentState &state)
{
    const DocumentState before = current;
    const auto oldSchedule = side(Side::A).schedule;
    current = state;
    current.isNewDocument = false;
    SessionDocument &document = current.document;
    if (!state.isNewDocument) { // step and selection are not part of an edit: they stay where they are
        document.step = before.document.step;
        document.selection = before.document.selection;
        document.views = before.document.views;
        current.path = before.path; // so is the file: undo does not unsave
        if (before.inputs && document.input.kind == InputSource::Kind::File)
            document.input.path = before.document.input.path;
    }

    const bool inputsChanged = before.inputs != current.inputs;
    std::array<bool, 2> specChanged{};
    for (const Side s : {Side::A, Side::B}) {
        const auto index = static_cast<size_t>(s);
        specChanged[index] = inputsChanged || (before.specs[index] != current.specs[index] &&
                                               (!before.specs[index] || !current.specs[index] ||
                                                before.specs[index]->request != current.specs[index]->request));
        if (!specChanged[index]) {
            current.specs[index] = before.specs[index];
            continue;
        }
        side(s) = {};
        if (current.specs[index]) {
            auto schedule = Schedule::build(*current.specs[index]);
            if (schedule.ok())
                side(s).schedule = std::make_shared<const Schedule>(std::move(schedule).value());
            else
                report(schedule.status());
        }
    }

    const Problem &p = current.inputs->problem;
    Selection &selection = document.selection;
    selection.batch = std::clamp(selection.batch, 0, p.batch - 1);
    selection.head = std::clamp(selection.head, 0, p.heads - 1);
    if (selection.row >= p.seqlenQ)
        selection.row = -1;
    if (selection.key >= p.seqlenK)
        selection.key = -1;
    if (selection.column >= p.headDimV)
        selection.column = -1;
    if (state.isNewDocument && selection.row < 0 && state.isBareTensorFile()) {
        // A file that nobody has looked at yet begins with the row that sees the most keys, so that no view is empty.
        selection.row = p.seqlenQ - 1;
        selection.column = 0;
    }
    const auto &schedule = side(Side::A).schedule;
    if (schedule && oldSchedule && oldSchedule != schedule && !state.isNewDocument)
        document.step = correspondingPosition(*oldSchedule, document.step, *schedule);
    document.step = std::min<quint64>(document.step, schedule ? schedule->stepCount() : 0);
    followHeadOfStep();
    if (!current.specs[1] && !current.observed)
        shown = Shown::A;

    if (inputsChanged || before.observed != current.observed) {
        observedMatch.reset();
        sliceObserved();
    }
    if (inputsChanged)
        reference.reset();
    comparison.reset();
    walk.reset();

    emit q.documentChanged();
    if (before.path != current.path)
        emit q.documentPathChanged();
    for (const Side s : {Side::A, Side::B}) {
        if (specChanged[static_cast<size_t>(s)]) {
            emit q.specChanged(s);
            startSide(s);
        }
    }
    if (inputsChanged)
        startReference();
    startComparison();
    emit q.stepChanged();
    emit q.selectionChanged();
    emit q.shownChanged();
    for (const auto &[key, value] : document.views) {
        if (state.isNewDocument)
            emit q.viewStateChanged(QString::fromStdString(key));
    }
    goToStep();
    updateBusy();
}

/// The step's head is the selected head: the other views show only that one.
void Session::Private::followHeadOfStep()
{
    const auto &schedule = side(Side::A).schedule;
    SessionDocument &document = current.document;
    if (!schedule || document.step == 0)
        return;
    const WorkTile tile = schedule->workTile(schedule->step(document.step - 1).workTile);
    document.selection.batch = tile.batch;
    document.selection.head = tile.head;
}

// ---------------------------------------------------------------------------------------------------- reading

Session::Session(std::shared_ptr<const Catalog> catalog, QObject *parent)
    : QObject(parent), d(std::make_unique<Private>(*this, std::move(catalog)))
{
    connect(&d->controller, &RunController::stateReady, this,
            [this](Side side, std::shared_ptr<const StepState> state) {
                d->side(side).step = std::move(state);
                emit stepStateChanged(side);
                d->updateBusy();
            });
    connect(&d->controller, &RunController::failed, this, [this](Side, const QString &text) {
        emit message(text, true);
        d->updateBusy();
    });
}
Session::~Session() = default;

const Catalog &Session::catalog() const { return *d->catalog; }
const SessionDocument &Session::document() const { return d->current.document; }
std::shared_ptr<const LoadedInputs> Session::inputs() const { return d->current.inputs; }
std::shared_ptr<const RunSpec> Session::spec(Side side) const { return d->spec(side); }
std::shared_ptr<const Schedule> Session::schedule(Side side) const { return d->side(side).schedule; }
std::shared_ptr<const LaunchModel> Session::launch(Side side) const { return d->side(side).launch; }
const Phrase &Session::launchAbsent(Side side) const { return d->side(side).launchAbsent; }
std::shared_ptr<const std::vector<SweepLine>> Session::sweep() const { return d->sweep; }
const Phrase &Session::sweepAbsent() const { return d->sweepAbsent; }
void Session::askForSweep() { d->startSweep(); }
std::shared_ptr<const DeviceStudy> Session::study() const { return d->study; }
const Phrase &Session::studyAbsent() const { return d->studyAbsent; }
void Session::askForStudy(const std::vector<std::string> &devices) { d->startStudy(devices); }
std::shared_ptr<const HeadTrace> Session::trace(Side side) const { return d->side(side).trace; }
std::shared_ptr<const RowTrace> Session::rowTrace(Side side) const { return d->side(side).rowTrace; }
std::shared_ptr<const Reference> Session::reference() const { return d->reference; }
std::shared_ptr<const ulpscope::Matrix> Session::observed() const { return d->observedHead; }
std::shared_ptr<const Comparison> Session::comparison() const { return d->comparison; }
std::shared_ptr<const ValueWalk> Session::walk() const { return d->walk; }
std::shared_ptr<const BudgetSummary> Session::budget(Side side) const { return d->side(side).budget; }
std::shared_ptr<const RowBudget> Session::rowBudget(Side side) const { return d->side(side).rowBudget; }
std::shared_ptr<const StepState> Session::stepState(Side side) const { return d->side(side).step; }
std::shared_ptr<const HeadEvents> Session::events(Side side) const { return d->side(side).events; }
std::shared_ptr<const RunningError> Session::runningError() const { return d->runningError; }
std::shared_ptr<const ObservedMatch> Session::observedMatch() const { return d->observedMatch; }
bool Session::hasB() const { return d->current.specs[1] || d->current.observed; }
quint64 Session::step() const { return d->current.document.step; }
const Selection &Session::selection() const { return d->current.document.selection; }
const Hover &Session::hover() const { return d->hover; }
Shown Session::shown() const { return d->shown; }
bool Session::busy() const { return d->anyRunning(); }
BackendKind Session::backend() const { return d->backendKind; }
QString Session::documentPath() const { return d->current.path; }
bool Session::isModified() const { return !d->undo.isClean(); }
QUndoStack &Session::undoStack() { return d->undo; }

std::shared_ptr<const ulpscope::Matrix> Session::output(Side side) const
{
    if (const auto &trace = d->side(side).trace)
        return {trace, &trace->output};
    return side == Side::B && !d->current.specs[1] ? d->observedHead : nullptr;
}

quint64 Session::stepCount() const
{
    const auto &schedule = d->side(Side::A).schedule;
    return schedule ? schedule->stepCount() : 0;
}

StepRange Session::headSteps() const
{
    const auto &schedule = d->side(Side::A).schedule;
    return schedule ? stepsOfHead(*schedule, selection().batch, selection().head) : StepRange{};
}

QString Session::viewState(const QString &key, const QString &fallback) const
{
    const auto &views = d->current.document.views;
    const auto found = views.find(key.toStdString());
    return found == views.end() ? fallback : QString::fromStdString(found->second);
}

// --------------------------------------------------------------------------------------------------- changing

void Session::setRequest(Side side, const std::optional<RunRequest> &request)
{
    DocumentState state = d->current;
    const auto old = side == Side::A ? std::optional(state.document.a) : state.document.b;
    if (!state.inputs || old == request || (side == Side::A && !request))
        return;
    if (side == Side::A)
        state.document.a = *request;
    else
        state.document.b = request;
    const QString name = side == Side::A ? QStringLiteral("A") : QStringLiteral("B");
    QString text = tr("change of run %1").arg(name);
    QString mergeKey;
    if (!request)
        text = tr("removal of run %1").arg(name);
    else if (!old)
        text = tr("addition of run %1").arg(name);
    else if (old->kernel != request->kernel)
        text = tr("kernel of %1: %2").arg(name, QString::fromStdString(request->kernel));
    else if (old->device != request->device)
        text = tr("device of %1: %2").arg(name, QString::fromStdString(request->device));
    else if (old->batch != request->batch) {
        text = tr("batch of %1: %2").arg(name).arg(request->batch);
        mergeKey = QStringLiteral("batch") + name;
    } else if (old->numSplits != request->numSplits) {
        text = tr("splits of %1: %2").arg(name).arg(request->numSplits);
        mergeKey = QStringLiteral("splits") + name;
    } else {
        text = tr("recipe of %1").arg(name);
    }
    d->change(std::move(state), text, mergeKey);
}

void Session::setBackend(BackendKind kind)
{
    if (kind != BackendKind::Cuda) {
        d->backendJob.cancel();
        d->useBackend(kind);
        return;
    }
    // Asked for in the background: a GPU takes a moment to answer.
    d->backendJob.start(
        [specs = d->current.specs](const std::stop_token &) {
            std::vector<const RunSpec *> runs;
            for (const auto &spec : specs) {
                if (spec)
                    runs.push_back(spec.get());
            }
            return chooseBackend(BackendKind::Cuda, runs).status();
        },
        [this](const Status &status) {
            if (!status.ok())
                d->report(status);
            d->useBackend(status.ok() ? BackendKind::Cuda : d->backendKind);
            d->updateBusy();
        });
    d->updateBusy();
}

void Session::setObservedTensor(const QString &name)
{
    DocumentState state = d->current;
    if (!state.inputs || state.document.observedTensor == name.toStdString())
        return;
    state.document.observedTensor = name.toStdString();
    d->change(std::move(state), name.isEmpty() ? tr("no recorded output") : tr("recorded output: %1").arg(name), {});
}

void Session::setProblemOptions(const std::optional<Mask> &mask, std::optional<double> scale,
                                std::optional<double> softcap)
{
    DocumentState state = d->current;
    SessionDocument &document = state.document;
    if (!state.inputs || (document.mask == mask && document.scale == scale && document.softcap == softcap))
        return;
    document.mask = mask;
    document.scale = scale;
    document.softcap = softcap;
    d->loadAndChange(std::move(state), tr("change of the problem"));
}

void Session::setInput(const InputSource &input)
{
    DocumentState state = d->current;
    if (!state.inputs || state.document.input == input)
        return;
    state.document.input = input;
    if (!state.document.title.empty())
        state.document.title = titleOfInputs(input);
    d->loadAndChange(std::move(state), tr("change of the inputs"));
}

void Session::setStep(quint64 step)
{
    step = std::min(step, stepCount());
    SessionDocument &document = d->current.document;
    if (step == document.step)
        return;
    const Selection before = document.selection;
    document.step = step;
    d->followHeadOfStep();
    for (auto &results : d->results)
        results.step.reset();
    d->goToStep();
    emit stepChanged();
    if (document.selection != before) {
        emit selectionChanged();
        d->startHead();
    }
    d->updateBusy();
}

void Session::select(const Selection &selection)
{
    SessionDocument &document = d->current.document;
    if (!d->current.inputs || selection == document.selection)
        return;
    const Problem &p = d->current.inputs->problem;
    const Selection before = document.selection;
    Selection &now = document.selection;
    now = selection;
    now.batch = std::clamp(now.batch, 0, p.batch - 1);
    now.head = std::clamp(now.head, 0, p.heads - 1);
    now.row = std::clamp(now.row, -1, p.seqlenQ - 1);
    now.key = std::clamp(now.key, -1, p.seqlenK - 1);
    now.column = std::clamp(now.column, -1, p.headDimV - 1);
    if (now.batch != before.batch || now.head != before.head) {
        // The same place of the plan in the other head.
        if (d->side(Side::A).schedule && document.step > 0) {
            const auto &schedule = *d->side(Side::A).schedule;
            const quint64 offset = document.step - stepsOfHead(schedule, before.batch, before.head).begin;
            const StepRange range = stepsOfHead(schedule, now.batch, now.head);
            document.step = std::clamp(range.begin + offset, range.begin + 1, range.end);
            emit stepChanged();
            d->goToStep();
        }
        emit selectionChanged();
        d->startHead();
    } else {
        emit selectionChanged();
        if (now.row != before.row) {
            d->startRow(Side::A);
            d->startRow(Side::B);
        }
    }
    d->updateBusy();
}

void Session::setHover(const Hover &hover)
{
    if (hover == d->hover)
        return;
    d->hover = hover;
    emit hoverChanged();
}

void Session::setShown(Shown shown)
{
    if (shown == d->shown || (shown != Shown::A && !hasB()))
        return;
    d->shown = shown;
    emit shownChanged();
}

void Session::setViewState(const QString &key, const QString &value)
{
    auto &stored = d->current.document.views[key.toStdString()];
    if (stored == value.toStdString())
        return;
    stored = value.toStdString();
    emit viewStateChanged(key);
}

void Session::setSaved(const QString &path, const SessionDocument &saved)
{
    d->undo.setClean();
    d->current.document.input.path = saved.input.path;
    d->current.document.views = saved.views;
    if (path == d->current.path)
        return;
    d->current.path = path;
    emit documentPathChanged();
}

void Session::refresh()
{
    if (!d->current.inputs)
        return;
    DocumentState state = d->current;
    d->loadAndChange(std::move(state), tr("reload"));
}

void Session::cancel()
{
    d->stopAll();
    emit progress({}, 1.0);
    emit message(tr("Stopped. What was not finished is missing; F5 runs everything again."), false);
    d->updateBusy();
}

} // namespace ulpscope::ui
