// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// How the readers and writers of this layer word their messages, and how they fend off what no check can foresee.
#pragma once

#include "engine/status.h"

#include <cstdint>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope::io {

/// Offset of the first byte that is not part of well-formed UTF-8 (no overlong forms, no surrogates), or npos.
std::size_t firstInvalidUtf8(std::string_view text);

/// Text from a file for a message: in quotes, control characters and stray bytes as \xNN, cut after about `longest`
/// bytes.
std::string inQuotes(std::string_view text, std::size_t longest = 80);
inline std::string pathInQuotes(std::string_view path) { return inQuotes(path, std::string_view::npos); }
/// A Python string literal of any text, for the snippets that messages offer.
std::string pythonString(std::string_view text);
/// "[2, 3]"
std::string shapeText(const std::vector<std::int64_t> &shape);
/// "1 byte", "24 bytes"
Phrase bytesText(std::uint64_t bytes);

/// "'x.npy': what": the file is unusable, and why.
Status badFile(const std::string &path, const Phrase &what);
/// "'x.npy': tensor 'q': what"
Status badTensor(const std::string &path, const std::string &tensor, const Phrase &what);
/// "'x.npy': what: the system's reason" (an errno value)
Status ioError(const std::string &path, const Phrase &what, int error);

/// Product of a shape of non-negative sizes times `factor`, or false when it does not fit in 63 bits. A zero does not
/// excuse the other sizes: whether a shape is accepted does not depend on the order of its sizes.
bool checkedProduct(const std::vector<std::int64_t> &shape, std::uint64_t factor, std::uint64_t &product);

/// numpy and PyTorch allow 64 dimensions; more is a damaged or hostile file.
inline constexpr std::size_t kMaxRank = 64;

/// Runs a function and turns running out of memory, the one exception that checks of sizes cannot rule out, into a
/// Status.
template <typename Function>
auto withMemoryGuard(const Phrase &subject, Function &&function) -> decltype(function())
{
    try {
        return function();
    } catch (const std::bad_alloc &) {
    } catch (const std::length_error &) {
    }
    return Status(StatusCode::OutOfMemory, phrase("%1: not enough memory", subject));
}

} // namespace ulpscope::io
