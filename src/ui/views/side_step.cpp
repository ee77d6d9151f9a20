// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/side_step.h"

namespace ulpscope::ui {

quint64 stepOf(const Session &session, Side side)
{
    if (side == Side::A)
        return session.step();
    const std::shared_ptr<const Schedule> a = session.schedule(Side::A), b = session.schedule(Side::B);
    return a && b ? correspondingPosition(*a, session.step(), *b) : 0;
}

void goToStepOf(Session &session, Side side, quint64 position)
{
    const std::shared_ptr<const Schedule> a = session.schedule(Side::A), b = session.schedule(Side::B);
    if (side == Side::A)
        session.setStep(position);
    else if (a && b)
        session.setStep(correspondingPosition(*b, position, *a));
}

} // namespace ulpscope::ui
