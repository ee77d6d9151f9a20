// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/phrase.h"

#include <optional>
#include <string>
#include <utility>

namespace ulpscope {

enum class StatusCode {
    Ok,
    InvalidArgument, ///< the caller's input is unusable; the message says what, where and what was expected
    NotFound,
    Unsupported, ///< well formed, but not something this build or backend can do
    IoError,
    Cancelled, ///< not a failure: the caller asked for it
    OutOfMemory,
};

/// Outcome of an operation: Ok, or a code and one sentence for the user. Nothing in the engine throws across a layer.
class [[nodiscard]] Status {
public:
    Status() = default;
    Status(StatusCode code, Phrase phrase) : m_code(code), m_phrase(std::move(phrase)) {}

    static Status invalid(Phrase phrase) { return {StatusCode::InvalidArgument, std::move(phrase)}; }
    static Status cancelled() { return {StatusCode::Cancelled, ulpscope::phrase("cancelled")}; }

    bool ok() const { return m_code == StatusCode::Ok; }
    StatusCode code() const { return m_code; }
    const Phrase &phrase() const { return m_phrase; }
    std::string message() const { return m_phrase.english(); }

private:
    StatusCode m_code = StatusCode::Ok;
    Phrase m_phrase;
};

/// A value, or the Status that says why there is none.
template <typename T>
class [[nodiscard]] Result {
public:
    Result(T value) : m_value(std::move(value)) {}
    Result(Status status) : m_status(std::move(status)) {}

    bool ok() const { return m_value.has_value(); }
    const Status &status() const { return m_status; }
    const T &value() const & { return *m_value; }
    T &value() & { return *m_value; }
    T &&value() && { return std::move(*m_value); }
    const T *operator->() const { return &*m_value; }
    T *operator->() { return &*m_value; }

private:
    std::optional<T> m_value;
    Status m_status;
};

} // namespace ulpscope
