// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/analysis/batch_sweep.h"
#include "engine/analysis/budget.h"
#include "engine/analysis/compare.h"
#include "engine/analysis/device_study.h"
#include "engine/analysis/error_metric.h"
#include "engine/analysis/node_history.h"
#include "engine/analysis/value_walk.h"
#include "engine/backend/backend_choice.h"
#include "engine/schedule/catalog.h"
#include "engine/schedule/launch_model.h"
#include "engine/session/session.h"
#include "engine/trace/head_trace.h"
#include "engine/trace/row_trace.h"
#include "engine/trace/step.h"
#include "ui/run/arrivals.h"
#include "ui/run/jobs.h"
#include "ui/run/launches.h"
#include "ui/run/measured_run.h"
#include "ui/run/step_mapping.h"
#include "ui/run/tree_probe.h"
#include "ui/run/what_if.h"

#include <QObject>
#include <QString>

#include <array>
#include <memory>
#include <optional>
#include <vector>

class QUndoStack;

namespace ulpscope::ui {

/// A, or B: the second run, or an output tensor of the file.
enum class Side { A, B };
/// A document and where it came from.
struct OpenedDocument {
    SessionDocument document;
    QString path; ///< of the session, data file or figure; empty for a built-in sample
};
/// What a view shows.
enum class Shown { A, B, Difference };

/// What executed something.
struct ExecutedBy {
    BackendDevice device;
    bool isGpu = false;
    Phrase why; ///< what the automatic choice went by; empty: the backend was named
};

/// The state after the current step, read back from the executor. Immutable.
struct StepState {
    ExecutedBy by;
    quint64 position = 0;     ///< steps done
    std::optional<Step> step; ///< the last step done; none at the start
    WorkTile tile;            ///< its work tile
    ulpscope::Matrix scores, probs, rowMax, rowSum, alpha, accO,
        output; ///< of the work tile; empty when not formed yet
};

/// Transient highlight that never changes state.
struct Hover {
    int row = -1, key = -1, column = -1, mBlock = -1, nBlock = -1;
    std::vector<KeyRange> leaves; ///< keys of the selected row that a tree node adds up, as runs in ascending order
    bool operator==(const Hover &) const = default;
};

/// The one source of truth of the window: document, runs, current step and selection. Views read it and ask it for
/// changes; they never talk to each other. Lives in the GUI thread; results arrive from RunController.
class Session : public QObject {
    Q_OBJECT
public:
    explicit Session(std::shared_ptr<const Catalog> catalog, QObject *parent = nullptr);
    ~Session() override;

