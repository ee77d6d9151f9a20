// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/io/generator.h"
#include "engine/io/tensor.h"
#include "engine/schedule/run_spec.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ulpscope {

/// Where q, k and v come from.
struct InputSource {
    enum class Kind { File, Generator };
    Kind kind = Kind::Generator;
    std::string path;                      ///< File: relative paths are relative to the session file
    std::string q = "q", k = "k", v = "v"; ///< File: tensor names
    /// File: [batch, heads, seq, dim] or [batch, seq, heads, dim]; Auto: BHND unless only BNHD makes sense
    enum class Layout { Auto, BHND, BNHD } layout = Layout::Auto;
    bool bf16Bits = false;    ///< File: 16-bit integers and 2-byte void are the bits of bf16, for which npy has no code
    GeneratorSpec generator;  ///< Generator
    Problem generatorProblem; ///< Generator: shapes, dtype, mask, scale
    bool operator==(const InputSource &) const = default;
};

/// What is looked at: one object, shared by all views. -1: none.
struct Selection {
    int batch = 0, head = 0;
    int row = -1;    ///< query row
    int key = -1;    ///< key (column of S and P)
    int column = -1; ///< column of O
    bool operator==(const Selection &) const = default;
};

/// Everything that a session file fixes. Serialised as `*.ulps.json` (schema "ulpscope.session/1", sorted keys): equal
/// sessions give equal bytes. Of the input, only what its kind uses is written.
struct SessionDocument {
    std::string title;
    InputSource input;
    std::optional<Mask> mask;    ///< instead of the file's
    std::optional<double> scale; ///< instead of the file's (or 1/sqrt(headDim))
    std::optional<double> softcap;
    RunRequest a;
    std::optional<RunRequest> b;
    std::string observedTensor; ///< an output in the input file to compare with (B when b is absent); may be empty
    std::uint64_t step = 0;
    Selection selection;
    std::map<std::string, std::string> views; ///< view state by view id, opaque to the engine ("error.metric": "ulp")
};

std::string sessionToJson(const SessionDocument &session);
/// Strict: unknown keys and wrong types are named. `path` is used in messages.
Result<SessionDocument> parseSession(const std::string &json, const std::string &path);
Result<SessionDocument> readSession(const std::string &path);
Status writeSession(const SessionDocument &session, const std::string &path);

/// A session's problem and data, ready to run.
struct LoadedInputs {
    Problem problem;
    std::shared_ptr<const Inputs> inputs;
    InputSource::Layout layout = InputSource::Layout::BHND; ///< of the file's tensors, found or chosen; never Auto
    TensorFile file; ///< File sources: the file (q, k and v emptied of data); for observed outputs and metadata
    std::string unknownBackend; ///< what wrote the file's outputs, where no kernel here stands for it
    /// How the problem was found: by "dtype", "layout", "mask", "scale"; "outputs": what wrote those of the file.
    std::map<std::string, Phrase> notes;
};
/// Reads or generates the inputs. File metadata supply scale and causal ("True"/"False"); the session's fields
/// override. `baseDirectory` resolves relative paths. Messages name the file, the tensor and what was expected.
Result<LoadedInputs> loadInputs(const SessionDocument &session, const std::string &baseDirectory);

/// Sizes and format of the problem that a choice of tensors makes, or why it makes none. Needs names, types and shapes
/// of `file`, not its data; mask and scale are not looked at.
Result<Problem> inputShapes(const TensorFile &file, const InputSource &source);

/// An observed output tensor [batch, heads, seqlenQ, headDimV] (or the layout of the inputs) as fp32 in BHND order.
/// Refused when its format is not the problem's: other bits could only be compared after a rounding that nobody asked
/// for.
Result<std::vector<float>> observedOutput(const LoadedInputs &loaded, const SessionDocument &session,
                                          const std::string &tensor);

/// The kernel whose recorded files say `backend` in their metadata; empty: none here.
std::string kernelOfBackend(const std::string &backend);

/// A session for a tensor file with default choices: tensor names by convention (q, k, v; query, key, value;
/// query_states, ...; an output o, out, output, ...), the kernel that the file's metadata name as its backend, else one
/// that takes the format, and the batch of the launch that wrote its outputs, where the metadata count its `copies`.
Result<SessionDocument> sessionForFile(const std::string &path);

} // namespace ulpscope
