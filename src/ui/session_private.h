// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/run/latest_job.h"
#include "ui/run/run_controller.h"
#include "ui/session.h"

#include <QThreadPool>
#include <QTimer>
#include <QUndoStack>

#include <map>

namespace ulpscope::ui {

/// What undo goes back and forth between: the part of the document that changes results, with the inputs it needs.
struct DocumentState {
    SessionDocument document; ///< step, selection and views are those at the time; see Session::Private::install
    QString path;
    std::shared_ptr<const LoadedInputs> inputs;
    std::array<std::shared_ptr<const RunSpec>, 2> specs;
    std::shared_ptr<const std::vector<float>> observed; ///< the observed tensor, all heads
    bool isNewDocument = false;                         ///< opened: its own step, selection and views count

    /// Not a session, which says itself what to look at.
    bool isBareTensorFile() const
    {
        return document.input.kind == InputSource::Kind::File && document.input.path == path.toStdString();
    }
};

/// What comes back from reading a document or its inputs.
struct Loaded {
    DocumentState state;
    Status status;
    std::shared_ptr<const TensorFile> tensors; ///< of a tensor file that was read but could not be used as it is
};

class Session::Private {
public:
    Private(Session &session, std::shared_ptr<const Catalog> catalog);
    ~Private();

    // ---- changing the document
    /// Fills in what follows from the document (specs, observed tensor); an error leaves the session as it is.
    Status complete(DocumentState &state) const;
    /// Loads the inputs of `state` in the background, then changes to it.
    void loadAndChange(DocumentState state, const QString &text);
    void take(Loaded loaded, const QString &text);
    void change(DocumentState state, const QString &text, const QString &mergeKey);
    void install(const DocumentState &state);
    void report(const Status &status);

    // ---- results
    struct SideResults {
        std::shared_ptr<const Schedule> schedule;
        std::shared_ptr<const LaunchModel> launch;
        Phrase launchAbsent;
        std::shared_ptr<const MeasuredAnswer> measured;
        Status measuredStatus;
        std::optional<QString> measuredPath; ///< what was read, or is; empty: measured on the GPU; none: neither
        std::shared_ptr<const HeadTrace> trace;
        std::shared_ptr<const HeadEvents> events;
        std::shared_ptr<const RowTrace> rowTrace;
        std::shared_ptr<const BudgetSummary> budget;
        std::shared_ptr<const RowBudget> rowBudget;
        std::shared_ptr<const StepState> step;
    };
    struct TraceResult {
        std::shared_ptr<const HeadTrace> trace;
        std::shared_ptr<const HeadEvents> events;
        Status status;
    };
    struct RowResult {
        std::shared_ptr<const RowTrace> trace;
        std::shared_ptr<const RunningError> running;
        Status status;
    };
    struct SideJobs {
        explicit SideJobs(QThreadPool &pool)
            : trace(pool, 9), row(pool, 7), launch(pool, 6), measure(pool, 2), rowBudget(pool, 3), budget(pool, 1)
        {}
        LatestJob<TraceResult> trace;
        LatestJob<RowResult> row;
        LatestJob<std::pair<std::shared_ptr<const LaunchModel>, Status>> launch;
        LatestJob<std::pair<std::shared_ptr<const MeasuredAnswer>, Status>> measure;
        LatestJob<std::pair<std::shared_ptr<const RowBudget>, Status>> rowBudget;
        LatestJob<std::pair<std::shared_ptr<const BudgetSummary>, Status>> budget;
    };

    void useBackend(BackendKind kind); ///< runs everything anew where it is another one
    void startHead();                  ///< everything that depends on the selected head
    void startSide(Side side);         ///< everything of one run
    void startTrace(Side side);
    void startRow(Side side);
    void startLaunch(Side side);
    void startMeasured(Side side, const QString &path);
    void dropMeasured(Side side, const Status &status); ///< stops it where it runs
    void startSweep();
    void startStudy(const std::vector<std::string> &devices);
    void dropStudies(); ///< where A is no longer what was swept, or studied
    void startProbe(const ProbeQuestion &question);
    void dropProbe(const Status &status); ///< stops it where it runs
    void startArrivals(const ArrivalQuestion &question);
    void startWhatIf(const QString &who, const WhatIfQuestion &question);
    void stopWhatIfs();
    void startLaunches(const LaunchQuestion &question);
    void dropLaunches(const Status &status); ///< stops them where they run
    void startGpuSearch();
    void startBudget(Side side);
    void startReference();
    bool hasLongSequence() const;
    void startComparison();
    void sliceObserved();
    void goToStep(); ///< asks the engine thread for the state at the current step
    void stopAll();
    void followHeadOfStep();
    std::function<void(std::uint64_t, std::uint64_t)> progressReporter(const QString &what);
    void updateBusy();
    bool anyRunning() const;