    const Catalog &catalog() const;
    const SessionDocument &document() const;
    std::shared_ptr<const LoadedInputs> inputs() const;   ///< null before the first load
    std::shared_ptr<const RunSpec> spec(Side side) const; ///< null when there is no such run
    std::shared_ptr<const Schedule> schedule(Side side) const;
    /// How the run would lie on its device's SMs, a model; null while it is computed, and where launchAbsent() says
    /// why.
    std::shared_ptr<const LaunchModel> launch(Side side) const;
    const Phrase &launchAbsent(Side side) const;
    /// A launch of the side's run as a GPU ran it, laid out beside launch(); null before measureLaunch() or
    /// openMeasuredLaunch(), meanwhile, and where measuredStatus() says why: Cancelled where it was stopped.
    std::shared_ptr<const MeasuredAnswer> measured(Side side) const;
    const Status &measuredStatus(Side side) const;
    bool isMeasuring(Side side) const;
    /// A's request inside batches of 1 to 64; null before askForSweep(), while it is computed, and where sweepAbsent()
    /// says why.
    std::shared_ptr<const std::vector<SweepLine>> sweep() const;
    const Phrase &sweepAbsent() const;
    /// A's request on several devices; null before askForStudy(), while it is computed, and where studyAbsent() says
    /// why.
    std::shared_ptr<const DeviceStudy> study() const;
    const Phrase &studyAbsent() const;
    /// The measured tree that was asked for last; null before askForProbe(), while it is measured, and where
    /// probeStatus() says why: Cancelled where it was stopped.
    std::shared_ptr<const ProbeAnswer> probe() const;
    const Status &probeStatus() const;
    bool isProbing() const;
    /// A sum in many orders of arrival: the answer to the last askForArrivals(); null while it is computed, and where
    /// arrivalStatus() says why: Cancelled where it was stopped.
    std::shared_ptr<const ArrivalAnswer> arrivals() const;
    const Status &arrivalStatus() const;
    /// What another order of addition does beside a sum: the answer to what view `who` asked for last; null while it is
    /// computed, and where whatIfStatus() says why: Cancelled where it was stopped.
    std::shared_ptr<const WhatIfAnswer> whatIf(const QString &who) const;
    Status whatIfStatus(const QString &who) const;
    /// Real launches: of the last startLaunches() or readLaunches(); null before, while they are made, and where
    /// launchStatus() says why.
    std::shared_ptr<const ArrivalReport> launches() const;
    const Status &launchStatus() const;
    bool isLaunching() const;
    QString launchesPath() const; ///< the file that was read last; empty: none
    /// Why there is no GPU here; empty: there is one. None before askForGpu() has its answer.
    std::optional<Phrase> gpuAbsent() const;
    /// Of the node that was chosen last in a reduction tree; null without one.
    std::shared_ptr<const std::vector<NodeEvent>> nodeHistory() const;
    std::shared_ptr<const HeadTrace> trace(Side side) const;   ///< null while it is computed; of the selected head
    std::shared_ptr<const RowTrace> rowTrace(Side side) const; ///< of the selected row; null without one
    std::shared_ptr<const Reference> reference() const;        ///< of the selected head
    std::shared_ptr<const ulpscope::Matrix> observed()
        const;                                            ///< observed output of the selected head, when B is a tensor
    std::shared_ptr<const Comparison> comparison() const; ///< A against B; null when there is no B or while computed
    std::shared_ptr<const ValueWalk> walk() const; ///< from comparison()'s first differing output; null without one
    std::shared_ptr<const BudgetSummary> budget(Side side) const;
    std::shared_ptr<const RowBudget> rowBudget(Side side) const;
    std::shared_ptr<const StepState> stepState(Side side) const; ///< at step(); null while it is computed
    /// The output of a side for the selected head: trace output, or the observed tensor. Null when not there (yet).
    std::shared_ptr<const ulpscope::Matrix> output(Side side) const;
    bool hasB() const; ///< a second run or an observed tensor

    quint64 step() const;      ///< steps of A's plan that are done
    quint64 stepCount() const; ///< of A's plan
    const Selection &selection() const;
    const Hover &hover() const;
    Shown shown() const;
    QString viewState(const QString &key, const QString &fallback = {}) const;
    bool busy() const;
    BackendKind backend() const;

