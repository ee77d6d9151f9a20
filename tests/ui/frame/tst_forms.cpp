// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The forms of problem and runs: what is seen in them, and what changes the experiment.
#include "ui/frame/window_fixture.h"
#include "ui/panels/form_scroll.h"
#include "ui/panels/message_panel.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QSpinBox>
#include <QTabWidget>
#include <QUndoStack>
#include <QWheelEvent>

using namespace ulpscope;
using namespace ulpscope::ui;

class FormsTest : public QObject, protected WindowFixture {
    Q_OBJECT

private slots:
    void initTestCase() { prepare(); }
    void init() { openWindow(); }
    void cleanup() { m_window.reset(); }

    void everyFieldOfAFileIsSeen();
    void wheelScrollsTheForm();
    void wheelTurnsAClickedBox();
    void aRefusedNumberGoesBack();
    void recipeValuesAreReadable();
    void aNoteIsSaidOnce();
    void undoReachesTheDocumentFromAField();
    void escapeTakesBackWhatWasTyped();
    void changedInputsLoseTheTitle();

private:
    template <typename T>
    T *field(const char *name)
    {
        return m_window->findChild<T *>(QLatin1String(name));
    }
    void showTab(int index)
    {
        field<QTabWidget>("experimentTabs")->setCurrentIndex(index);
        QTest::qWait(20);
    }
    static void turnWheel(QWidget *over)
    {
        const QPointF at(over->rect().center());
        QWheelEvent event(at, over->mapToGlobal(at), {}, {0, -120}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase,
                          false);
        QApplication::sendEvent(over, &event);
    }
    void type(QWidget *into, const QString &text)
    {
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        into->setFocus(Qt::MouseFocusReason);
        QTest::keyClick(into, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(into, text);
    }
};

void FormsTest::everyFieldOfAFileIsSeen()
{
    showTab(0);
    const QWidget *form = field<QWidget>("problemForm");
    int bottom = 0;
    for (const char *name : {"tensors", "batchEntry", "head", "mask", "scale", "softcap"}) {
        const QWidget *widget = field<QWidget>(name);
        QVERIFY2(widget->isVisible() && widget->height() > 10 && widget->width() > 10, name);
        QVERIFY2(form->rect().contains(widget->geometry()),
                 qPrintable(QStringLiteral("%1 %2 x %3 in %4 x %5, minimum %6")
                                .arg(QLatin1String(name))
                                .arg(widget->geometry().right())
                                .arg(widget->geometry().bottom())
                                .arg(form->width())
                                .arg(form->height())
                                .arg(form->minimumSizeHint().height())));
        QVERIFY2(widget->geometry().top() >= bottom, name); // none lies on another
        bottom = widget->geometry().bottom();
    }
}

void FormsTest::wheelScrollsTheForm()
{
    const SessionDocument before = session().document();
    showTab(1);
    for (const char *name : {"kernelA", "deviceA", "batchA", "splitsA", "recipeA.keyOrder"})
        turnWheel(field<QWidget>(name));
    showTab(0);
    for (const char *name : {"mask", "head", "dtype", "seqlenQ"})
        turnWheel(field<QWidget>(name));
    QVERIFY(ready());
    QVERIFY(session().document().a == before.a);
    QVERIFY(session().document().mask == before.mask);
    QVERIFY(session().selection() == before.selection);
    QVERIFY(!session().undoStack().canUndo());
}

void FormsTest::wheelTurnsAClickedBox()
{
    showTab(1);
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    auto *batch = field<QSpinBox>("batchA");
    const int before = batch->value();
    batch->setFocus(Qt::TabFocusReason);
    turnWheel(batch);
    QCOMPARE(batch->value(), before);
    batch->clearFocus();
    batch->setFocus(Qt::MouseFocusReason);
    turnWheel(batch);
    QVERIFY(batch->value() != before);
}

void FormsTest::aRefusedNumberGoesBack()
{
    showTab(0);
    for (const char *name : {"scale", "softcap"}) {
        auto *line = field<QLineEdit>(name);
        const QString before = line->text();
        type(line, QStringLiteral("abc"));
        QTest::keyClick(line, Qt::Key_Return);
        QCOMPARE(line->text(), before);
        QVERIFY(m_window->findChild<MessageBar *>()->text().contains(QStringLiteral("abc")));
    }
    QVERIFY(!session().undoStack().canUndo());
}

void FormsTest::recipeValuesAreReadable()
{
    RunRequest request = session().document().a;
    request.set.emplace_back("keyOrder", "ascending");
    request.set.emplace_back("alpha", "differenceOfScaled");
    session().setRequest(Side::A, request);
    QVERIFY(ready());
    showTab(1);
    for (const char *name : {"keyOrder", "alpha", "lanes", "join", "final"}) {
        auto *box = m_window->findChild<QComboBox *>(QStringLiteral("recipeA.") + QLatin1String(name));
        const int text = box->fontMetrics().horizontalAdvance(box->currentText());
        constexpr int kArrowAndFrame = 24;
        QVERIFY2(box->width() >= std::min(text + kArrowAndFrame, 104),
                 qPrintable(QStringLiteral("%1: %2 of %3").arg(box->objectName()).arg(box->width()).arg(text)));
        QVERIFY(box->visibleRegion().boundingRect().width() == box->width() || box->visibleRegion().isEmpty());
        QVERIFY2(box->toolTip().startsWith(box->currentText()), name);
        QVERIFY2(!box->isEditable() || box->lineEdit()->cursorPosition() == 0, name);
    }
    for (const auto *scroll :
         m_window->findChild<QWidget *>(QStringLiteral("experimentDock"))->findChildren<FormScroll *>())
        QVERIFY2(!scroll->isVisible() || scroll->horizontalScrollBar()->maximum() == 0, "wider than its panel");
    auto *kernel = field<QComboBox>("kernelA");
    QVERIFY(kernel->toolTip().startsWith(kernel->currentText()));
}

void FormsTest::aNoteIsSaidOnce()
{
    for (const QLabel *label : field<QWidget>("runA")->findChildren<QLabel *>()) {
        QStringList lines = label->text().split(QLatin1Char('\n'));
        QVERIFY2(lines.removeDuplicates() == 0, qPrintable(label->text()));
    }
}

void FormsTest::undoReachesTheDocumentFromAField()
{
    showTab(1);
    auto *box = m_window->findChild<QComboBox *>(QStringLiteral("recipeA.tileN"));
    const QString before = box->currentText();
    type(box, QStringLiteral("32"));
    QTest::keyClick(box, Qt::Key_Return);
    QCOMPARE(session().spec(Side::A)->recipe.tileN, 32);
    QTest::keyClick(box, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(box->currentText(), before);
    QCOMPARE(QString::number(session().spec(Side::A)->recipe.tileN), before);
}

void FormsTest::escapeTakesBackWhatWasTyped()
{
    Selection selection = session().selection();
    selection.row = 17;
    session().select(selection);
    showTab(1);
    auto *box = m_window->findChild<QComboBox *>(QStringLiteral("recipeA.tileN"));
    const QString before = box->currentText();
    type(box, QStringLiteral("32"));
    QTest::keyClick(box, Qt::Key_Escape);
    QCOMPARE(box->currentText(), before);
    QCOMPARE(session().selection().row, 17);
    auto *filter = field<QLineEdit>("stepFilter");
    type(filter, QStringLiteral("flag:max"));
    QTest::keyClick(filter, Qt::Key_Escape);
    QVERIFY(filter->text().isEmpty());
    QCOMPARE(session().selection().row, 17);
    auto *device = field<QComboBox>("deviceA");
    device->showPopup();
    QVERIFY(QApplication::activePopupWidget());
    QTest::keyClick(QApplication::activePopupWidget(), Qt::Key_Escape);
    QTRY_VERIFY(!QApplication::activePopupWidget());
    QCOMPARE(session().selection().row, 17);
    m_window->setFocus();
    QTest::keyClick(m_window.get(), Qt::Key_Escape);
    QCOMPARE(session().selection().row, -1);
}

void FormsTest::changedInputsLoseTheTitle()
{
    QVERIFY(m_window->openSample(QStringLiteral("article-sketch")));
    QVERIFY(ready());
    const std::string before = session().document().title;
    InputSource input = session().document().input;
    QCOMPARE(input.kind, InputSource::Kind::Generator);
    input.generator.seed += 1;
    session().setInput(input);
    QVERIFY(ready());
    QVERIFY(session().document().title != before);
    QVERIFY(!m_window->windowTitle().contains(QString::fromStdString(before)));
    session().undoStack().undo();
    QVERIFY(ready());
    QCOMPARE(session().document().title, before);
}

QTEST_MAIN(FormsTest)
#include "tst_forms.moc"
