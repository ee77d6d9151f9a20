// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/session/session.h"

#include "engine/io/io_test_support.h"

#include <nlohmann/json.hpp>

namespace ulpscope::test {
namespace {

using nlohmann::json;

SessionDocument fileSession()
{
    SessionDocument s;
    s.title = "Why \"this\" differs: 为什么";
    s.input.kind = InputSource::Kind::File;
    s.input.path = "../data/x.npz";
    s.input.q = "query";
    s.input.k = "key";
    s.input.v = "value";
    s.input.layout = InputSource::Layout::BNHD;
    s.input.bf16Bits = true;
    s.mask = Mask{Mask::Kind::Window, 128, 0, {17, 512}};
    s.scale = 0.08838834764831843;
    s.softcap = 30.0;
    s.a = {"cudnn", "a100", 256, 0, {{"mma", "v100"}, {"mmaQk", "h200"}, {"keyOrder", "list:1,0"}}};
    s.b = RunRequest{"fa2-pytorch", "h200", 0, 4, {}};
    s.observedTensor = "o_batch256";
    s.step = 18'446'744'073'709'551'615u;
    s.selection = {1, 2, 3, -1, 5};
    s.views = {{"error.metric", "ulp"}, {"tileMap.zoom", "2"}};
    return s;
}

SessionDocument generatorSession()
{
    SessionDocument s;
    s.input.kind = InputSource::Kind::Generator;
    s.input.generator = {"uniform", 18'446'744'073'709'551'615u, 0.1};
    Problem &p = s.input.generatorProblem;
    p.batch = 2;
    p.heads = 8;
    p.kvHeads = 2;
    p.seqlenQ = 3;
    p.seqlenK = 5;
    p.headDim = 64;
    p.headDimV = 32;
    p.dtype = DType::F16;
    p.scale = 0.088388346f;
    p.softcap = 50.0f;
    p.mask = {Mask::Kind::CausalBottomRight, -1, -1, {5, 0}};
    return s;
}

/// `parseSession` of the session with one JSON value replaced; null takes the key out.
Result<SessionDocument> withChange(SessionDocument session, const std::string &pointer, const json &value)
{
    json object = json::parse(sessionToJson(session));
    const json::json_pointer at(pointer);
    if (value.is_null())
        object[at.parent_pointer()].erase(at.back());
    else
        object[at] = value;
    return parseSession(object.dump(), "s.ulps.json");
}

TEST(SessionJson, EverythingReadsBackAndEqualSessionsAreEqualBytes)
{
    for (const SessionDocument &made : {fileSession(), generatorSession(), SessionDocument()}) {
        const std::string text = sessionToJson(made);
        const Result<SessionDocument> read = parseSession(text, "s.ulps.json");
        ASSERT_TRUE(read.ok()) << read.status().message() << text;
        EXPECT_EQ(sessionToJson(read.value()), text);
        EXPECT_EQ(read->title, made.title);
        EXPECT_TRUE(read->input == made.input);
        EXPECT_TRUE(read->mask == made.mask);
        EXPECT_EQ(read->scale, made.scale);
        EXPECT_EQ(read->softcap, made.softcap);
        EXPECT_TRUE(read->a == made.a);
        EXPECT_TRUE(read->b == made.b);
        EXPECT_EQ(read->observedTensor, made.observedTensor);
        EXPECT_EQ(read->step, made.step);
        EXPECT_TRUE(read->selection == made.selection);
        EXPECT_EQ(read->views, made.views);
    }
}

TEST(SessionJson, IsWrittenWithSortedKeysAndPlainNumbers)
{
    const std::string text = sessionToJson(fileSession());
    EXPECT_TRUE(text.starts_with(
        "{\n  \"a\": {\n    \"batch\": 256,\n    \"device\": \"a100\",\n    \"kernel\": \"cudnn\",\n"));
    EXPECT_TRUE(text.ends_with("}\n"));
    EXPECT_NE(text.find("\"scale\": 0.08838834764831843"), std::string::npos);
    EXPECT_NE(text.find("为什么"), std::string::npos);
    EXPECT_NE(sessionToJson(generatorSession()).find("\"scale\": 0.088388346,"), std::string::npos);
}

TEST(SessionJson, LeavesOutWhatIsNotSaid)
{
    const Result<SessionDocument> read = parseSession(
        R"({"schema":"ulpscope.session/1","input":{"kind":"file","path":"x.npz"},"a":{"kernel":"cudnn","device":"h200"}})",
        "s");
    ASSERT_TRUE(read.ok()) << read.status().message();
    EXPECT_EQ(read->input.q, "q");
    EXPECT_EQ(read->input.layout, InputSource::Layout::Auto);
    EXPECT_FALSE(read->mask || read->scale || read->softcap || read->b);
    EXPECT_EQ(read->selection.row, -1);
    const Result<SessionDocument> generated = parseSession(
        R"({"schema":"ulpscope.session/1","a":{"kernel":"cudnn","device":"h200"},"input":{"kind":"generator",)"
        R"("generator":{"kind":"normal"},"problem":{"heads":4,"seqlenQ":8,"headDim":64,"dtype":"bf16"}}})",
        "s");
    ASSERT_TRUE(generated.ok()) << generated.status().message();
    EXPECT_EQ(generated->input.generatorProblem.kvHeads, 4);
    EXPECT_EQ(generated->input.generatorProblem.seqlenK, 8);
    EXPECT_EQ(generated->input.generatorProblem.scale, 0.125f);
}

TEST(SessionJson, WhatIsWrongIsNamed)
{
    const auto message = [](const SessionDocument &session, const std::string &pointer, const json &value) {
        const Result<SessionDocument> read = withChange(session, pointer, value);
        EXPECT_TRUE(read.ok() || read.status().message().starts_with("'s.ulps.json': ")) << read.status().message();
        return read.ok() ? "accepted" : read.status().message();
    };
    const auto expectRefused = [&](const SessionDocument &session, const std::string &pointer, const json &value,
                                   const std::string &part) {
        const std::string said = message(session, pointer, value);
        EXPECT_NE(said.find(part), std::string::npos) << pointer << ": " << said;
    };
    const SessionDocument file = fileSession(), generated = generatorSession();
    expectRefused(file, "/colour", 1, "\"colour\" is not a known key");
    expectRefused(file, "/a/colour", 1, "a: \"colour\" is not a known key");
    expectRefused(file, "/selection/colour", 1, "selection: \"colour\"");
    expectRefused(file, "/mask/colour", 1, "mask: \"colour\"");
    expectRefused(file, "/input/generator", json::object(), "input: \"generator\" is not a known key");
    expectRefused(generated, "/input/problem/colour", 1, "input: problem: \"colour\"");
    expectRefused(generated, "/input/generator/colour", 1, "'colour'");
    expectRefused(file, "/schema", "ulpscope.session/2", "\"schema\" must be \"ulpscope.session/1\"");
    expectRefused(file, "/a", nullptr, "\"a\" is missing");
    expectRefused(file, "/a/kernel", nullptr, "a: \"kernel\" is missing");
    expectRefused(file, "/input", nullptr, "\"input\" is missing");
    expectRefused(file, "/input/kind", "disk", "\"kind\" is 'disk', expected file or generator");
    expectRefused(file, "/input/layout", "BDHN", "'BDHN', expected auto, BHND or BNHD");
    expectRefused(file, "/a/batch", "many", "\"batch\" must be an integer");
    expectRefused(file, "/a/batch", 1e10, "\"batch\" must be an integer");
    expectRefused(file, "/a/batch", 10'000'000'000, "\"batch\" is out of range");
    expectRefused(file, "/a/set", json::array({"keyOrder"}), "'keyOrder', expected field=value");
    expectRefused(file, "/a/set", "keyOrder=ascending", "\"set\" must be a list");
    expectRefused(file, "/a/set", json::array({"final=rcp", "final=divide"}),
                  "a: \"set\": the field 'final' is set twice, 'final=rcp' and 'final=divide'");
    expectRefused(file, "/a/set", json::array({"mmaPv=h200", "mma=v100"}), "'mmaPv=h200' and 'mma=v100'");
    expectRefused(file, "/step", -1, "\"step\" must be a whole number");
    expectRefused(file, "/scale", "0.125", "\"scale\" must be a number");
    expectRefused(file, "/mask/kind", "sideways", "mask: ");
    expectRefused(file, "/mask/keyLengths", json::array({-1}), "keyLengths");
    expectRefused(file, "/views", json::array(), "\"views\" must be an object");
    expectRefused(file, "/views/x", 3, "\"x\" must be a string");
    expectRefused(file, "/selection/batch", -1, "must not be negative");
    expectRefused(generated, "/input/problem/dtype", "fp64", "fp64");
    expectRefused(generated, "/input/problem/dtype", "tf32", "tensors are fp16, bf16 or fp32");
    expectRefused(generated, "/input/problem/seqlenQ", nullptr, "\"seqlenQ\" is missing");
    expectRefused(generated, "/input/generator/kind", "gauss", "'gauss'");
}

TEST(SessionJson, WhatIsNoSessionIsRefused)
{
    for (const std::string text : {"", "{", "[]", "null", "{\"schema\":3}", "{\"a\":1,\"a\":2}"}) {
        const Result<SessionDocument> read = parseSession(text, "s.ulps.json");
        ASSERT_FALSE(read.ok()) << text;
        EXPECT_TRUE(read.status().message().starts_with("'s.ulps.json': ")) << read.status().message();
    }
    EXPECT_EQ(parseSession("{\n  \"schema\": \"ulpscope.session/1\",\n}", "s.ulps.json").status().message(),
              "'s.ulps.json': line 3, column 1: unexpected '}', expected a key in double quotes");
    const Result<SessionDocument> twice = parseSession(
        R"({"schema":"ulpscope.session/1","step":1,"step":2,"input":{"kind":"file","path":"x"},"a":{"kernel":"k","device":"d"}})",
        "s");
    ASSERT_FALSE(twice.ok());
    EXPECT_NE(twice.status().message().find("\"step\" is there twice"), std::string::npos);
}

TEST(SessionFile, IsReadBackFromDisk)
{
    const ScratchDir scratch;
    const std::string path = scratch.file("a.ulps.json");
    ASSERT_TRUE(writeSession(fileSession(), path).ok());
    const Result<SessionDocument> read = readSession(path);
    ASSERT_TRUE(read.ok()) << read.status().message();
    EXPECT_EQ(sessionToJson(read.value()), contents(path));
    EXPECT_EQ(scratch.names(), std::vector<std::string>{"a.ulps.json"});
}

TEST(SessionFile, APathThatJsonCannotHoldIsRefusedBeforeWriting)
{
    const ScratchDir scratch;
    SessionDocument session = fileSession();
    session.input.path = "caf\xE9.npz";
    const Status status = writeSession(session, scratch.file("a.ulps.json"));
    ASSERT_FALSE(status.ok());
    EXPECT_NE(status.message().find("'caf\\xe9.npz'"), std::string::npos) << status.message();
    EXPECT_TRUE(scratch.names().empty());
}

} // namespace
} // namespace ulpscope::test
