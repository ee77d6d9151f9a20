// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/known_badge.h"

#include "ui/models/engine_text.h"

#include <QStyle>

namespace ulpscope::ui {

QStringList knownLines(const RunSpec &spec)
{
    QStringList lines{engineText(spec.known.text)};
    for (const Phrase &note : spec.notes)
        lines << engineText(note);
    lines.removeAll(QString());
    lines.removeDuplicates(); // how it is known may be a note on the run too
    return lines;
}

KnownBadge::KnownBadge(QWidget *parent) : QLabel(parent)
{
    setProperty("badge", QStringLiteral("plain"));
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Maximum);
}

void KnownBadge::setKind(const char *kind)
{
    setProperty("badge", QString::fromLatin1(kind));
    style()->unpolish(this); // style sheets look at a property once
    style()->polish(this);
}

void KnownBadge::setSpec(const RunSpec *spec)
{
    setVisible(spec != nullptr);
    if (!spec)
        return;
    if (spec->counterfactual) {
        setText(tr("counterfactual"));
        setKind("warn");
    } else if (spec->known.known == Known::Reproduced) {
        setText(tr("reproduced"));
        setKind("ok");
    } else if (spec->known.known == Known::Published) {
        setText(tr("published"));
        setKind("plain");
    } else {
        setText(tr("model"));
        setKind("warn");
    }
    const QStringList lines = knownLines(*spec);
    setToolTip(QStringLiteral("<p>%1</p>").arg(lines.join(QStringLiteral("</p><p>"))));
    setAccessibleName(text());
    setAccessibleDescription(lines.join(QLatin1Char(' ')));
}

} // namespace ulpscope::ui
