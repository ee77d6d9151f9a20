// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/actions/actions.h"

#include <QCoreApplication>
#include <QKeySequence>
#include <QRegularExpression>
#include <QWidget>

namespace ulpscope::ui {

namespace {

struct Entry {
    const char *id;
    const char *group;
    const char *text;
    const char *tip;
    const char *keys; ///< separated by '|'
    bool checkable = false;
};

// Texts are translated when they are set, so that the language can change while the window is open.
constexpr Entry kEntries[] = {
    {"fileOpen", "file", QT_TRANSLATE_NOOP("Actions", "&Open…"),
     QT_TRANSLATE_NOOP("Actions", "Open tensors (safetensors, npz, npy), a session, or a figure that carries one"),
     "Ctrl+O"},
    {"fileSave", "file", QT_TRANSLATE_NOOP("Actions", "&Save session"),
     QT_TRANSLATE_NOOP("Actions", "Save problem, runs, step, selection and views"), "Ctrl+S"},
    {"fileSaveAs", "file", QT_TRANSLATE_NOOP("Actions", "Save session &as…"),
     QT_TRANSLATE_NOOP("Actions", "Save the session to another file"), "Ctrl+Shift+S"},
    {"fileExport", "file", QT_TRANSLATE_NOOP("Actions", "&Export figure…"),
     QT_TRANSLATE_NOOP("Actions", "Save the current view as PDF, SVG or PNG; the file reopens this state"), "Ctrl+E"},
    {"fileReload", "file", QT_TRANSLATE_NOOP("Actions", "&Reload and run"),
     QT_TRANSLATE_NOOP("Actions", "Read the inputs again and run everything anew"), "F5"},
    {"fileQuit", "file", QT_TRANSLATE_NOOP("Actions", "&Quit"), QT_TRANSLATE_NOOP("Actions", "Close the window"),
     "Ctrl+Q"},

    {"editCopy", "edit", QT_TRANSLATE_NOOP("Actions", "&Copy table"),
     QT_TRANSLATE_NOOP("Actions", "Copy the selected cells of the table, or all of it, with a header row"), "Ctrl+C"},
    {"editCopyPicture", "edit", QT_TRANSLATE_NOOP("Actions", "Copy &picture"),
     QT_TRANSLATE_NOOP("Actions", "Copy the current view as PNG and SVG"), "Ctrl+Shift+C"},
    {"editCopyCommand", "edit", QT_TRANSLATE_NOOP("Actions", "Copy as command &line"),
     QT_TRANSLATE_NOOP("Actions", "Copy the ulpscope-cli command that runs A"), "Ctrl+Alt+C"},
    {"editPin", "edit", QT_TRANSLATE_NOOP("Actions", "Pin the &selected value"),
     QT_TRANSLATE_NOOP("Actions", "Keep the selected value in view at every step (Ctrl+click in a map)"), "Ctrl+P"},
    {"editGoToCell", "edit", QT_TRANSLATE_NOOP("Actions", "&Go to cell…"),
     QT_TRANSLATE_NOOP("Actions", "Select by number: row 17 col 203 key 64"), "Ctrl+G"},
    {"editFilter", "edit", QT_TRANSLATE_NOOP("Actions", "&Filter steps"),
     QT_TRANSLATE_NOOP("Actions", "Show only steps that match: rescale row:299 flag:max"), "Ctrl+F"},
    {"editClear", "edit", QT_TRANSLATE_NOOP("Actions", "C&lear selection"),
     QT_TRANSLATE_NOOP("Actions", "Select no row, key or column; close what is open"), "Esc"},

    {"stepPlay", "step", QT_TRANSLATE_NOOP("Actions", "&Play"), QT_TRANSLATE_NOOP("Actions", "Play or pause"), "Space"},
    {"stepNext", "step", QT_TRANSLATE_NOOP("Actions", "&Next step"), QT_TRANSLATE_NOOP("Actions", "One step forwards"),
     "Ctrl+Right"},
    {"stepPrevious", "step", QT_TRANSLATE_NOOP("Actions", "Pre&vious step"),
     QT_TRANSLATE_NOOP("Actions", "One step back"), "Ctrl+Left"},
    {"stepNextKeyTile", "step", QT_TRANSLATE_NOOP("Actions", "Next &key tile"),
     QT_TRANSLATE_NOOP("Actions", "To the end of the key tile"), "Ctrl+Shift+Right"},
    {"stepPreviousKeyTile", "step", QT_TRANSLATE_NOOP("Actions", "Previous key tile"),
     QT_TRANSLATE_NOOP("Actions", "Back to the start of the key tile"), "Ctrl+Shift+Left"},
    {"stepNextQueryTile", "step", QT_TRANSLATE_NOOP("Actions", "Next &query tile"),
     QT_TRANSLATE_NOOP("Actions", "To the end of the query tile"), "Ctrl+PgDown"},
    {"stepPreviousQueryTile", "step", QT_TRANSLATE_NOOP("Actions", "Previous query tile"),
     QT_TRANSLATE_NOOP("Actions", "Back to the start of the query tile"), "Ctrl+PgUp"},
    {"stepFirst", "step", QT_TRANSLATE_NOOP("Actions", "&Start"), QT_TRANSLATE_NOOP("Actions", "Before the first step"),
     "Ctrl+Home"},
    {"stepLast", "step", QT_TRANSLATE_NOOP("Actions", "&End"), QT_TRANSLATE_NOOP("Actions", "Behind the last step"),
     "Ctrl+End"},
    {"stepNextEvent", "step", QT_TRANSLATE_NOOP("Actions", "Next e&vent"),
     QT_TRANSLATE_NOOP("Actions", "Next step at which a max changed, something was rescaled, a tie or a NaN appeared"),
     "."},
    {"stepPreviousEvent", "step", QT_TRANSLATE_NOOP("Actions", "Previous event"),
     QT_TRANSLATE_NOOP("Actions", "The event before"), ","},
    {"stepCoarser", "step", QT_TRANSLATE_NOOP("Actions", "Coarser"),
     QT_TRANSLATE_NOOP("Actions", "Play by key tiles, then by query tiles"), "]"},
    {"stepFiner", "step", QT_TRANSLATE_NOOP("Actions", "Finer"),
     QT_TRANSLATE_NOOP("Actions", "Play by key tiles, then by steps"), "["},

    {"viewExplore", "view", QT_TRANSLATE_NOOP("Actions", "&Explore"),
     QT_TRANSLATE_NOOP("Actions", "One run: tiles, matrix, running values, tree, error"), "Alt+1", true},
    {"viewCompare", "view", QT_TRANSLATE_NOOP("Actions", "&Compare"),
     QT_TRANSLATE_NOOP("Actions", "A beside B, and where they part"), "Alt+2", true},
    {"viewKernel", "view", QT_TRANSLATE_NOOP("Actions", "&Kernel"),
     QT_TRANSLATE_NOOP("Actions", "The launch on the SMs, its tiles, the reduction tree"), "Alt+3", true},
    {"viewArrivals", "view", QT_TRANSLATE_NOOP("Actions", "Arrival &orders"),
     QT_TRANSLATE_NOOP("Actions", "The sum that is chosen in the reduction tree, in all or many orders of arrival"),
     "Ctrl+Shift+O"},
    {"viewResetLayout", "view", QT_TRANSLATE_NOOP("Actions", "&Reset layout"),
     QT_TRANSLATE_NOOP("Actions", "Panels back to where they were at first"), "Ctrl+Shift+L"},
    {"viewMaximise", "view", QT_TRANSLATE_NOOP("Actions", "&Maximise view"),
     QT_TRANSLATE_NOOP("Actions", "The current view alone, or all views"), "F10", true},
    {"viewHome", "view", QT_TRANSLATE_NOOP("Actions", "Show &all"),
     QT_TRANSLATE_NOOP("Actions", "The whole picture of the current view"), "H"},
    {"viewBack", "view", QT_TRANSLATE_NOOP("Actions", "View &back"),
     QT_TRANSLATE_NOOP("Actions", "The part that the current view showed before"), "C"},
    {"viewForward", "view", QT_TRANSLATE_NOOP("Actions", "View &forward"),
     QT_TRANSLATE_NOOP("Actions", "Undo View back"), "V"},
    {"viewScale", "view", QT_TRANSLATE_NOOP("Actions", "Next &scale"),
     QT_TRANSLATE_NOOP("Actions", "Linear, log, symlog, ulp: the next that makes sense here"), "L"},
    {"viewGrid", "view", QT_TRANSLATE_NOOP("Actions", "&Grid lines"),
     QT_TRANSLATE_NOOP("Actions", "Lines between cells on or off"), "G"},
    {"viewPresenter", "view", QT_TRANSLATE_NOOP("Actions", "&Presenter size"),
     QT_TRANSLATE_NOOP("Actions", "Everything 1.6 times as large, for a projector"), "F9", true},
    {"viewFullScreen", "view", QT_TRANSLATE_NOOP("Actions", "F&ull screen"),
     QT_TRANSLATE_NOOP("Actions", "The window on the whole screen"), "F11", true},
    {"viewNextPanel", "view", QT_TRANSLATE_NOOP("Actions", "&Next panel"),
     QT_TRANSLATE_NOOP("Actions", "Keyboard focus to the next panel or view"), "F6"},

    {"compareShowA", "compare", QT_TRANSLATE_NOOP("Actions", "Show &A"),
     QT_TRANSLATE_NOOP("Actions", "Views show run A"), "Shift+A", true},
    {"compareShowB", "compare", QT_TRANSLATE_NOOP("Actions", "Show &B"),
     QT_TRANSLATE_NOOP("Actions", "Views show run B or the recorded output"), "Shift+B", true},
    {"compareShowDifference", "compare", QT_TRANSLATE_NOOP("Actions", "Show the &difference"),
     QT_TRANSLATE_NOOP("Actions", "Views show A − B where they can"), "Shift+D", true},
    {"compareSwap", "compare", QT_TRANSLATE_NOOP("Actions", "S&wap A and B"),
     QT_TRANSLATE_NOOP("Actions", "Run A becomes B, run B becomes A"), "X"},
    {"compareBlink", "compare", QT_TRANSLATE_NOOP("Actions", "B&link A and B"),
     QT_TRANSLATE_NOOP("Actions", "Show A and B by turns, twice a second"), "B", true},
    {"compareDivergence", "compare", QT_TRANSLATE_NOOP("Actions", "Go to the &first divergence"),
     QT_TRANSLATE_NOOP("Actions", "The earliest step, row and column at which the bits of A and B part"),
     "Ctrl+Shift+D"},
    {"compareAddB", "compare", QT_TRANSLATE_NOOP("Actions", "Add &run B"),
     QT_TRANSLATE_NOOP("Actions", "A second run, at first the same as A"), "Ctrl+B"},
    {"compareRemoveB", "compare", QT_TRANSLATE_NOOP("Actions", "Re&move run B"),
     QT_TRANSLATE_NOOP("Actions", "Only run A stays"), ""},

    {"helpPalette", "help", QT_TRANSLATE_NOOP("Actions", "&Command palette…"),
     QT_TRANSLATE_NOOP("Actions", "Find anything the window can do by a few letters"), "Ctrl+Shift+P"},
    {"helpKeys", "help", QT_TRANSLATE_NOOP("Actions", "&Keys"), QT_TRANSLATE_NOOP("Actions", "All keys on one page"),
     "F1|?"},
    {"helpPlayground", "help", QT_TRANSLATE_NOOP("Actions", "Associativity &playground"),
     QT_TRANSLATE_NOOP("Actions", "Type numbers and see every rounding of their sum in binary, in any order"),
     "Ctrl+Shift+A"},
    {"helpDevices", "help", QT_TRANSLATE_NOOP("Actions", "&Devices"),
     QT_TRANSLATE_NOOP("Actions", "The CPU and GPUs that can execute here, and why one is absent"), ""},
    {"helpAbout", "help", QT_TRANSLATE_NOOP("Actions", "&About Ulpscope"),
     QT_TRANSLATE_NOOP("Actions", "Version, libraries, licence"), ""},
};

constexpr const char *kGroups[][2] = {
    {"file", QT_TRANSLATE_NOOP("Actions", "&File")},       {"edit", QT_TRANSLATE_NOOP("Actions", "&Edit")},
    {"step", QT_TRANSLATE_NOOP("Actions", "&Run")},        {"view", QT_TRANSLATE_NOOP("Actions", "&View")},
    {"compare", QT_TRANSLATE_NOOP("Actions", "&Compare")}, {"help", QT_TRANSLATE_NOOP("Actions", "&Help")},
};

QString translated(const char *text) { return QCoreApplication::translate("Actions", text); }

const Entry &entryOf(const QAction *action) { return kEntries[action->property("entry").toInt()]; }

} // namespace

Actions::Actions(QWidget *window) : QObject(window)
{
    int index = 0;
    for (const Entry &entry : kEntries) {
        auto *action = new QAction(window);
        action->setObjectName(QLatin1String(entry.id));
        action->setProperty("entry", index++);
        action->setCheckable(entry.checkable);
        QList<QKeySequence> keys;
        for (const QString &key : QString::fromLatin1(entry.keys).split(QLatin1Char('|'), Qt::SkipEmptyParts))
            keys << QKeySequence(key);
        action->setShortcuts(keys);
        window->addAction(action);
        m_all << action;
        m_byId.insert(entry.id, action);
    }
    retranslate();
}

QAction *Actions::operator[](const char *id) const
{
    QAction *action = m_byId.value(id);
    Q_ASSERT(action);
    return action;
}

void Actions::on(const char *id, QObject *context, const std::function<void(bool)> &handler)
{
    connect((*this)[id], &QAction::triggered, context, handler);
}

QString Actions::groupOf(const QAction *action) const { return withoutMnemonic(groupTitle(entryOf(action).group)); }

QList<QAction *> Actions::group(const char *name) const
{
    QList<QAction *> result;
    for (QAction *action : m_all) {
        if (qstrcmp(entryOf(action).group, name) == 0)
            result << action;
    }
    return result;
}

QString Actions::groupTitle(const char *name)
{
    for (const auto &group : kGroups) {
        if (qstrcmp(group[0], name) == 0)
            return translated(group[1]);
    }
    return {};
}

void Actions::retranslate()
{
    for (QAction *action : m_all) {
        const Entry &entry = entryOf(action);
        action->setText(translated(entry.text));
        const QString keys = shortcutText(action);
        action->setToolTip(keys.isEmpty() ? translated(entry.tip)
                                          : QStringLiteral("%1 (%2)").arg(translated(entry.tip), keys));
        action->setStatusTip(translated(entry.tip));
    }
}

QString withoutMnemonic(QString text)
{
    static const QRegularExpression appended(QStringLiteral("\\s*\\(&.\\)"));
    return text.remove(appended).remove(QLatin1Char('&'));
}

QString shortcutText(const QAction *action)
{
    QStringList texts;
    for (const QKeySequence &key : action->shortcuts())
        texts << key.toString(QKeySequence::NativeText);
    return texts.join(QStringLiteral(", "));
}

} // namespace ulpscope::ui
