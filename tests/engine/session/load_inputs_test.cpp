// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/session/session.h"

#include "engine/io/io_test_support.h"
#include "support/golden_path.h"

#include <cmath>

namespace ulpscope::test {
namespace {

/// A tensor of this shape that counts from `first`; small whole numbers are exact in every format.
Tensor counting(const std::string &name, DType type, std::vector<std::int64_t> shape, int first = 0)
{
    std::int64_t count = 1;
    for (const std::int64_t size : shape)
        count *= size;
    std::vector<float> values;
    for (std::int64_t i = 0; i < count; ++i)
        values.push_back(static_cast<float>((first + i) % 100));
    return tensorFromFloats(name, type, std::move(shape), values.data());
}

class LoadInputs : public testing::Test {
protected:
    /// Writes a file and makes a session for it.
    SessionDocument sessionFor(std::vector<Tensor> tensors, std::map<std::string, std::string> metadata = {})
    {
        const std::string path = scratch.file("f.safetensors");
        TensorFile file{path, std::move(metadata), std::move(tensors)};
        EXPECT_TRUE(writeSafetensors(path, file).ok());
        const Result<SessionDocument> session = sessionForFile(path);
        EXPECT_TRUE(session.ok()) << session.status().message();
        return session.value();
    }
    std::vector<Tensor> bhnd(DType type = DType::BF16)
    {
        return {counting("q", type, {1, 4, 3, 8}), counting("k", type, {1, 2, 5, 8}, 7),
                counting("v", type, {1, 2, 5, 6}, 9), counting("o", type, {1, 4, 3, 6}, 11)};
    }
    LoadedInputs load(const SessionDocument &session)
    {
        Result<LoadedInputs> loaded = loadInputs(session, "");
        EXPECT_TRUE(loaded.ok()) << loaded.status().message();
        return loaded.ok() ? std::move(loaded).value() : LoadedInputs();
    }
    std::string refusal(const SessionDocument &session)
    {
        const Result<LoadedInputs> loaded = loadInputs(session, "");
        return loaded.ok() ? "accepted" : loaded.status().message();
    }

