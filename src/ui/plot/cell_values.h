// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

namespace ulpscope::ui {

/// The numbers of a matrix. They may belong to somebody else, such as the trace of a run: 64 MB of scores are then
/// drawn without a copy. Writing makes a copy of one's own first, so const access is what readers want.
class CellValues {
public:
    CellValues() = default;
    CellValues(std::vector<float> values) : m_values(std::make_shared<std::vector<float>>(std::move(values))) {}
    CellValues(std::initializer_list<float> values) : CellValues(std::vector<float>(values)) {}
    /// Values that live as long as the pointer, and do not change.
    static CellValues sharing(std::shared_ptr<const std::vector<float>> values)
    {
        CellValues result;
        result.m_values = std::const_pointer_cast<std::vector<float>>(std::move(values)); // own() never writes to it
        result.m_foreign = true;
        return result;
    }

    operator const std::vector<float> &() const { return get(); }
    std::size_t size() const { return get().size(); }
    bool empty() const { return get().empty(); }
    const float *data() const { return get().data(); }
    float operator[](std::size_t i) const { return (*m_values)[i]; }
    auto begin() const { return get().begin(); }
    auto end() const { return get().end(); }
    bool operator==(const CellValues &other) const { return get() == other.get(); }

    float &operator[](std::size_t i) { return own()[i]; }
    auto begin() { return own().begin(); }
    auto end() { return own().end(); }
    void push_back(float value) { own().push_back(value); }
    void resize(std::size_t count) { own().resize(count); }
    void assign(std::size_t count, float value) { *this = std::vector<float>(count, value); }

private:
    const std::vector<float> &get() const
    {
        static const std::vector<float> kNone;
        return m_values ? *m_values : kNone;
    }
    std::vector<float> &own()
    {
        if (!m_values || m_foreign || m_values.use_count() > 1) {
            m_values = std::make_shared<std::vector<float>>(get());
            m_foreign = false;
        }
        return *m_values;
    }

    std::shared_ptr<std::vector<float>> m_values;
    bool m_foreign = false;
};

} // namespace ulpscope::ui
