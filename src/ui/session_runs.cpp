// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The part of Session that keeps results in step with the document and the selection.
#include "ui/session_private.h"

#include <QElapsedTimer>

#include <algorithm>

namespace ulpscope::ui {

namespace {

/// Rows of a head that go into the error budget; a summary of more rows looks the same and takes longer.
constexpr int kBudgetRows = 32;

/// Keys from which the float64 reference is the chosen backend's: a processor takes long there. Shorter ones are always
/// the processor's, so that a figure of them is the same to the byte wherever it is made.
constexpr int kLongSequence = 16384;

template <typename T>
std::pair<std::shared_ptr<const T>, Status> shared(Result<T> result)
{
    if (!result.ok())
        return {nullptr, result.status()};
    return {std::make_shared<const T>(std::move(result).value()), {}};
}

} // namespace

/// Progress arrives on engine threads; what leaves for the window is at most one message in 50 ms.
std::function<void(std::uint64_t, std::uint64_t)> Session::Private::progressReporter(const QString &what)
{
    return
        [session = &q, what, last = std::make_shared<std::atomic<qint64>>(0)](std::uint64_t done, std::uint64_t total) {
            QElapsedTimer now;
            now.start();
            const qint64 ms = now.msecsSinceReference();
            if (done < total && ms - last->load() < 50)
                return;
            last->store(ms);
            const double fraction = total > 0 ? static_cast<double>(done) / static_cast<double>(total) : 1.0;
            QMetaObject::invokeMethod(session, [session, what, fraction] { emit session->progress(what, fraction); });
        };
}

void Session::Private::startSide(Side s)
{
    side(s).trace.reset();
    side(s).events.reset();
    side(s).step.reset();
    if (spec(s))
        controller.open(s, *spec(s), data(), backendKind);
    else
        controller.close(s);
    startTrace(s);
    startRow(s);
    startLaunch(s);
    startBudget(s);
    if (s == Side::A)
        dropStudies();
    // Measured anew where the run is another one, or executed by somebody else.
    if (probed.spec == spec(s) || (probed.spec != spec(Side::A) && probed.spec != spec(Side::B)))
        dropProbe({});
    if (arrivalStatus.code() == StatusCode::Cancelled) { // what was stopped begins anew
        asked = {};
        arrivalStatus = {};
        emit q.arrivalsChanged();
    }
}

/// That a launch is not known is no failure of the run: the view that would show it says so.
void Session::Private::startLaunch(Side s)
{
    side(s).launch.reset();
    side(s).launchAbsent = {};
    jobs(s).launch.cancel();
    dropMeasured(s, {}); // it lies beside the model
    emit q.launchChanged(s);
    const auto schedule = side(s).schedule;
    if (!spec(s) || !schedule)
        return;
    jobs(s).launch.start([catalog = catalog, spec = spec(s), schedule](
                             const std::stop_token &) { return shared(modelLaunch(*catalog, *spec, *schedule)); },
                         [this, s](std::pair<std::shared_ptr<const LaunchModel>, Status> result) {
                             side(s).launch = std::move(result.first);
                             side(s).launchAbsent = result.second.phrase();
                             emit q.launchChanged(s);
                             updateBusy();
                         });
}

void Session::Private::useBackend(BackendKind kind)
{
    const bool isOther = backendKind != kind;
    backendKind = kind;
    emit q.backendChanged();
    if (!isOther || !current.inputs)
        return;
    for (const Side s : {Side::A, Side::B})
        startSide(s);
    if (hasLongSequence())
        startReference();
    startComparison();
    goToStep();
    updateBusy();
}

bool Session::Private::hasLongSequence() const
{
    return current.inputs && current.inputs->problem.seqlenK >= kLongSequence;
}

void Session::Private::startHead()
{
    sliceObserved();
    startTrace(Side::A);
    startTrace(Side::B);
    startReference();
    startRow(Side::A);
    startRow(Side::B);
    startBudget(Side::A);
    startBudget(Side::B);
}

void Session::Private::startTrace(Side s)
{
    const bool had = side(s).trace != nullptr;
    side(s).trace.reset();
    side(s).events.reset();
    auto &job = jobs(s).trace;
    job.cancel();
    if (had || !spec(s))
        emit q.traceChanged(s);
    if (!spec(s))
        return;
    HeadTraceOptions options;
    options.progress = progressReporter(s == Side::A ? Session::tr("run A") : Session::tr("run B"));
    job.start(
        [spec = spec(s), inputs = data(), selection = current.document.selection, kind = backendKind,
         options](const std::stop_token &stop) mutable {
            options.stop = stop;
            const auto by = chooseBackend(kind, {spec.get()});
            if (!by.ok())
                return TraceResult{nullptr, nullptr, by.status()};
            auto trace = traceHead(*by->backend, *spec, inputs, selection.batch, selection.head, options);
            if (!trace.ok())
                return TraceResult{nullptr, nullptr, trace.status()};
            return TraceResult{trace.value(), headEvents(*trace.value()), {}};
        },
        [this, s](TraceResult result) {
            if (!result.trace)
                report(result.status);
            side(s).trace = std::move(result.trace);
            side(s).events = std::move(result.events);
            emit q.traceChanged(s);
            emit q.progress({}, 1.0);
            updateBusy();
        });
}

void Session::Private::startRow(Side s)
{
    const Selection selection = current.document.selection;
    side(s).rowTrace.reset();
    side(s).rowBudget.reset();
    jobs(s).row.cancel();
    jobs(s).rowBudget.cancel();
    if (s == Side::A && runningError) {
        runningError.reset();
        emit q.runningErrorChanged();
    }
    emit q.rowTraceChanged(s);
    emit q.budgetChanged(s);
    const auto schedule = side(s).schedule;
    if (!spec(s) || !schedule || selection.row < 0)
        return;
    jobs(s).row.start(
        [spec = spec(s), inputs = data(), schedule, selection](const std::stop_token &) {
            auto row = traceRow(*spec, inputs, schedule, selection.batch, selection.head, selection.row);
            if (!row.ok())
                return RowResult{nullptr, nullptr, row.status()};
            auto trace = std::make_shared<const RowTrace>(std::move(row).value());
            return RowResult{trace, ulpscope::ui::runningError(*spec, *inputs, *schedule, *trace), {}};
        },
        [this, s](RowResult result) {
            if (!result.trace)
                report(result.status);
            side(s).rowTrace = std::move(result.trace);
            emit q.rowTraceChanged(s);
            if (s == Side::A) {
                runningError = std::move(result.running);
                emit q.runningErrorChanged();
            }
            updateBusy();
        });
    jobs(s).rowBudget.start(
        [spec = spec(s), inputs = data(), schedule, selection](const std::stop_token &) {
            return shared(errorBudget(*spec, inputs, schedule, selection.batch, selection.head, selection.row));
        },
        [this, s](std::pair<std::shared_ptr<const RowBudget>, Status> result) {
            if (!result.first)
                report(result.second);
            side(s).rowBudget = std::move(result.first);
            emit q.budgetChanged(s);
            updateBusy();
        });
}

void Session::Private::startBudget(Side s)
{
    side(s).budget.reset();
    jobs(s).budget.cancel();
    emit q.budgetChanged(s);
    const auto schedule = side(s).schedule;
    if (!spec(s) || !schedule)
        return;
    jobs(s).budget.start(
        [spec = spec(s), inputs = data(), schedule,
         selection = current.document.selection](const std::stop_token &stop) {
            return shared(summariseBudget(*spec, inputs, schedule, selection.batch, selection.head, kBudgetRows, stop));
        },
        [this, s](std::pair<std::shared_ptr<const BudgetSummary>, Status> result) {
            if (!result.first)
                report(result.second);
            side(s).budget = std::move(result.first);
            emit q.budgetChanged(s);
            updateBusy();
        });
}

void Session::Private::startReference()
{
    reference.reset();
    emit q.referenceChanged();
    referenceJob.start(
        [problem = current.inputs->problem, inputs = data(), selection = current.document.selection,
         kind = hasLongSequence() ? backendKind : BackendKind::Cpu](const std::stop_token &stop) {
            const auto by = chooseBackend(kind, {});
            return shared(by.ok() ? by->backend->reference(problem, inputs, selection.batch, selection.head, 0,
                                                           problem.seqlenQ, stop)
                                  : by.status());
        },
        [this](std::pair<std::shared_ptr<const Reference>, Status> result) {
            if (!result.first)
                report(result.second);
            reference = std::move(result.first);
            emit q.referenceChanged();
            updateBusy();
        });
}

void Session::Private::startComparison()
{
    comparison.reset();
    walk.reset();
    comparisonJob.cancel();
    emit q.comparisonChanged();
    if (spec(Side::A) && spec(Side::B)) {
        comparisonJob.start(
            [a = spec(Side::A), b = spec(Side::B), inputs = data(), kind = backendKind](const std::stop_token &stop) {
                const auto by = chooseBackend(kind, {a.get(), b.get()});
                if (!by.ok())
                    return ComparisonResult{nullptr, nullptr, by.status()};
                Result<Comparison> compared = compareRuns(*by->backend, *a, *b, inputs, stop);
                if (!compared.ok())
                    return ComparisonResult{nullptr, nullptr, compared.status()};
                ComparisonResult result;
                if (compared->firstMismatch) {
                    Result<ValueWalk> found = walkFromMismatch(*a, *b, inputs, *compared->firstMismatch);
                    if (!found.ok())
                        return ComparisonResult{nullptr, nullptr, found.status()};
                    result.walk = std::make_shared<const ValueWalk>(std::move(found).value());
                }
                result.comparison = std::make_shared<const Comparison>(std::move(compared).value());
                return result;
            },
            [this](ComparisonResult result) {
                if (!result.comparison)
                    report(result.status);
                comparison = std::move(result.comparison);
                walk = std::move(result.walk);
                emit q.comparisonChanged();
                updateBusy();
            });
    }

    observedMatch.reset();
    observedJob.cancel();
    emit q.observedMatchChanged();
    if (!spec(Side::A) || !current.observed)
        return;
    observedJob.start(
        [spec = spec(Side::A), inputs = data(), observed = current.observed, tensor = current.document.observedTensor,
         kind = backendKind](const std::stop_token &stop) {
            WholeRunOptions options;
            options.stop = stop;
            const auto by = chooseBackend(kind, {spec.get()});
            return shared(by.ok() ? matchObserved(*by->backend, *spec, inputs, tensor, *observed, options)
                                  : by.status());
        },
        [this](std::pair<std::shared_ptr<const ObservedMatch>, Status> result) {
            if (!result.first)
                report(result.second);
            observedMatch = std::move(result.first);
            emit q.observedMatchChanged();
            if (observedMatch && !spec(Side::B) && side(Side::A).schedule) {
                comparison =
                    std::make_shared<const Comparison>(comparisonWith(*observedMatch, *side(Side::A).schedule));
                emit q.comparisonChanged();
            }
            updateBusy();
        });
}

void Session::Private::sliceObserved()
{
    observedHead.reset();
    if (!current.observed || !current.inputs)
        return;
    const Problem &p = current.inputs->problem;
    const Selection &selection = current.document.selection;
    ulpscope::Matrix head(p.seqlenQ, p.headDimV);
    const std::size_t index = static_cast<std::size_t>(selection.batch) * p.heads + selection.head;
    std::copy_n(current.observed->begin() + static_cast<std::ptrdiff_t>(index * head.data.size()), head.data.size(),
                head.data.begin());
    observedHead = std::make_shared<const ulpscope::Matrix>(std::move(head));
}

void Session::Private::goToStep()
{
    const auto &a = side(Side::A).schedule;
    if (!a)
        return;
    controller.goTo(Side::A, current.document.step);
    if (const auto &b = side(Side::B).schedule)
        controller.goTo(Side::B, correspondingPosition(*a, current.document.step, *b));
}

void Session::Private::stopAll()
{
    controller.cancel();
    loadJob.cancel();
    backendJob.cancel();
    referenceJob.cancel();
    comparisonJob.cancel();
    observedJob.cancel();
    sweepJob.cancel();
    studyJob.cancel();
    if (probeJob.isRunning())
        dropProbe(Status::cancelled());
    if (arrivalJob.isRunning()) {
        arrivalJob.cancel();
        arrivalStatus = Status::cancelled();
        emit q.arrivalsChanged();
    }
    stopWhatIfs();
    if (launchJob.isRunning())
        dropLaunches(Status::cancelled());
    for (const Side s : {Side::A, Side::B}) {
        if (sideJobs[static_cast<size_t>(s)] && jobs(s).measure.isRunning())
            dropMeasured(s, Status::cancelled());
    }
    for (auto &jobsOfSide : sideJobs) {
        if (!jobsOfSide)
            continue;
        jobsOfSide->trace.cancel();
        jobsOfSide->row.cancel();
        jobsOfSide->launch.cancel();
        jobsOfSide->rowBudget.cancel();
        jobsOfSide->budget.cancel();
    }
}

bool Session::Private::anyRunning() const
{
    const auto sideRunning = [](const std::unique_ptr<SideJobs> &jobsOfSide) {
        return jobsOfSide->trace.isRunning() || jobsOfSide->row.isRunning() || jobsOfSide->launch.isRunning() ||
               jobsOfSide->measure.isRunning() || jobsOfSide->rowBudget.isRunning() || jobsOfSide->budget.isRunning();
    };
    return loadJob.isRunning() || backendJob.isRunning() || referenceJob.isRunning() || comparisonJob.isRunning() ||
           observedJob.isRunning() || sweepJob.isRunning() || studyJob.isRunning() || probeJob.isRunning() ||
           arrivalJob.isRunning() || launchJob.isRunning() || gpuJob.isRunning() ||
           std::any_of(whatIfs.begin(), whatIfs.end(), [](const auto &each) { return each.second->job.isRunning(); }) ||
           controller.isPending(Side::A) || controller.isPending(Side::B) ||
           std::any_of(sideJobs.begin(), sideJobs.end(), sideRunning);
}

void Session::Private::updateBusy()
{
    if (const bool now = anyRunning(); now != wasBusy) {
        wasBusy = now;
        emit q.busyChanged();
    }
}

} // namespace ulpscope::ui
