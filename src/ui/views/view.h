// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/figure.h"
#include "ui/session.h"

#include <QAbstractItemModel>
#include <QAction>
#include <QMap>
#include <QTimer>
#include <QWidget>

#include <memory>
#include <optional>

class QComboBox;
class QLabel;
class QStackedWidget;

namespace ulpscope::ui {

class ViewHeader;

/// A view of the centre. It reads the Session and asks it for changes; it never talks to another view. Concrete views
/// have the constructor `(Session &session, QWidget *parent = nullptr, const QString &id = "<its id>")`; a second
/// instance of a view, as the Compare perspective has, gets an id of its own, so that its view state does not mix with
/// the first's.
class View : public QWidget {
    Q_OBJECT

public:
    View(Session &session, const QString &id, QWidget *parent);

    /// Stable name: prefix of its keys in Session::viewState, name for `ulpscope figure --view`, objectName.
    const QString &id() const { return m_id; }
    virtual QString title() const = 0; ///< translated, the same for all instances: "Tile map"

    /// The view as it stands, for export and copying; null while there is nothing to show.
    virtual std::unique_ptr<FigureSource> figure() const { return nullptr; }
    /// Whether figure() would give one; cheap.
    virtual bool hasFigure() const { return false; }
    /// Why there is nothing to show, the sentence that the view says; empty while there is something.
    const QString &absent() const { return m_why; }
    /// Of a choice whose view state, brought by a session, is none of its entries: a sentence. Empty: all are.
    QString wrongChoice() const { return m_wrongChoices.isEmpty() ? QString() : m_wrongChoices.first(); }
    /// The numbers behind the view for the Table tab; owned by the view, may be null. EditRole or Qt::UserRole of a
    /// cell holds the number for sorting.
    virtual QAbstractItemModel *table() { return nullptr; }
    /// Whether A, B and their difference can be shown by turns.
    virtual bool hasSides() const { return false; }
    /// Whether everything the view shows of the current session has arrived: what an export waits for.
    virtual bool isReady() const { return !isRebuildPending(); }
    /// For a figure of a view that no window shows: what is computed only where somebody looks is computed.
    void setWanted() { m_wanted = true; }

    /// What the view shows: its own choice, or the session's.
    Shown shown() const { return m_shown.value_or(m_session.shown()); }
    /// A fixed choice (the panes of Compare); nullopt follows the session.
    void setShown(std::optional<Shown> shown);

public slots:
    // What the window's keys do to the view that was used last: h, c, v, l, g. Nothing where they mean nothing.
    virtual void home() {}
    virtual void goBack() {}
    virtual void goForward() {}
    virtual void cycleScale() {}
    virtual void toggleGrid() {}

signals:
    void tableChanged();                   ///< table() is another object or became null
    void figureChanged();                  ///< hasFigure() changed
    void shownChanged();                   ///< shown() changed, by the session or by the view's own choice
    void copyRequested();                  ///< the header's copy button
    void exportRequested();                ///< from the header's menu
    void viewRequested(const QString &id); ///< another view shows what was just chosen
    void pinRequested();                   ///< pin what was just selected: Ctrl+click

protected:
    Session &session() const { return m_session; }

    /// Everything below the header.
    void setBody(QWidget *body);
    int bodyHeight() const; ///< what is left below the header
    /// A sentence in place of the body: why there is nothing to show, or what to do about it. Empty: the body.
    void setAbsent(const QString &sentence);
    /// The sentence where the body says it itself; setAbsent() comes before.
    void setReason(const QString &sentence) { m_why = sentence; }
    /// Whether what takes long should be computed: somebody looks at it, or a figure is made of it.
    bool isWanted() const { return m_wanted || isVisible(); }

    /// Shows the session anew. Asked for often and run once, when the signals of one change have all arrived: opening a
    /// file emits a dozen of them.
    virtual void rebuild() = 0;
    void scheduleRebuild();
    bool isRebuildPending() const { return m_rebuild.isActive(); }
    /// Side whose run is shown; A stands for the difference where a view has no picture of it.
    Side side() const { return shown() == Shown::B ? Side::B : Side::A; }
    /// What of the title: "row sum of row 299"; shown muted behind it.
    void setSubtitle(const QString &text);
    /// Right side of the header: colour scale, metric, honesty mark ("every 4th row", "model, not measurement").
    void setScaleText(const QString &text);
    /// An entry of the header's menu; give it text, objectName and (if it is a choice) setCheckable.
    void addMenuAction(QAction *action);
    /// The same as a button in the header too, where there is room.
    void addButton(QAction *action);
    /// A choice in the header, left of the scale text, kept in the view state `name`; its items carry the key as data.
    /// A narrow header moves it into the menu, unless it is `naming`: then it says what is shown, and takes the title's
    /// place. Choosing calls scheduleRebuild().
    void addChoice(QComboBox *choice, const QString &name, bool naming = false);
    /// Shows the entry with the view state's key, the first one if there is none; returns its index.
    int showChoice(QComboBox *choice, const QString &name);
    /// After choices were filled or changed with their signals blocked: gives them the width of their texts.
    void fitHeader();
    /// Whether the view has a use for the choice now.
    void setChoiceWanted(QComboBox *choice, bool wanted);

    // View state under this view's id; see Session::viewState.
    QString state(const QString &name, const QString &fallback = {}) const;
    void setState(const QString &name, const QString &value);

    /// Called after the theme (or the presenter scale) or the language changed.
    virtual void themeChanged() {}
    virtual void retranslate() { scheduleRebuild(); }

    /// Title, sides and buttons as they are now; called where hasSides() changed.
    void refreshHeader();

    void changeEvent(QEvent *event) override;

private:
    void restyle();
    void orderFocus();

    Session &m_session;
    QString m_id;
    std::optional<Shown> m_shown;
    bool m_wanted = false;
    ViewHeader *m_header;
    QMap<QString, QString> m_wrongChoices; ///< by name
    QStackedWidget *m_stack;
    QWidget *m_body = nullptr;
    QLabel *m_absent;
    QString m_why;
    QTimer m_rebuild;
};

} // namespace ulpscope::ui