    std::shared_ptr<const HeadEvents> events(Side side) const;  ///< of the selected head; null while computed
    std::shared_ptr<const RunningError> runningError() const;   ///< of A's selected row; null without one
    std::shared_ptr<const ObservedMatch> observedMatch() const; ///< A against the observed tensor, all heads
    StepRange headSteps() const;                                ///< plan indices of A's selected head
    QString documentPath() const;                               ///< the session or data file; empty for a sample
    bool isModified() const;
    QUndoStack &undoStack();

public slots:
    // Each of these is undoable where the document changes (document, requests), and cheap: results follow by signal.
    /// What a user brought: `read` is called in the background, since a file may be large.
    void open(std::function<Result<ulpscope::ui::OpenedDocument>()> read);
    void openDocument(const SessionDocument &document, const QString &path); ///< path: for relative inputs and saving
    void setRequest(Side side, const std::optional<RunRequest> &request);
    void setObservedTensor(const QString &name);
    void setProblemOptions(const std::optional<Mask> &mask, std::optional<double> scale, std::optional<double> softcap);
    void setStep(quint64 step);
    void select(const Selection &selection);
    void setHover(const Hover &hover);
    void askForSweep(); ///< computes sweep(), unless it is there or on its way: many runs, so only who shows it asks
    void askForStudy(const std::vector<std::string> &devices);     ///< likewise for study()
    void askForProbe(const ulpscope::ui::ProbeQuestion &question); ///< measures, unless it is the question of last time
    void dropProbe();
    void measureLaunch(ulpscope::ui::Side side); ///< on the GPU; nothing while there is no launch()
    void openMeasuredLaunch(ulpscope::ui::Side side, const QString &path); ///< reads it, unless it was
    void dropMeasuredLaunch(ulpscope::ui::Side side);
    void askForArrivals(const ulpscope::ui::ArrivalQuestion &question); ///< likewise
    /// Likewise for the view `who`, each with a question of its own; a new one stops the one before.
    void askForWhatIf(const QString &who, const ulpscope::ui::WhatIfQuestion &question);
    void startLaunches(const ulpscope::ui::LaunchQuestion &question); ///< a sum of A's run; stops the launches before
    void readLaunches(const QString &path);                           ///< of a file; an empty path: no launches at all
    void askForGpu();                                                 ///< looks once, in the background
    void setShown(Shown shown);
    void setNodeHistory(std::shared_ptr<const std::vector<ulpscope::NodeEvent>> history);
    void setViewState(const QString &key, const QString &value);
    void setInput(const InputSource &input);
    /// Runs everything anew on another backend: not a part of the document, since the bits are the same. A GPU that
    /// cannot be used is refused by message(), and everything stays as it is; backendChanged() follows either way.
    void setBackend(ulpscope::BackendKind kind);
    /// The document as it is now lies at `path`, where its files have the names that `saved` has for them.
    void setSaved(const QString &path, const ulpscope::SessionDocument &saved);
    void refresh(); ///< reads the inputs again and runs everything anew
    void cancel();

signals:
    void documentChanged(); ///< another document, or its problem or inputs
    void specChanged(ulpscope::ui::Side side);
    void launchChanged(ulpscope::ui::Side side);
    void measuredChanged(ulpscope::ui::Side side);
    void sweepChanged(); ///< also where A became another point of it
    void studyChanged();
    void arrivalsChanged();
    void whatIfChanged(const QString &who);
    void launchesChanged(); ///< also gpuAbsent()
    void probeChanged();
    void probeAdvanced(qint64 probes); ///< answered so far
    void nodeHistoryChanged();
    void traceChanged(ulpscope::ui::Side side); ///< trace, output, reference-based data of that side
    void referenceChanged();
    void rowTraceChanged(ulpscope::ui::Side side);
    void comparisonChanged();
    void budgetChanged(ulpscope::ui::Side side);
    void stepChanged(); ///< step() changed; stepState() may follow
    void stepStateChanged(ulpscope::ui::Side side);
    void selectionChanged();
    void hoverChanged();
    void shownChanged();
    void viewStateChanged(const QString &key);
    void progress(const QString &what, double fraction); ///< fraction 1: done; below 0: nobody knows
    void observedMatchChanged();
    void runningErrorChanged();
    void documentPathChanged();
    void backendChanged();
    void busyChanged();
    /// A tensor file was read, but its q, k and v could not be told, or do not fit together: somebody has to choose.
    /// `tensors` holds names, types and shapes, no data. The reason has been said by message().
    void tensorsRefused(const ulpscope::ui::OpenedDocument &opened,
                        std::shared_ptr<const ulpscope::TensorFile> tensors);
    void message(const QString &text, bool isError); ///< one sentence for the message list and the status bar

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace ulpscope::ui
