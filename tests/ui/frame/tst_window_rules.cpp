// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What holds for the whole window: keys, names, sizes, languages.
#include "ui/frame/window_fixture.h"
#include "ui/views/view.h"

#include <QAccessible>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QTextDocument>

using namespace ulpscope;
using namespace ulpscope::ui;

class WindowRulesTest : public QObject, protected WindowFixture {
    Q_OBJECT

private slots:
    void initTestCase() { prepare(); }
    void init() { openWindow(); }
    void cleanup() { m_window.reset(); }

    void singleLettersBelongToTextFields();
    void everyActionIsComplete();
    void everyFocusableWidgetHasAName();
    void nothingIsWiderThanASmallScreen();
    void theInspectorsTextsFit();
    void languageChangesInPlace();
};

void WindowRulesTest::singleLettersBelongToTextFields()
{
    auto *line = m_window->findChild<QLineEdit *>(QStringLiteral("stepFilter"));
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    line->setFocus();
    session().setStep(0);
    QTest::keyClicks(line, QStringLiteral("exp l.h "));
    QCOMPARE(line->text(), QStringLiteral("exp l.h "));
    QCOMPARE(session().step(), 0u);
    QVERIFY(!m_window->navigator().isPlaying());
    QTest::keyClick(line, Qt::Key_Right, Qt::ControlModifier | Qt::ShiftModifier); // selects a word there
}

void WindowRulesTest::everyActionIsComplete()
{
    QSet<QString> names, keys;
    for (const QAction *action : m_window->actions().all()) {
        QVERIFY(!action->text().isEmpty() && !action->toolTip().isEmpty() && !action->objectName().isEmpty());
        QVERIFY2(!names.contains(action->objectName()), qPrintable(action->objectName()));
        names << action->objectName();
        for (const QKeySequence &key : action->shortcuts()) {
            QVERIFY2(!keys.contains(key.toString()), qPrintable(key.toString()));
            keys << key.toString();
            QVERIFY2(action->toolTip().contains(key.toString(QKeySequence::NativeText)), qPrintable(action->toolTip()));
        }
    }
}

void WindowRulesTest::everyFocusableWidgetHasAName()
{
    for (const QWidget *widget : m_window->findChildren<QWidget *>()) {
        if (!(widget->focusPolicy() & Qt::TabFocus) || widget->focusProxy() ||
            widget->objectName().startsWith(QLatin1String("qt_")) || widget->inherits("QComboBoxListView"))
            continue;
        const QAccessibleInterface *face = QAccessible::queryAccessibleInterface(const_cast<QWidget *>(widget));
        QVERIFY2(face && !face->text(QAccessible::Name).isEmpty(),
                 qPrintable(QStringLiteral("%1 %2 in %3")
                                .arg(QLatin1String(widget->metaObject()->className()), widget->objectName(),
                                     widget->parentWidget() ? widget->parentWidget()->objectName() : QString())));
    }
}

void WindowRulesTest::nothingIsWiderThanASmallScreen()
{
    for (const Perspective perspective : {Perspective::Explore, Perspective::Compare}) {
        m_window->setPerspective(perspective);
        m_window->resize(1280, 720);
        QTest::qWait(50);
        QVERIFY2(m_window->width() <= 1280 && m_window->height() <= 720,
                 qPrintable(QStringLiteral("%1 x %2").arg(m_window->width()).arg(m_window->height())));
    }
    m_window->setPerspective(Perspective::Explore);
    m_window->setPresenter(true);
    m_window->resize(1280, 720);
    QTest::qWait(50);
    const QSize size = m_window->size();
    m_window->setPresenter(false);
    QVERIFY2(size.width() <= 1280 && size.height() <= 720,
             qPrintable(QStringLiteral("%1 x %2").arg(size.width()).arg(size.height())));
}

/// Two runs whose numbers have all their digits, on a small screen: no label of the inspector is wider than it.
void WindowRulesTest::theInspectorsTextsFit()
{
    RunRequest b = session().document().a;
    b.device = "a100";
    session().setRequest(Side::B, b);
    m_window->setPerspective(Perspective::Compare);
    m_window->resize(1280, 720);
    auto *panel = m_window->findChild<QWidget *>(QStringLiteral("inspectorPanel"));
    QVERIFY(panel);
    auto *scroll = panel->findChild<QScrollArea *>();
    QVERIFY(scroll);
    for (int key = 200; key < 260; key += 7) {
        Selection selection = session().selection();
        selection.row = 299;
        selection.key = key;
        selection.column = key % 128;
        session().select(selection);
        QVERIFY(ready());
        for (const QLabel *label : scroll->widget()->findChildren<QLabel *>()) {
            if (!label->isVisibleTo(panel))
                continue;
            QTextDocument text; // a label with wrapping text says that it can be as narrow as one likes
            text.setDefaultFont(label->font());
            text.setDocumentMargin(0);
            text.setHtml(label->text());
            text.setTextWidth(label->width());
            QVERIFY2(text.idealWidth() <= label->width() + 1 &&
                         label->mapTo(scroll->widget(), QPoint()).x() + label->width() <= scroll->viewport()->width(),
                     qPrintable(
                         QStringLiteral("%1 > %2: %3").arg(text.idealWidth()).arg(label->width()).arg(label->text())));
        }
    }
}

void WindowRulesTest::languageChangesInPlace()
{
    m_window->setLanguage(QStringLiteral("zh_CN"));
    QTRY_COMPARE(m_window->actions()["fileOpen"]->text(), QStringLiteral("打开(&O)…"));
    QCOMPARE(m_window->workspace().view(QStringLiteral("tiles"))->title(), QStringLiteral("块图"));
    m_window->setLanguage(QStringLiteral("en"));
    QTRY_COMPARE(m_window->actions()["fileOpen"]->text(), QStringLiteral("&Open…"));
}

QTEST_MAIN(WindowRulesTest)
#include "tst_window_rules.moc"