    const ScratchDir scratch;
};

TEST_F(LoadInputs, TakesSizesFormatAndValuesFromTheFile)
{
    const SessionDocument session = sessionFor(bhnd());
    EXPECT_EQ(session.observedTensor, "o");
    const LoadedInputs loaded = load(session);
    const Problem &p = loaded.problem;
    EXPECT_EQ((std::vector{p.batch, p.heads, p.kvHeads, p.seqlenQ, p.seqlenK, p.headDim, p.headDimV}),
              (std::vector{1, 4, 2, 3, 5, 8, 6}));
    EXPECT_EQ(p.dtype, DType::BF16);
    EXPECT_TRUE(loaded.inputs->validate(p).ok());
    EXPECT_EQ(loaded.inputs->k[3], 10.0f);
    EXPECT_TRUE(loaded.file.find("q")->data.empty()) << "the values are held once";
    EXPECT_EQ(loaded.file.find("q")->shape, (std::vector<std::int64_t>{1, 4, 3, 8}));
    EXPECT_FALSE(loaded.file.find("o")->data.empty());
}

TEST_F(LoadInputs, DefaultsAreSaidToBeThat)
{
    const LoadedInputs loaded = load(sessionFor(bhnd()));
    EXPECT_EQ(loaded.problem.scale, static_cast<float>(1.0 / std::sqrt(8.0)));
    EXPECT_EQ(loaded.problem.mask.kind, Mask::Kind::None);
    EXPECT_NE(loaded.notes.at("scale").english().find("1/sqrt(8), since the file does not say"), std::string::npos);
    EXPECT_NE(loaded.notes.at("mask").english().find("since the file does not say"), std::string::npos);
    EXPECT_NE(loaded.notes.at("layout").english().find("the only one that fits"), std::string::npos);
}

TEST_F(LoadInputs, MetadataSupplyScaleAndMask)
{
    LoadedInputs loaded = load(sessionFor(bhnd(), {{"scale", "0.0883883476483184"}, {"causal", "True"}}));
    EXPECT_EQ(loaded.problem.scale, 0.0883883476483184f);
    EXPECT_EQ(loaded.problem.mask.kind, Mask::Kind::CausalTopLeft);
    EXPECT_NE(loaded.notes.at("scale").english().find("from the file's metadata"), std::string::npos);
    loaded = load(sessionFor(bhnd(), {{"causal", "True"}, {"causal_alignment", "bottom-right"}}));
    EXPECT_EQ(loaded.problem.mask.kind, Mask::Kind::CausalBottomRight);
    loaded = load(sessionFor(
        bhnd(), {{"causal", "False"}, {"causal_alignment", "bottom-right"}, {"kernel_options", "{'BLOCK_M': 64}"}}));
    EXPECT_EQ(loaded.problem.mask.kind, Mask::Kind::None);
    EXPECT_EQ(loaded.notes.at("mask").english(), "none, from the file's metadata");
}

TEST_F(LoadInputs, WhatWroteTheOutputsIsSaid)
{
    const LoadedInputs fa2 = load(sessionFor(bhnd(), {{"backend", "fa2"}}));
    EXPECT_EQ(fa2.unknownBackend, "");
    EXPECT_EQ(fa2.notes.at("outputs").english(), "written by fa2");
    const LoadedInputs other = load(sessionFor(bhnd(), {{"backend", "somebody's kernel"}}));
    EXPECT_EQ(other.unknownBackend, "somebody's kernel");
    EXPECT_EQ(other.notes.at("outputs").english(), "written by somebody's kernel, for which there is no kernel here");
}

TEST_F(LoadInputs, TheSessionOverridesTheFile)
{
    SessionDocument session = sessionFor(bhnd(), {{"scale", "0.5"}, {"causal", "True"}});
    session.scale = 0.25;
    session.softcap = 20.0;
    session.mask = Mask{Mask::Kind::Window, 2, 0, {4}};
    const LoadedInputs loaded = load(session);
    EXPECT_EQ(loaded.problem.scale, 0.25f);
    EXPECT_EQ(loaded.problem.softcap, 20.0f);
    EXPECT_TRUE(loaded.problem.mask == *session.mask);
    EXPECT_EQ(loaded.notes.at("scale").english(), "0.25, as chosen");
    session.mask->keyLengths = {6};
    EXPECT_NE(refusal(session).find("key length 6"), std::string::npos);
    session.mask.reset();
    session.softcap = -1.0;
    EXPECT_NE(refusal(session).find("softcap"), std::string::npos);
}

TEST_F(LoadInputs, BothLayoutsHoldTheSameProblem)
{
    const LoadedInputs a = load(sessionFor(bhnd()));
    // The same values with heads and sequence swapped.
    std::vector<Tensor> swapped;
    for (const Tensor &t : bhnd()) {
        const auto values = toFloats(t).value();
        std::vector<float> moved;
        for (std::int64_t n = 0; n < t.shape[2]; ++n) {
            for (std::int64_t h = 0; h < t.shape[1]; ++h)
                moved.insert(moved.end(), values.begin() + (h * t.shape[2] + n) * t.shape[3],
                             values.begin() + (h * t.shape[2] + n + 1) * t.shape[3]);
        }
        swapped.push_back(tensorFromFloats(t.name, DType::BF16, {1, t.shape[2], t.shape[1], t.shape[3]}, moved.data()));
    }
    const SessionDocument session = sessionFor(swapped);
    const LoadedInputs b = load(session);
    EXPECT_EQ(b.layout, InputSource::Layout::BNHD);
    EXPECT_TRUE(a.problem == b.problem);
    EXPECT_EQ(a.inputs->q, b.inputs->q);
    EXPECT_EQ(a.inputs->k, b.inputs->k);
    EXPECT_EQ(a.inputs->v, b.inputs->v);
    EXPECT_EQ(observedOutput(b, session, "o").value(), toFloats(bhnd()[3]).value());
}

TEST_F(LoadInputs, FindsNamesByConvention)
{
    for (const auto &names : {std::vector<std::string>{"Q", "K", "V"},
                              {"query", "key", "value"},
                              {"query_states", "key_states", "value_states"},
                              {"xq", "xk", "xv"}}) {
        const SessionDocument session =
            sessionFor({counting(names[0], DType::F32, {1, 1, 2, 4}), counting(names[1], DType::F32, {1, 1, 2, 4}),
                        counting(names[2], DType::F32, {1, 1, 2, 4}), counting("out", DType::F32, {1, 1, 2, 4})});
        EXPECT_EQ(session.input.k, names[1]);
        EXPECT_EQ(session.observedTensor, "out");
        EXPECT_EQ(session.a.kernel, "textbook") << "no other kernel takes fp32";
        load(session);
    }
    EXPECT_EQ(sessionFor(bhnd(), {{"backend", "cudnn"}}).a.kernel, "cudnn");
    EXPECT_EQ(sessionFor(bhnd(), {{"backend", "something new"}}).a.kernel, "fa2-pytorch");
}

TEST_F(LoadInputs, OneTensorMayBeQueryKeyAndValue)
{
    SessionDocument session = sessionFor({counting("x", DType::F16, {1, 2, 3, 4})});
    session.input.q = session.input.k = session.input.v = "x";
    const LoadedInputs loaded = load(session);
    EXPECT_EQ(loaded.inputs->q, loaded.inputs->v);
    EXPECT_EQ(loaded.inputs->q.size(), 24u);
}

TEST_F(LoadInputs, Bfloat16BitsOfAnIntegerTensorAreReadWhenAsked)
{
    std::vector<Tensor> tensors = bhnd();
    for (Tensor &t : tensors) {
        t.type = ElementType::U16;
        t.typeName = "U16";
    }
    SessionDocument session = sessionFor(tensors);
    EXPECT_NE(refusal(session).find("choose to read it as bf16"), std::string::npos);
    session.input.bf16Bits = true;
    const LoadedInputs loaded = load(session);
    EXPECT_EQ(loaded.problem.dtype, DType::BF16);
    EXPECT_EQ(loaded.inputs->q, toFloats(bhnd()[0]).value());
    EXPECT_EQ(observedOutput(loaded, session, "o").value(), toFloats(bhnd()[3]).value());
    EXPECT_EQ(loaded.notes.at("dtype").english(), "bf16, 16-bit values read as its bits");

    SessionDocument native = sessionFor(bhnd());
    native.input.bf16Bits = true;
    EXPECT_EQ(load(native).notes.at("dtype").english(), "bf16, of the tensors") << "nothing had to be read as anything";
}

TEST_F(LoadInputs, MetadataSupplyWindowKeyLengthsAndSoftcap)
{
    const LoadedInputs loaded = load(sessionFor(
        bhnd(), {{"causal", "False"}, {"window_size", "(2, 0)"}, {"key_lengths", "[4]"}, {"softcap", "20.0"}}));
    EXPECT_TRUE(loaded.problem.mask == (Mask{Mask::Kind::Window, 2, 0, {4}}));
    EXPECT_EQ(loaded.problem.softcap, 20.0f);
    EXPECT_EQ(loaded.notes.at("mask").english(), "window:2,0, key lengths [4], from the file's metadata");
    const std::string path = "'" + scratch.file("f.safetensors") + "': ";
    EXPECT_EQ(refusal(sessionFor(bhnd(), {{"key_lengths", "[6]"}})), path + "problem: key length 6 is outside 0..5");
    EXPECT_EQ(refusal(sessionFor(bhnd(), {{"key_lengths", "[4, 4]"}})).find(path + "problem: 2 key lengths"), 0u);
    EXPECT_EQ(refusal(sessionFor(bhnd(), {{"causal", "True"}, {"window_size", "(2, 0)"}})).find(path), 0u);
}

TEST_F(LoadInputs, WhatDoesNotFitIsNamed)
{
    const std::string path = "'" + scratch.file("f.safetensors") + "': ";
    std::vector<Tensor> tensors = bhnd();
    tensors[2] = counting("v", DType::F16, {1, 2, 5, 6});
    EXPECT_EQ(refusal(sessionFor(tensors)),
              path + "tensor 'v': holds fp16, 'q' holds bf16, expected one format for q, k and v");
    tensors = bhnd();
    tensors.erase(tensors.begin() + 1);
    EXPECT_EQ(refusal(sessionFor(tensors)), path + "has no tensor 'k'; it holds 'o', 'q', 'v'");
    EXPECT_NE(refusal(sessionFor({counting("q", DType::F64, {1, 1, 1, 4}), counting("k", DType::F64, {1, 1, 1, 4}),
                                  counting("v", DType::F64, {1, 1, 1, 4})}))
                  .find("'F64'"),
              std::string::npos);
}

/// What a choice of tensors would make can be said before anything is read: from names, types and shapes alone.
TEST_F(LoadInputs, ShapesAreToldWithoutData)
{
    const SessionDocument session = sessionFor(bhnd());
    TensorFile headers = load(session).file;
    for (Tensor &tensor : headers.tensors)
        tensor.data.clear();
    const Result<Problem> problem = inputShapes(headers, session.input);
    ASSERT_TRUE(problem.ok()) << problem.status().message();
    EXPECT_EQ(problem->heads, 4);
    EXPECT_EQ(problem->kvHeads, 2);
    EXPECT_EQ(problem->seqlenQ, 3);
    EXPECT_EQ(problem->seqlenK, 5);
    EXPECT_EQ(problem->headDim, 8);
    EXPECT_EQ(problem->headDimV, 6);
    EXPECT_EQ(problem->dtype, DType::BF16);

    SessionDocument wrong = session;
    wrong.input.v = "o"; // 4 heads, not 2
    const Result<Problem> refused = inputShapes(headers, wrong.input);
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.status().message(), refusal(wrong)); // the same sentence as when the file is read
}

TEST_F(LoadInputs, ObservedOutputsMustBeOfThisProblem)
{
    std::vector<Tensor> tensors = bhnd();
    tensors.push_back(counting("o32", DType::F32, {1, 4, 3, 6}));
    tensors.push_back(counting("short", DType::BF16, {1, 4, 3, 5}));
    const SessionDocument session = sessionFor(tensors);
    const LoadedInputs loaded = load(session);
    const auto message = [&](const std::string &name) {
        const auto result = observedOutput(loaded, session, name);
        return result.ok() ? "accepted" : result.status().message();
    };
    EXPECT_EQ(observedOutput(loaded, session, "o").value().size(), 72u);
    EXPECT_NE(message("o32").find("tensor 'o32': holds fp32, expected bf16"), std::string::npos);
    EXPECT_NE(message("short").find("shape [1, 4, 3, 5], expected [1, 4, 3, 6]"), std::string::npos);
    EXPECT_NE(message("q").find("is an input"), std::string::npos);
    EXPECT_NE(message("x").find("has no tensor 'x'"), std::string::npos);
    SessionDocument generated;
    EXPECT_FALSE(observedOutput(loaded, generated, "o").ok());
}

TEST_F(LoadInputs, RelativePathsAreRelativeToTheSession)
{
    SessionDocument session = sessionFor(bhnd());
    session.input.path = "f.safetensors";
    EXPECT_FALSE(loadInputs(session, "/nonexistent").ok());
    const std::string directory = scratch.file("");
    EXPECT_TRUE(loadInputs(session, directory).ok());
}

TEST(GenerateInputs, MakesTheProblemOfTheSession)
{
    SessionDocument session;
    session.input.generator = {"nan-outside", 3, 1.0};
    Problem &p = session.input.generatorProblem;
    p.heads = p.kvHeads = 2;
    p.seqlenQ = p.seqlenK = 4;
    p.headDim = p.headDimV = 8;
    session.mask = Mask{Mask::Kind::None, -1, -1, {3}};
    const Result<LoadedInputs> loaded = loadInputs(session, "");
    ASSERT_TRUE(loaded.ok()) << loaded.status().message();
    EXPECT_TRUE(loaded->problem.mask == *session.mask);
    EXPECT_TRUE(loaded->inputs->validate(loaded->problem).ok());
    EXPECT_TRUE(std::isnan(loaded->inputs->v[3 * 8])) << "the session's key lengths count";
    EXPECT_FALSE(std::isnan(loaded->inputs->v[2 * 8]));
}

TEST(GenerateInputs, ProblemsThatCannotBeHeldAreRefusedBeforeMemoryIsTaken)
{
    SessionDocument session;
    Problem &p = session.input.generatorProblem;
    p.seqlenQ = p.seqlenK = 1 << 30;
    p.heads = p.kvHeads = 1 << 20;
    p.headDim = p.headDimV = 128;
    const Result<LoadedInputs> loaded = loadInputs(session, "");
    ASSERT_FALSE(loaded.ok());
    EXPECT_EQ(loaded.status().code(), StatusCode::Unsupported);
    const auto refusal = [&] {
        const Result<LoadedInputs> inputs = loadInputs(session, "");
        return inputs.ok() ? "accepted" : inputs.status().message();
    };
    // 4 tensors of 2^30 x 128 values
    p.heads = p.kvHeads = 1;
    EXPECT_EQ(refusal(), "problem: its tensors would hold 549,755,813,888 values, expected at most 2,147,483,648");
    p.seqlenQ = p.seqlenK = (1 << 22) + 1;
    EXPECT_EQ(refusal(), "problem: its tensors would hold 2,147,484,160 values, expected at most 2,147,483,648");
    p.seqlenQ = p.seqlenK = 1;
    p.headDim = p.headDimV = 1 << 30; // int does not hold their sum
    EXPECT_NE(refusal().find("4,294,967,296 values"), std::string::npos) << refusal();
    p.batch = p.heads = p.kvHeads = p.headDim = p.headDimV = p.seqlenQ = p.seqlenK = 2'000'000'000;
    EXPECT_NE(refusal().find("more than 9,000,000,000,000,000,000"), std::string::npos) << refusal();
    p = Problem();
    p.headDim = p.headDimV = 1;
    p.seqlenK = 1;
    p.seqlenQ = 0;
    EXPECT_NE(loadInputs(session, "").status().message().find("seqlenQ is 0"), std::string::npos);
}

TEST(GoldenInputs, MetadataMakeTheRecordedProblem)
{
    const Result<SessionDocument> session = sessionForFile(goldenPath("fa2_fp16_d128_causal"));
    ASSERT_TRUE(session.ok());
    EXPECT_EQ(session->a.kernel, "fa2-pytorch");
    EXPECT_EQ(session->observedTensor, "o_batch1");
    const Result<LoadedInputs> loaded = loadInputs(session.value(), "");
    ASSERT_TRUE(loaded.ok());
    EXPECT_EQ(loaded->problem.scale, static_cast<float>(0.08838834764831843));
    EXPECT_EQ(loaded->problem.mask.kind, Mask::Kind::CausalTopLeft);
    EXPECT_NE(loaded->notes.at("layout").english().find("guessed"), std::string::npos);
}

} // namespace
} // namespace ulpscope::test
