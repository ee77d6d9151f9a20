// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The window as a person drives it: open by drop, step, scrub, switch device, compare, save, reopen, undo, keys.
#include "ui/frame/window_fixture.h"
#include "ui/panels/message_panel.h"
#include "ui/views/view.h"
#include "ui/window/status_line.h"

#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QTemporaryDir>
#include <QUndoStack>

#include <algorithm>
#include <ctime>

using namespace ulpscope;
using namespace ulpscope::ui;

class WindowTest : public QObject, protected WindowFixture {
    Q_OBJECT

private slots:
    void initTestCase() { prepare(); }
    void init() { openWindow(); }
    void cleanup() { m_window.reset(); }

    void firstSampleRuns();
    void dropOfAGoldenFileGivesTheRecordedBits();
    void badInputSaysOneSentenceAndLosesNothing_data();
    void badInputSaysOneSentenceAndLosesNothing();
    void steppingByKeyboard();
    void stepLatency();
    void scrubbingTheTimeline();
    void eventsAreFound();
    void switchingTheDeviceKeepsThePlace();
    void firstDivergence();
    void undoAndRedo();
    void saveAndReopen();
    void stepFilter();
    void cancelIsQuick();

private:
    QTemporaryDir m_folder;
};

void WindowTest::firstSampleRuns()
{
    QVERIFY(session().trace(Side::A));
    QVERIFY(session().reference());
    QVERIFY(session().stepCount() > 0);
    const auto *status = m_window->findChild<StatusLine *>();
    QCOMPARE(status->recordedText(), QStringLiteral("bit-equal to recorded o_batch256: 98304 / 98304"));
}

void WindowTest::dropOfAGoldenFileGivesTheRecordedBits()
{
    const QString path = golden("fa2_bf16_d64_full");
    if (!QFileInfo::exists(path))
        QSKIP("the recorded outputs are not here");
    drop(path);
    QVERIFY(ready());
    QCOMPARE(session().documentPath(), QFileInfo(path).absoluteFilePath());
    QCOMPARE(session().inputs()->problem.headDim, 64);
    session().setObservedTensor(QStringLiteral("o_batch256"));
    RunRequest request = session().document().a;
    request.batch = 256;
    session().setRequest(Side::A, request);
    QVERIFY(ready());
    QVERIFY(session().observedMatch());
    QCOMPARE(session().observedMatch()->mismatches, 0);
    QVERIFY(session().observedMatch()->elements > 0);
}

void WindowTest::badInputSaysOneSentenceAndLosesNothing_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("name");
    QTest::newRow("empty") << QByteArray() << "empty.safetensors";
    QTest::newRow("truncated header") << QByteArray("\x40\0\0\0\0\0\0\0{\"q\"", 12) << "truncated.safetensors";
    QTest::newRow("lying header") << QByteArray("\xff\xff\xff\xff\xff\xff\xff\x7f{}", 10) << "lying.safetensors";
    QTest::newRow("not a tensor file") << QByteArray("hello") << "notes.npz";
    QTest::newRow("wrong session") << QByteArray("{\"schema\": \"ulpscope.session/1\", \"what\": 3}")
                                   << "wrong.ulps.json";
    QTest::newRow("figure without session") << QByteArray("<svg xmlns='http://www.w3.org/2000/svg'/>") << "plain.svg";
}

void WindowTest::badInputSaysOneSentenceAndLosesNothing()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, name);
    const QString path = m_folder.filePath(name);
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(bytes);
    file.close();
    const SessionDocument before = session().document();
    const auto trace = session().trace(Side::A);
    drop(path);
    QVERIFY(ready());
    const auto *bar = m_window->findChild<MessageBar *>();
    QVERIFY(bar->isVisible());
    QVERIFY2(bar->text().contains(name), qPrintable(bar->text()));
    QCOMPARE(session().trace(Side::A), trace);
    QCOMPARE(QString::fromStdString(session().document().title), QString::fromStdString(before.title));
    QVERIFY(!QApplication::activeModalWidget());
}

void WindowTest::steppingByKeyboard()
{
    session().setStep(0);
    QTest::keyClick(m_window.get(), Qt::Key_Right, Qt::ControlModifier);
    QCOMPARE(session().step(), 1u);
    QTest::keyClick(m_window.get(), Qt::Key_Left, Qt::ControlModifier);
    QCOMPARE(session().step(), 0u);
    const auto schedule = session().schedule(Side::A);
    QTest::keyClick(m_window.get(), Qt::Key_Right, Qt::ControlModifier | Qt::ShiftModifier);
    QTest::keyClick(m_window.get(), Qt::Key_Right, Qt::ControlModifier | Qt::ShiftModifier);
    const PlannedStep last = schedule->step(session().step() - 1), next = schedule->step(session().step());
    QVERIFY(last.ordinal != next.ordinal);
    QTest::keyClick(m_window.get(), Qt::Key_PageDown, Qt::ControlModifier);
    QCOMPARE(session().step(), schedule->firstStep(schedule->step(session().step() - 1).workTile + 1));
    QTest::keyClick(m_window.get(), Qt::Key_End, Qt::ControlModifier);
    QCOMPARE(session().step(), session().stepCount());
    QTest::keyClick(m_window.get(), Qt::Key_Home, Qt::ControlModifier);
    QCOMPARE(session().step(), 0u);
    QTest::keyClick(m_window.get(), Qt::Key_Space);
    QVERIFY(m_window->navigator().isPlaying());
    QTRY_VERIFY(session().step() > 0);
    QTest::keyClick(m_window.get(), Qt::Key_Space);
    QVERIFY(!m_window->navigator().isPlaying());
}