    SideResults &side(Side s) { return results[static_cast<size_t>(s)]; }
    const SideResults &side(Side s) const { return results[static_cast<size_t>(s)]; }
    SideJobs &jobs(Side s) { return *sideJobs[static_cast<size_t>(s)]; }
    const std::shared_ptr<const RunSpec> &spec(Side s) const { return current.specs[static_cast<size_t>(s)]; }
    /// Shares the data of the current inputs without the file's tensors.
    std::shared_ptr<const Inputs> data() const { return current.inputs ? current.inputs->inputs : nullptr; }

    Session &q;
    std::shared_ptr<const Catalog> catalog;
    DocumentState current; ///< its document also holds the current step, selection and views
    BackendKind backendKind = BackendKind::Auto;
    Hover hover;
    Shown shown = Shown::A;

    std::array<SideResults, 2> results;
    std::shared_ptr<const Reference> reference;
    std::shared_ptr<const ulpscope::Matrix> observedHead;
    std::shared_ptr<const Comparison> comparison;
    std::shared_ptr<const ValueWalk> walk;
    std::shared_ptr<const ObservedMatch> observedMatch;
    std::shared_ptr<const RunningError> runningError;
    /// What a sweep is of: A's request apart from what is swept.
    struct SweepKey {
        RunRequest request;
        std::shared_ptr<const LoadedInputs> inputs;
        bool operator==(const SweepKey &) const = default;
    };
    SweepKey sweepKey() const;
    SweepKey sweptKey;
    std::shared_ptr<const std::vector<SweepLine>> sweep;
    Phrase sweepAbsent;
    /// What a study is of: A's request apart from its device, and on which.
    struct StudyKey {
        RunRequest request;
        std::vector<std::string> devices;
        std::shared_ptr<const LoadedInputs> inputs;
        bool operator==(const StudyKey &) const = default;
    };
    StudyKey studyKey(const std::vector<std::string> &devices) const;
    StudyKey studiedKey;
    std::shared_ptr<const DeviceStudy> study;
    Phrase studyAbsent;
    ProbeQuestion probed; ///< what probe is the answer to, or was asked for
    std::shared_ptr<const ProbeAnswer> probe;
    Status probeStatus;
    ArrivalQuestion asked; ///< what arrivals is the answer to, or was asked for
    BackendKind askedBackend = BackendKind::Auto;
    std::shared_ptr<const ArrivalAnswer> arrivals;
    Status arrivalStatus;
    std::shared_ptr<const RunSpec> launchedSpec; ///< what launches is of; null: of a file
    std::shared_ptr<const ArrivalReport> launches;
    Status launchStatus;
    QString launchesPath;
    std::optional<Phrase> gpuAbsent;
    std::shared_ptr<const std::vector<NodeEvent>> nodeHistory;

    QUndoStack undo;
    bool wasBusy = false;

    // The pool is declared before the jobs: they wait for their computations when they go.
    QThreadPool pool;
    RunController controller;
    LatestJob<Loaded> loadJob{pool, 10};
    LatestJob<Status> backendJob{pool, 10};
    LatestJob<std::pair<std::shared_ptr<const Reference>, Status>> referenceJob{pool, 8};
    struct ComparisonResult {
        std::shared_ptr<const Comparison> comparison;
        std::shared_ptr<const ValueWalk> walk;
        Status status;
    };
    LatestJob<ComparisonResult> comparisonJob{pool, 4};
    LatestJob<std::pair<std::shared_ptr<const ObservedMatch>, Status>> observedJob{pool, 5};
    LatestJob<std::pair<std::shared_ptr<const std::vector<SweepLine>>, Status>> sweepJob{pool, 0};
    LatestJob<std::pair<std::shared_ptr<const DeviceStudy>, Status>> studyJob{pool, 0};
    LatestJob<std::pair<std::shared_ptr<const ProbeAnswer>, Status>> probeJob{pool, 2};
    LatestJob<std::pair<std::shared_ptr<const ArrivalAnswer>, Status>> arrivalJob{pool, 0};
    /// Of one view.
    struct WhatIf {
        explicit WhatIf(QThreadPool &pool) : job(pool, 2) {}
        WhatIfQuestion asked; ///< what answer is to, or was asked for
        std::shared_ptr<const WhatIfAnswer> answer;
        Status status;
        LatestJob<std::pair<std::shared_ptr<const WhatIfAnswer>, Status>> job;
    };
    std::map<QString, std::unique_ptr<WhatIf>> whatIfs;
    LatestJob<std::pair<std::shared_ptr<const ArrivalReport>, Status>> launchJob{pool, 0};
    LatestJob<Phrase> gpuJob{pool, 0};
    std::array<std::unique_ptr<SideJobs>, 2> sideJobs;
};

} // namespace ulpscope::ui
