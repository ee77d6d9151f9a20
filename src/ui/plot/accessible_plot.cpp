// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/accessible_plot.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QWidget>

namespace ulpscope::ui {

namespace {

class AccessiblePlot : public QAccessibleWidget {
public:
    explicit AccessiblePlot(QWidget *widget) : QAccessibleWidget(widget, QAccessible::Chart) {}

    QString text(QAccessible::Text kind) const override
    {
        const auto *source = dynamic_cast<const ReadoutSource *>(widget());
        const QString readout = source ? source->readout() : QString();
        if (kind == QAccessible::Value)
            return readout;
        const QString text = QAccessibleWidget::text(kind);
        if (kind != QAccessible::Name || readout.isEmpty())
            return text;
        return text.isEmpty() ? readout : text + QStringLiteral(": ") + readout;
    }
};

QAccessibleInterface *makeAccessiblePlot(const QString &, QObject *object)
{
    auto *widget = qobject_cast<QWidget *>(object);
    return widget && dynamic_cast<ReadoutSource *>(widget) ? new AccessiblePlot(widget) : nullptr;
}

} // namespace

void installPlotAccessibility()
{
    QAccessible::installFactory(makeAccessiblePlot); // ignores a factory that is already there
}

void announceReadout(QWidget *plot)
{
    // QAccessibleAnnouncementEvent is newer than Qt 6.4; screen readers speak a changed name of the focused object.
    QAccessibleEvent named(plot, QAccessible::NameChanged);
    QAccessible::updateAccessibility(&named);
    QAccessibleEvent valued(plot, QAccessible::ValueChanged);
    QAccessible::updateAccessibility(&valued);
}

} // namespace ulpscope::ui