/// One step with everything repainted: the 95th percentile is at most one frame.
void WindowTest::stepLatency()
{
    session().setStep(session().headSteps().begin);
    QVERIFY(ready());
    std::vector<double> milliseconds;
    const std::clock_t cpuBefore = std::clock();
    const quint64 count = std::min<quint64>(session().stepCount(), 120);
    for (quint64 i = 0; i < count; ++i) {
        QElapsedTimer clock;
        clock.start();
        m_window->navigator().step(+1, Granularity::Step);
        while (!session().stepState(Side::A))
            QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
        QCoreApplication::processEvents();
        m_window->repaint();
        milliseconds.push_back(static_cast<double>(clock.nsecsElapsed()) / 1e6);
        QTest::qWait(1);
    }
    const double cpu =
        1000.0 * static_cast<double>(std::clock() - cpuBefore) / CLOCKS_PER_SEC / static_cast<double>(count);
    std::sort(milliseconds.begin(), milliseconds.end());
    const double p95 = milliseconds[milliseconds.size() * 95 / 100];
    qInfo("one step, repaint included: median %.1f ms, p95 %.1f ms (target 16 ms); %.1f ms of processor time",
          milliseconds[milliseconds.size() / 2], p95, cpu);
    QVERIFY2(p95 < 160,
             "ten times the target: not a busy machine, but a mistake"); // the benchmark holds it to the target
}

void WindowTest::scrubbingTheTimeline()
{
    auto *canvas = m_window->findChild<QWidget *>(QStringLiteral("timelineCanvas"));
    QVERIFY(canvas && canvas->isVisible());
    session().setStep(0);
    const int y = canvas->height() / 4;
    QTest::mousePress(canvas, Qt::LeftButton, {}, QPoint(canvas->width() / 4, y));
    const quint64 first = session().step();
    QVERIFY(first > 0);
    QMouseEvent move(QEvent::MouseMove, QPointF(canvas->width() / 2.0, y),
                     canvas->mapToGlobal(QPointF(canvas->width() / 2.0, y)), Qt::NoButton, Qt::LeftButton, {});
    QApplication::sendEvent(canvas, &move);
    QTest::mouseRelease(canvas, Qt::LeftButton, {}, QPoint(canvas->width() / 2, y));
    QVERIFY(session().step() > first);
    QVERIFY(ready());
    QVERIFY(session().stepState(Side::A));
    QCOMPARE(session().stepState(Side::A)->position, session().step());
}

void WindowTest::eventsAreFound()
{
    session().setStep(session().headSteps().begin);
    const auto events = session().events(Side::A);
    QVERIFY(events);
    trigger("stepNextEvent");
    const quint64 found = session().step();
    QVERIFY(matches(events->at(found - 1), AnyEvent));
    for (quint64 i = events->firstStep; i + 1 < found; ++i)
        QVERIFY(!matches(events->at(i), AnyEvent));
    // The trace's events are those that the executor reports when it really makes the step.
    int seen = 0;
    for (quint64 i = events->firstStep; i < events->firstStep + events->steps.size() && seen < 30; ++i, ++seen) {
        session().setStep(i + 1);
        QVERIFY(ready());
        const StepEvents real = session().stepState(Side::A)->step->events, traced = events->at(i);
        QCOMPARE(traced.maxChanged, real.maxChanged);
        QCOMPARE(traced.rescaled, real.rescaled);
        QCOMPARE(traced.ties, real.ties);
        QCOMPARE(traced.nan, real.nan);
    }
}

void WindowTest::switchingTheDeviceKeepsThePlace()
{
    session().setStep(session().stepCount() / 2);
    const Selection selection{0, session().selection().head, 100, 20, 3};
    session().select(selection);
    const PlannedStep before = session().schedule(Side::A)->step(session().step() - 1);
    auto *device = m_window->findChild<QComboBox *>(QStringLiteral("deviceA"));
    device->setCurrentIndex(device->findData(QStringLiteral("a100")));
    emit device->activated(device->currentIndex());
    QCOMPARE(session().document().a.device, std::string("a100"));
    QVERIFY(ready());
    const PlannedStep after = session().schedule(Side::A)->step(session().step() - 1);
    QCOMPARE(after.kind, before.kind);
    QCOMPARE(after.nBlock, before.nBlock);
    QVERIFY(session().selection() == selection);
    QVERIFY(session().observedMatch());
    QCOMPARE(session().observedMatch()->mismatches, 793); // kernels.md: FA2 computed with an A100's tensor core
}

