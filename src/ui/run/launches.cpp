// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/launches.h"

#include "engine/session/gradient.h"

namespace ulpscope::ui {

Result<ArrivalReport> answerLaunches(const LaunchQuestion &question, const RunSpec &spec, const LoadedInputs &loaded,
                                     const SessionDocument &document, ArrivalOptions options)
{
    options.sum = question.sum;
    options.launches = question.launches;
    options.replay = true;
    std::vector<float> dO;
    std::string gradient;
    if (question.sum == ArrivalSum::Dq) {
        Result<std::vector<float>> made = outputGradient(loaded, document);
        if (!made.ok())
            return made.status();
        dO = std::move(made).value();
        gradient = gradientText(loaded, 0).english();
    }
    Result<ArrivalStudy> study = studyArrivals(spec, loaded.inputs, dO, options);
    if (!study.ok())
        return study.status();
    return arrivalReport(spec, std::move(study).value(), std::move(gradient));
}

} // namespace ulpscope::ui
