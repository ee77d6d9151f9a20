// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/io/metadata.h"
#include "engine/io/text.h"
#include "engine/session/session.h"

#include <filesystem>
#include <initializer_list>

namespace ulpscope {
namespace {

constexpr int kMostRequests = 1'000'000; ///< of one launch
constexpr std::size_t kMaxSessionBytes = 16u << 20;

struct InputNames {
    const char *q, *k, *v;
};

/// What q, k and v are called in the wild: papers, torch.nn.functional, transformers, Megatron-LM, Llama.
constexpr InputNames kInputNames[] = {{"q", "k", "v"},
                                      {"Q", "K", "V"},
                                      {"query", "key", "value"},
                                      {"query_states", "key_states", "value_states"},
                                      {"query_layer", "key_layer", "value_layer"},
                                      {"xq", "xk", "xv"}};
constexpr const char *kOutputNames[] = {"o", "out", "output", "attn_output", "o_batch1"};

struct BackendKernel {
    const char *backend; ///< metadata "backend" of recorded files
    const char *kernel;
};
constexpr BackendKernel kBackendKernels[] = {{"fa2", "fa2-pytorch"},
                                             {"cudnn", "cudnn"},
                                             {"math", "math"},
                                             {"mem_efficient", "mem-efficient"},
                                             {"flex_attention (Inductor Triton template)", "flex"},
                                             {"flex", "flex"},
                                             {"triton tutorial 06", "triton-tutorial"}};

} // namespace

Result<SessionDocument> readSession(const std::string &path)
{
    const Result<std::vector<std::byte>> bytes = readWholeFile(path, kMaxSessionBytes);
    if (!bytes.ok())
        return bytes.status();
    return parseSession(std::string(reinterpret_cast<const char *>(bytes->data()), bytes->size()), path);
}

Status writeSession(const SessionDocument &session, const std::string &path)
{
    if (io::firstInvalidUtf8(session.input.path) != std::string::npos)
        return io::badFile(path,
                           phrase("the input's path %1 is not UTF-8, so no JSON file can hold it; rename the input",
                                  io::inQuotes(session.input.path)));
    const std::string text = sessionToJson(session);
    return writeFileAtomically(path, text.data(), text.size());
}

std::string kernelOfBackend(const std::string &backend)
{
    for (const BackendKernel &known : kBackendKernels) {
        if (backend == known.backend)
            return known.kernel;
    }
    return {};
}

Result<SessionDocument> sessionForFile(const std::string &path)
{
    const Result<TensorFile> file = readTensorFile(path);
    if (!file.ok())
        return file.status();
    SessionDocument session;
    session.title = std::filesystem::path(path).stem().string();
    session.input.kind = InputSource::Kind::File;
    session.input.path = path;
    // Where no convention fits, the first one stays, and loading says what the file holds instead.
    for (const InputNames &names : kInputNames) {
        if (file->find(names.q) && file->find(names.k) && file->find(names.v)) {
            session.input.q = names.q;
            session.input.k = names.k;
            session.input.v = names.v;
            break;
        }
    }
    for (const char *name : kOutputNames) {
        if (file->find(name)) {
            session.observedTensor = name;
            break;
        }
    }
    if (const Tensor *q = file->find(session.input.q); q && q->type == ElementType::F32)
        session.a.kernel = "textbook";
    if (const auto backend = file->metadata.find("backend"); backend != file->metadata.end()) {
        if (std::string kernel = kernelOfBackend(backend->second); !kernel.empty())
            session.a.kernel = std::move(kernel);
    }
    // Its outputs were written by a launch of so many copies, which the split rule and dQ's accumulators count. What is
    // wrong with the metadata is said when the file is loaded.
    if (const Result<AttentionMetadata> metadata = readAttentionMetadata(file.value());
        metadata.ok() && metadata->copies > 1) {
        const Result<Problem> problem = inputShapes(file.value(), session.input);
        if (problem.ok() && problem->batch <= kMostRequests / metadata->copies)
            session.a.batch = problem->batch * metadata->copies;
    }
    return session;
}

} // namespace ulpscope