void WindowTest::firstDivergence()
{
    trigger("compareAddB");
    RunRequest b = session().document().a;
    b.device = "a100";
    session().setRequest(Side::B, b);
    QVERIFY(ready(60));
    QVERIFY(session().comparison() && session().comparison()->first);
    trigger("compareDivergence");
    QCOMPARE(session().step(), session().comparison()->first->step.index + 1);
    QCOMPARE(session().selection().row, session().comparison()->first->row);
    QVERIFY(ready());
    const auto a = session().stepState(Side::A), other = session().stepState(Side::B);
    QVERIFY(a && other);
    QVERIFY(a->scores.data != other->scores.data);
}

void WindowTest::undoAndRedo()
{
    QUndoStack &undo = session().undoStack();
    const RunRequest before = session().document().a;
    RunRequest request = before;
    request.set.emplace_back("tileN", "32");
    session().setRequest(Side::A, request);
    request.device = "l40s";
    session().setRequest(Side::A, request);
    QCOMPARE(session().spec(Side::A)->recipe.tileN, 32);
    undo.undo();
    QCOMPARE(session().document().a.device, before.device);
    undo.undo();
    QVERIFY(session().document().a == before);
    undo.redo();
    QCOMPARE(session().spec(Side::A)->recipe.tileN, 32);
    // What cannot run is refused with a sentence, and changes nothing.
    RunRequest wrong = session().document().a;
    wrong.set.emplace_back("tileN", "7000000");
    const int count = undo.count();
    session().setRequest(Side::A, wrong);
    QCOMPARE(session().spec(Side::A)->recipe.tileN, 32);
    QCOMPARE(undo.count(), count);
    // Opening another session is a change too.
    m_window->openSample(QStringLiteral("article-sketch"));
    QVERIFY(ready());
    QCOMPARE(session().document().a.kernel, std::string("textbook"));
    undo.undo();
    QVERIFY(ready());
    QCOMPARE(session().document().a.kernel, before.kernel);
}

void WindowTest::saveAndReopen()
{
    session().setStep(37);
    Selection selection = session().selection();
    selection.row = 17;
    selection.key = 5;
    session().select(selection);
    trigger("editPin");
    QVERIFY(ready());
    const QString path = m_folder.filePath(QStringLiteral("kept.ulps.json"));
    QVERIFY(m_window->saveTo(path));
    QVERIFY(!session().isModified());
    const QString pins = session().viewState(QStringLiteral("pins"));
    QVERIFY(pins.contains(QStringLiteral("S:17:5")));

    m_window->openSample(QStringLiteral("article-sketch"));
    QVERIFY(ready());
    drop(path);
    QVERIFY(ready());
    QCOMPARE(session().step(), 37u);
    QVERIFY(session().selection() == selection);
    QCOMPARE(session().viewState(QStringLiteral("pins")), pins);
    QVERIFY(m_window->saveTo(m_folder.filePath(QStringLiteral("again.ulps.json"))));
    QFile first(path), second(m_folder.filePath(QStringLiteral("again.ulps.json")));
    QVERIFY(first.open(QIODevice::ReadOnly) && second.open(QIODevice::ReadOnly));
    QCOMPARE(second.readAll(), first.readAll());
}

void WindowTest::stepFilter()
{
    trigger("editFilter");
    auto *line = m_window->findChild<QLineEdit *>(QStringLiteral("stepFilter"));
    auto *list = m_window->findChild<QListView *>(QStringLiteral("stepList"));
    const int all = list->model()->rowCount();
    line->setText(QStringLiteral("flag:rescale"));
    QVERIFY(list->model()->rowCount() < all);
    line->setText(QStringLiteral("row:9999"));
    QCOMPARE(list->model()->rowCount(), 0);
    line->clear();
    QCOMPARE(list->model()->rowCount(), all);
}

void WindowTest::cancelIsQuick()
{
    InputSource input;
    input.generatorProblem.heads = input.generatorProblem.kvHeads = 4;
    input.generatorProblem.seqlenQ = input.generatorProblem.seqlenK = 4096;
    input.generatorProblem.headDim = input.generatorProblem.headDimV = 64;
    SessionDocument document;
    document.input = input;
    session().openDocument(document, {});
    QTRY_VERIFY_WITH_TIMEOUT(session().inputs()->problem.seqlenQ == 4096, 20000);
    QTest::qWait(100);
    QElapsedTimer clock;
    clock.start();
    session().cancel();
    QTRY_VERIFY_WITH_TIMEOUT(!session().busy(), 5000);
    m_window.reset(); // waits for what is still on its way
    qInfo("cancel of a large run: %lld ms (target 200 ms)", clock.elapsed());
    QVERIFY2(clock.elapsed() < 2000, "ten times the target");
}

QTEST_MAIN(WindowTest)
#include "tst_window.moc"
