// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/io/text.h"
#include "engine/schedule/json_fields.h"
#include "engine/session/json_number.h"
#include "engine/session/json_syntax.h"
#include "engine/session/session.h"
#include "engine/session/set_fields.h"
#include "engine/session/tensor_layout.h"

#include <cmath>
#include <utility>

namespace ulpscope {
namespace {

using nlohmann::json;

constexpr std::string_view kSchema = "ulpscope.session/1";

// ---------------------------------------------------------------------------------------------------- writing

json toJson(const Mask &mask)
{
    json object = {{"kind", mask.toString()}};
    if (!mask.keyLengths.empty())
        object["keyLengths"] = mask.keyLengths;
    return object;
}

json toJson(const Problem &p)
{
    return {{"batch", p.batch},
            {"heads", p.heads},
            {"kvHeads", p.kvHeads},
            {"seqlenQ", p.seqlenQ},
            {"seqlenK", p.seqlenK},
            {"headDim", p.headDim},
            {"headDimV", p.headDimV},
            {"dtype", formatInfo(p.dtype).name},
            {"scale", shortJsonNumber(p.scale)},
            {"softcap", shortJsonNumber(p.softcap)},
            {"mask", toJson(p.mask)}};
}

json toJson(const InputSource &input)
{
    if (input.kind == InputSource::Kind::Generator)
        return {{"kind", "generator"},
                {"generator", generatorToJson(input.generator)},
                {"problem", toJson(input.generatorProblem)}};
    json object = {{"kind", "file"}, {"path", input.path}, {"q", input.q},
                   {"k", input.k},   {"v", input.v},       {"layout", layoutName(input.layout)}};
    if (input.bf16Bits)
        object["bf16Bits"] = true;
    return object;
}

/// Fields in a list, not an object: their order counts ("mma" sets what a later "mmaQk" changes).
json toJson(const RunRequest &request)
{
    json set = json::array();
    for (const auto &[name, value] : request.set)
        set.push_back(name + "=" + value);
    return {{"kernel", request.kernel},
            {"device", request.device},
            {"batch", request.batch},
            {"numSplits", request.numSplits},
            {"set", std::move(set)}};
}

json toJson(const Selection &s)
{
    json object = {{"batch", s.batch}, {"head", s.head}};
    for (const auto &[name, value] :
         {std::pair{"row", s.row}, std::pair{"key", s.key}, std::pair{"column", s.column}}) {
        if (value >= 0)
            object[name] = value;
    }
    return object;
}

// ---------------------------------------------------------------------------------------------------- reading

/// Fields of one object of a session; a problem inside becomes the first error of the whole.
class SessionReader {
public:
    explicit SessionReader(const std::string &path) : m_where(io::pathInQuotes(path)) {}

    Result<SessionDocument> read(const std::string &text)
    {
        if (Status s = checkJsonObject(text, m_where); !s.ok())
            return s;
        const Result<json> parsed = parseJsonObject(text, m_where, kSchema);
        if (!parsed.ok())
            return parsed.status();
        SessionDocument session;
        JsonFields f(parsed.value(), m_where);
        f.text("schema");
        session.title = f.optionalText("title");
        if (const json *input = f.object("input", true))
            session.input = inputSource(*input);
        if (const json *mask = f.object("mask", false))
            session.mask = this->mask(*mask, "mask");
        session.scale = f.optionalNumber("scale");
        session.softcap = f.optionalNumber("softcap");
        if (const json *a = f.object("a", true))
            session.a = request(*a, "a");
        if (const json *b = f.object("b", false))
            session.b = request(*b, "b");
        session.observedTensor = f.optionalText("observedTensor");
        session.step = f.optionalUnsigned("step").value_or(0);
        if (const json *selection = f.object("selection", false))
            session.selection = this->selection(*selection);
        for (auto &[name, value] : f.textMap("views"))
            session.views.emplace(name, std::move(value));
        note(f.finish());
        if (!m_status.ok())
            return m_status;
        return session;
    }

private:
    std::string place(const std::string &name) const { return m_where + ": " + name; }
    void note(const Status &status)
    {
        if (m_status.ok() && !status.ok())
            m_status = status;
    }

    InputSource inputSource(const json &object)
    {
        InputSource input;
        JsonFields f(object, place("input"));
        const std::string kind = f.text("kind");
        if (kind == "file") {
            input.kind = InputSource::Kind::File;
            input.path = f.text("path");
            input.q = f.optionalText("q", "q");
            input.k = f.optionalText("k", "k");
            input.v = f.optionalText("v", "v");
            input.bf16Bits = f.optionalBool("bf16Bits").value_or(false);
            const std::string layout = f.optionalText("layout", "auto");
            bool known = false;
            for (const Layout candidate : {Layout::Auto, Layout::BHND, Layout::BNHD}) {
                if (layout == layoutName(candidate)) {
                    input.layout = candidate;
                    known = true;
                }
            }
            if (!known)
                f.fail(phrase("\"layout\" is %1, expected auto, BHND or BNHD", io::inQuotes(layout)));
        } else if (kind == "generator") {
            input.kind = InputSource::Kind::Generator;
            if (const json *generator = f.object("generator", true)) {
                if (Result<GeneratorSpec> spec = generatorFromJson(*generator); spec.ok())
                    input.generator = std::move(spec).value();
                else
                    f.fail(spec.status().phrase());
            }
            if (const json *problem = f.object("problem", true))
                input.generatorProblem = this->problem(*problem);
        } else {
            f.fail(phrase("\"kind\" is %1, expected file or generator", io::inQuotes(kind)));
        }
        note(f.finish());
        return input;
    }

