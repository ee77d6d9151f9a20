// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/calibration/mma_study.h"
#include "engine/calibration/model_device.h"
#include "engine/schedule/catalog.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

namespace ulpscope::test {

inline const Catalog &shippedCatalog()
{
    static const Result<Catalog> catalog = Catalog::load(ULPSCOPE_SOURCE_DIR "/resources");
    EXPECT_TRUE(catalog.ok()) << catalog.status().message();
    return catalog.value();
}

inline const DeviceProfile &shipped(const std::string &id) { return *shippedCatalog().device(id).value(); }

inline const std::shared_ptr<const ApproxTables> &h200Tables()
{
    static const auto tables = ApproxTables::load(shippedCatalog().tableDirectory("h200"), "h200");
    EXPECT_TRUE(tables.ok()) << tables.status().message();
    return tables.value();
}

/// The model of a shipped device, with an H200's tables, quickly: what was once computed is kept, and lg2 below 1,
/// whose rounding is slow and of no interest here, is the exponent plus the table's value.
class QuickModel final : public CalibrationDevice {
public:
    explicit QuickModel(const DeviceProfile &profile) : m_model(profile, h200Tables()) {}
    Result<worker::GpuLimits> limits(const std::stop_token &stop) override { return m_model.limits(stop); }
    Status approximate(worker::ApproxFunction function, std::uint32_t first, std::span<std::uint32_t> out,
                       const std::stop_token &stop) override
    {
        static std::map<std::tuple<worker::ApproxFunction, std::uint32_t, std::size_t>, std::vector<std::uint32_t>>
            kept;
        std::vector<std::uint32_t> &words = kept[{function, first, out.size()}];
        if (words.empty()) {
            words.resize(out.size());
            if (function == worker::ApproxFunction::Lg2Ftz && first < floatBits(1.0f)) {
                for (std::size_t i = 0; i < words.size(); ++i) {
                    const std::uint32_t argument = first + static_cast<std::uint32_t>(i);
                    const float low =
                        floatFromBits(h200Tables()->word(ApproxTables::Words::Lg2Low, argument & 0x7FFFFF));
                    words[i] = floatBits(static_cast<float>(static_cast<int>(argument >> 23) - 127) + low);
                }
            } else if (Status s = m_model.approximate(function, first, words, stop); !s.ok()) {
                return s;
            }
        }
        std::copy(words.begin(), words.end(), out.begin());
        return {};
    }
    Result<std::vector<std::uint32_t>> multiply(worker::MatrixUnit unit, const MmaBatch &batch,
                                                const std::stop_token &stop) override
    {
        return m_model.multiply(unit, batch, stop);
    }

private:
    ModelDevice m_model;
};

/// A device with one row, made of published parameters and of nothing that the program reads.
inline DeviceProfile deviceOf(DType operands, const TensorCoreSpec &spec, const std::string &instruction = "mma.sync")
{
    DeviceProfile device;
    device.id = "planted";
    device.ccMajor = 9;
    device.mma.push_back({operands, spec, instruction, {}});
    return device;
}

inline MmaStudy study(const DeviceProfile &device, worker::MatrixUnit unit, const DeviceProfile *profile,
                      int vectors = 60)
{
    ModelDevice model(device, nullptr);
    Result<MmaStudy> made = studyUnit(model, mmaUnitInfo(unit), profile, vectors, {});
    EXPECT_TRUE(made.ok()) << made.status().message();
    return made.ok() ? std::move(made).value() : MmaStudy{};
}

inline std::string answerOf(const MmaStudy &study, const std::string &name)
{
    for (const MmaFinding &finding : study.findings) {
        if (finding.name == name)
            return finding.measured;
    }
    return "not asked";
}

} // namespace ulpscope::test
