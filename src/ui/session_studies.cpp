// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The part of Session that runs A's request many times: inside batches of other sizes, and on other devices. Only who
// shows the results asks for them.
#include "ui/session_private.h"

#include <QElapsedTimer>

#include <algorithm>

namespace ulpscope::ui {

namespace {

/// Batches of a sweep go from one request to so many.
constexpr int kMostSwept = 64;
constexpr int kReportInterval = 50; ///< ms

} // namespace

Session::Private::SweepKey Session::Private::sweepKey() const
{
    if (!spec(Side::A))
        return {};
    RunRequest request = spec(Side::A)->request;
    request.device.clear();
    request.batch = request.numSplits = 0;
    std::erase_if(request.set, [](const auto &field) { return field.first == "split"; });
    return {request, current.inputs};
}

void Session::Private::dropStudies()
{
    if (!(sweepKey() == sweptKey)) {
        sweepJob.cancel();
        sweep.reset();
        sweepAbsent = {};
    }
    emit q.sweepChanged();
    if (!(studyKey(studiedKey.devices) == studiedKey)) {
        studyJob.cancel();
        study.reset();
        studyAbsent = {};
    }
    emit q.studyChanged();
    if (launchedSpec && launchedSpec != spec(Side::A))
        dropLaunches({});
}

void Session::Private::startSweep()
{
    if (!spec(Side::A) || sweep || !sweepAbsent.empty() || sweepJob.isRunning())
        return;
    sweptKey = sweepKey();
    using Lines = std::vector<SweepLine>;
    sweepJob.start(
        [catalog = catalog, problem = spec(Side::A)->problem, own = spec(Side::A)->request.device,
         request = sweptKey.request, inputs = data(), kind = backendKind](const std::stop_token &stop) {
            using Outcome = std::pair<std::shared_ptr<const Lines>, Status>;
            std::vector<int> batches;
            for (int batch = std::max(1, problem.batch); batch <= std::max(kMostSwept, problem.batch); ++batch)
                batches.push_back(batch);
            // On the run's own device also fixed splits; then the kernel's rule on the others that it is made for.
            Result<Lines> lines = planSweep(*catalog, problem, request, {{own}, {"count:4", "size:512"}, batches});
            if (!lines.ok())
                return Outcome{nullptr, lines.status()};
            for (const DeviceProfile &device : catalog->devices) {
                const Result<const KernelFamily *> kernel = catalog->kernel(request.kernel);
                const auto version = std::pair(device.ccMajor, device.ccMinor);
                if (device.id == own || !kernel.ok() ||
                    version < std::pair(kernel.value()->minCcMajor, kernel.value()->minCcMinor) ||
                    (kernel.value()->maxCcMajor > 0 && device.ccMajor > kernel.value()->maxCcMajor))
                    continue;
                Result<Lines> more = planSweep(*catalog, problem, request, {{device.id}, {}, batches});
                if (!more.ok())
                    return Outcome{nullptr, more.status()};
                std::move(more->begin(), more->end(), std::back_inserter(lines.value()));
            }
            std::vector<const RunSpec *> specs;
            for (const SweepLine &line : lines.value()) {
                for (const SweepPoint &point : line.points)
                    specs.push_back(&point.spec);
            }
            const auto by = chooseBackend(kind, specs);
            if (!by.ok())
                return Outcome{nullptr, by.status()};
            SweepOptions options;
            options.stop = stop;
            if (Status s = runSweep(*by->backend, inputs, lines.value(), options); !s.ok())
                return Outcome{nullptr, s};
            return Outcome{std::make_shared<const Lines>(std::move(lines).value()), {}};
        },
        [this](std::pair<std::shared_ptr<const Lines>, Status> result) {
            sweep = std::move(result.first);
            sweepAbsent = result.second.phrase();
            emit q.sweepChanged();
            updateBusy();
        });
    updateBusy();
}

Session::Private::StudyKey Session::Private::studyKey(const std::vector<std::string> &devices) const
{
    if (!spec(Side::A))
        return {};
    RunRequest request = spec(Side::A)->request;
    request.device.clear();
    return {request, devices, current.inputs};
}

void Session::Private::startStudy(const std::vector<std::string> &devices)
{
    if (!spec(Side::A))
        return;
    if (const StudyKey key = studyKey(devices); !(key == studiedKey)) {
        studyJob.cancel();
        study.reset();
        studyAbsent = {};
        studiedKey = key;
    } else if (study || !studyAbsent.empty() || studyJob.isRunning()) {
        return;
    }
    using Outcome = std::pair<std::shared_ptr<const DeviceStudy>, Status>;
    studyJob.start(
        [catalog = catalog, problem = spec(Side::A)->problem, request = studiedKey.request, devices, inputs = data(),
         kind = backendKind](const std::stop_token &stop) {
            Result<DeviceStudy> planned = planStudy(*catalog, problem, request, devices);
            if (!planned.ok())
                return Outcome{nullptr, planned.status()};
            std::vector<const RunSpec *> specs;
            for (const StudiedDevice &device : planned->devices)
                specs.push_back(&device.spec);
            const auto by = chooseBackend(kind, specs);
            if (!by.ok())
                return Outcome{nullptr, by.status()};
            if (Status s = runStudy(*by->backend, inputs, planned.value(), stop); !s.ok())
                return Outcome{nullptr, s};
            return Outcome{std::make_shared<const DeviceStudy>(std::move(planned).value()), {}};
        },
        [this](Outcome result) {
            study = std::move(result.first);
            studyAbsent = result.second.phrase();
            emit q.studyChanged();
            updateBusy();
        });
    updateBusy();
}

void Session::Private::startProbe(const ProbeQuestion &question)
{
    if (!question.spec || question == probed)
        return;
    dropProbe({});
    probed = question;
    // How many questions there will be depends on the answers.
    ProbeOptions options;
    options.progress = [session = &q, what = Session::tr("measuring the tree"), all = qint64{0},
                        last = QElapsedTimer()](std::int64_t probes) mutable {
        all += probes;
        if (last.isValid() && last.elapsed() < kReportInterval)
            return;
        last.start();
        QMetaObject::invokeMethod(session, [session, what, all] {
            if (!session->isProbing())
                return; // stopped in the meantime
            emit session->progress(what, -1);
            emit session->probeAdvanced(all);
        });
    };
    using Outcome = std::pair<std::shared_ptr<const ProbeAnswer>, Status>;
    probeJob.start(
        [question, options, kind = backendKind](const std::stop_token &stop) mutable {
            options.stop = stop;
            Result<ProbeAnswer> answer = answerProbe(kind, question, options);
            if (!answer.ok())
                return Outcome{nullptr, answer.status()};
            return Outcome{std::make_shared<const ProbeAnswer>(std::move(answer).value()), {}};
        },
        [this](Outcome outcome) {
            probe = std::move(outcome.first);
            probeStatus = outcome.second;
            emit q.probeChanged();
            emit q.progress({}, 1.0);
            updateBusy();
        });
    emit q.probeChanged();
    updateBusy();
}

void Session::Private::dropProbe(const Status &status)
{
    probeJob.cancel();
    probe.reset();
    probed = {};
    probeStatus = status;
    emit q.probeChanged();
}

void Session::Private::startArrivals(const ArrivalQuestion &question)
{
    if (question == asked && backendKind == askedBackend)
        return;
    asked = question;
    askedBackend = backendKind;
    arrivals.reset();
    arrivalStatus = {};
    EnsembleOptions options;
    options.progress = progressReporter(Session::tr("orders of arrival"));
    using Outcome = std::pair<std::shared_ptr<const ArrivalAnswer>, Status>;
    arrivalJob.start(
        [question, options, kind = backendKind](const std::stop_token &stop) mutable {
            options.stop = stop;
            Result<ArrivalAnswer> answer = answerArrivals(kind, question, options);
            if (!answer.ok())
                return Outcome{nullptr, answer.status()};
            return Outcome{std::make_shared<const ArrivalAnswer>(std::move(answer).value()), {}};
        },
        [this](Outcome outcome) {
            arrivals = std::move(outcome.first);
            arrivalStatus = outcome.second;
            emit q.arrivalsChanged();
            emit q.progress({}, 1.0);
            updateBusy();
        });
    emit q.arrivalsChanged();
    updateBusy();
}

void Session::Private::startWhatIf(const QString &who, const WhatIfQuestion &question)
{
    std::unique_ptr<WhatIf> &slot = whatIfs[who];
    if (!slot)
        slot = std::make_unique<WhatIf>(pool);
    if (question == slot->asked)
        return;
    slot->job.cancel();
    slot->asked = question;
    slot->answer.reset();
    slot->status = {};
    using Outcome = std::pair<std::shared_ptr<const WhatIfAnswer>, Status>;
    if (question.spec) {
        slot->job.start(
            [question](const std::stop_token &stop) {
                Result<WhatIfAnswer> answer = answerWhatIf(question, stop);
                if (!answer.ok())
                    return Outcome{nullptr, answer.status()};
                return Outcome{std::make_shared<const WhatIfAnswer>(std::move(answer).value()), {}};
            },
            [this, who, asker = slot.get()](Outcome outcome) {
                asker->answer = std::move(outcome.first);
                asker->status = outcome.second;
                emit q.whatIfChanged(who);
                updateBusy();
            });
    }
    emit q.whatIfChanged(who);
    updateBusy();
}

void Session::Private::stopWhatIfs()
{
    for (const auto &[who, slot] : whatIfs) {
        if (!slot->job.isRunning())
            continue;
        slot->job.cancel();
        slot->status = Status::cancelled();
        emit q.whatIfChanged(who);
    }
}

std::shared_ptr<const WhatIfAnswer> Session::whatIf(const QString &who) const
{
    const auto found = d->whatIfs.find(who);
    return found == d->whatIfs.end() ? nullptr : found->second->answer;
}

Status Session::whatIfStatus(const QString &who) const
{
    const auto found = d->whatIfs.find(who);
    return found == d->whatIfs.end() ? Status() : found->second->status;
}

void Session::askForWhatIf(const QString &who, const WhatIfQuestion &question) { d->startWhatIf(who, question); }

void Session::Private::startLaunches(const LaunchQuestion &question)
{
    if (!spec(Side::A) || !current.inputs)
        return;
    dropLaunches({});
    launchedSpec = spec(Side::A);
    launchesPath.clear();
    ArrivalOptions options;
    options.progress = [report = progressReporter(Session::tr("real launches"))](const Phrase &, std::uint64_t done,
                                                                                 std::uint64_t total) {
        if (total > 0)
            report(done, total);
    };
    using Outcome = std::pair<std::shared_ptr<const ArrivalReport>, Status>;
    launchJob.start(
        [question, options, of = launchedSpec, loaded = current.inputs,
         document = current.document](const std::stop_token &stop) mutable {
            options.stop = stop;
            Result<ArrivalReport> report = answerLaunches(question, *of, *loaded, document, options);
            if (!report.ok())
                return Outcome{nullptr, report.status()};
            return Outcome{std::make_shared<const ArrivalReport>(std::move(report).value()), {}};
        },
        [this](Outcome outcome) {
            launches = std::move(outcome.first);
            launchStatus = outcome.second;
            emit q.launchesChanged();
            emit q.progress({}, 1.0);
            updateBusy();
        });
    emit q.launchesChanged();
    updateBusy();
}

void Session::Private::dropLaunches(const Status &status)
{
    launchJob.cancel();
    launches.reset();
    launchedSpec.reset();
    launchStatus = status;
    emit q.launchesChanged();
}

void Session::Private::startGpuSearch()
{
    if (gpuAbsent || gpuJob.isRunning())
        return;
    gpuJob.start([](const std::stop_token &) { return noGpuReason(); },
                 [this](const Phrase &reason) {
                     gpuAbsent = reason;
                     emit q.launchesChanged();
                     updateBusy();
                 });
    updateBusy();
}

std::shared_ptr<const ArrivalReport> Session::launches() const { return d->launches; }
const Status &Session::launchStatus() const { return d->launchStatus; }
bool Session::isLaunching() const { return d->launchJob.isRunning(); }
QString Session::launchesPath() const { return d->launchesPath; }
std::optional<Phrase> Session::gpuAbsent() const { return d->gpuAbsent; }
void Session::startLaunches(const LaunchQuestion &question) { d->startLaunches(question); }
void Session::askForGpu() { d->startGpuSearch(); }

void Session::readLaunches(const QString &path)
{
    d->dropLaunches({});
    d->launchesPath = path;
    if (!path.isEmpty()) {
        Result<ArrivalReport> report = readArrivals(path.toStdString());
        d->launchStatus = report.status();
        if (report.ok())
            d->launches = std::make_shared<const ArrivalReport>(std::move(report).value());
        else
            d->report(report.status());
    }
    emit launchesChanged();
    d->updateBusy();
}

std::shared_ptr<const ArrivalAnswer> Session::arrivals() const { return d->arrivals; }
const Status &Session::arrivalStatus() const { return d->arrivalStatus; }
void Session::askForArrivals(const ArrivalQuestion &question) { d->startArrivals(question); }

std::shared_ptr<const ProbeAnswer> Session::probe() const { return d->probe; }
bool Session::isProbing() const { return d->probeJob.isRunning(); }
const Status &Session::probeStatus() const { return d->probeStatus; }
void Session::askForProbe(const ProbeQuestion &question) { d->startProbe(question); }

void Session::dropProbe()
{
    d->dropProbe({});
    d->updateBusy();
}

std::shared_ptr<const std::vector<NodeEvent>> Session::nodeHistory() const { return d->nodeHistory; }

void Session::setNodeHistory(std::shared_ptr<const std::vector<NodeEvent>> history)
{
    if (!history && !d->nodeHistory)
        return;
    d->nodeHistory = std::move(history);
    emit nodeHistoryChanged();
}

} // namespace ulpscope::ui