    Problem problem(const json &object)
    {
        Problem p;
        JsonFields f(object, place("input: problem"));
        p.batch = f.optionalInteger("batch").value_or(1);
        p.heads = f.optionalInteger("heads").value_or(1);
        p.kvHeads = f.optionalInteger("kvHeads").value_or(p.heads);
        p.seqlenQ = f.integer("seqlenQ");
        p.seqlenK = f.optionalInteger("seqlenK").value_or(p.seqlenQ);
        p.headDim = f.integer("headDim");
        p.headDimV = f.optionalInteger("headDimV").value_or(p.headDim);
        const Result<DType> type = parseDType(f.text("dtype"));
        if (!type.ok())
            f.fail(type.status().phrase());
        else if (type.value() == DType::TF32)
            f.fail(phrase("tensors are fp16, bf16 or fp32; tf32 is how a tensor core reads fp32"));
        else
            p.dtype = type.value();
        p.scale =
            static_cast<float>(f.optionalNumber("scale").value_or(1.0 / std::sqrt(static_cast<double>(p.headDim))));
        p.softcap = static_cast<float>(f.optionalNumber("softcap").value_or(0.0));
        if (const json *mask = f.object("mask", false))
            p.mask = this->mask(*mask, "input: problem: mask");
        note(f.finish());
        return p;
    }

    Mask mask(const json &object, const std::string &name)
    {
        JsonFields f(object, place(name));
        Result<Mask> parsed = Mask::parse(f.text("kind"));
        if (!parsed.ok())
            f.fail(parsed.status().phrase());
        Mask mask = parsed.ok() ? std::move(parsed).value() : Mask();
        if (const json *lengths = f.list("keyLengths", false)) {
            for (const json &length : *lengths) {
                if (!length.is_number_unsigned() || length.get<std::uint64_t>() > 0x7FFFFFFFu) {
                    f.fail(phrase("\"keyLengths\" must hold whole numbers below 2^31"));
                    break;
                }
                mask.keyLengths.push_back(length.get<int>());
            }
        }
        note(f.finish());
        return mask;
    }

    RunRequest request(const json &object, const std::string &name)
    {
        RunRequest r;
        JsonFields f(object, place(name));
        r.kernel = f.text("kernel");
        r.device = f.text("device");
        r.batch = f.optionalInteger("batch").value_or(0);
        r.numSplits = f.optionalInteger("numSplits").value_or(0);
        for (const std::string &field : f.texts("set")) {
            const std::size_t equals = field.find('=');
            if (equals == std::string::npos || equals == 0)
                f.fail(phrase("\"set\" holds %1, expected field=value", io::inQuotes(field)));
            else if (Status s = addSetField(r.set, field.substr(0, equals), field.substr(equals + 1)); !s.ok())
                f.fail(phrase("\"set\": %1", s.phrase()));
        }
        note(f.finish());
        return r;
    }

    Selection selection(const json &object)
    {
        Selection s;
        JsonFields f(object, place("selection"));
        s.batch = f.optionalInteger("batch").value_or(s.batch);
        s.head = f.optionalInteger("head").value_or(s.head);
        s.row = f.optionalInteger("row").value_or(s.row);
        s.key = f.optionalInteger("key").value_or(s.key);
        s.column = f.optionalInteger("column").value_or(s.column);
        if (s.batch < 0 || s.head < 0)
            f.fail(phrase("\"batch\" and \"head\" must not be negative"));
        note(f.finish());
        return s;
    }

    std::string m_where;
    Status m_status;
};

} // namespace

std::string sessionToJson(const SessionDocument &session)
{
    json object = {{"schema", kSchema},      {"title", session.title}, {"input", toJson(session.input)},
                   {"a", toJson(session.a)}, {"step", session.step},   {"selection", toJson(session.selection)},
                   {"views", session.views}};
    if (session.b)
        object["b"] = toJson(*session.b);
    if (session.mask)
        object["mask"] = toJson(*session.mask);
    if (session.scale)
        object["scale"] = jsonNumber(*session.scale);
    if (session.softcap)
        object["softcap"] = jsonNumber(*session.softcap);
    if (!session.observedTensor.empty())
        object["observedTensor"] = session.observedTensor;
    return jsonText(object);
}

Result<SessionDocument> parseSession(const std::string &text, const std::string &path)
{
    return SessionReader(path).read(text);
}

} // namespace ulpscope
