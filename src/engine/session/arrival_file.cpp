// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/session/arrival_file.h"

#include "engine/io/tensor.h"
#include "engine/io/text.h"
#include "engine/numerics/ulp.h"
#include "engine/schedule/json_fields.h"
#include "engine/session/json_number.h"
#include "engine/session/json_syntax.h"

#include <array>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <limits>

namespace ulpscope {
namespace {

using nlohmann::json;

constexpr std::size_t kMaxFileBytes = 64u << 20;

// ---------------------------------------------------------------------------------------------------- writing

std::string hexadecimal(std::uint64_t bits)
{
    char text[24];
    std::snprintf(text, sizeof text, "0x%016llx", static_cast<unsigned long long>(bits));
    return text;
}

json ulpsJson(std::int64_t ulps) { return ulps == kInfiniteUlpDistance ? json(nullptr) : json(ulps); }

json toJson(const ArrivalReplay &r)
{
    return {{"elements", r.elements},
            {"differing", r.differing},
            {"terms", r.terms},
            {"differing_terms", r.differingTerms},
            {"without_order", r.withoutOrder},
            {"reordered", r.reordered}};
}

json toJson(const ArrivalModeResult &m)
{
    json outputs = json::array(), spread = json::array();
    for (const DistinctOutput &o : m.outputs)
        outputs.push_back({{"hash", hexadecimal(o.hash)}, {"count", o.count}, {"first", o.first}});
    for (const UlpBin &bin : m.spread)
        spread.push_back({{"from", ulpsJson(bin.from)}, {"to", ulpsJson(bin.to)}, {"count", bin.count}});
    json object = {{"mode", arrivalModeName(m.mode)},
                   {"launches", m.launches},
                   {"distinct", m.outputs.size()},
                   {"outputs", std::move(outputs)},
                   {"median_ms", jsonNumber(m.medianMs)},
                   {"least_ms", jsonNumber(m.leastMs)},
                   {"elements", m.elements},
                   {"ever_differ", m.everDiffer},
                   {"spread", std::move(spread)}};
    if (m.widest)
        object["widest"] = {{"index", {m.widest->batch, m.widest->head, m.widest->row, m.widest->col}},
                            {"least", jsonNumber(static_cast<double>(m.widest->least))},
                            {"greatest", jsonNumber(static_cast<double>(m.widest->greatest))},
                            {"ulps", ulpsJson(m.widest->ulps)}};
    if (m.replay)
        object["replay"] = toJson(*m.replay);
    return object;
}

// ---------------------------------------------------------------------------------------------------- reading

/// A number of at least 0 that must be there.
std::uint64_t count(JsonFields &fields, const char *key)
{
    const std::optional<std::uint64_t> value = fields.optionalUnsigned(key);
    if (!value)
        fields.fail(phrase("%1 is missing, expected a whole number", io::inQuotes(key)));
    return value.value_or(0);
}

double number(JsonFields &fields, const char *key)
{
    const std::optional<double> value = fields.optionalNumber(key);
    if (!value)
        fields.fail(phrase("%1 is missing, expected a number", io::inQuotes(key)));
    return value.value_or(0.0);
}

/// A number, or one of the strings for what is none.
float value(const json &field)
{
    if (field.is_number())
        return static_cast<float>(field.get<double>());
    return field == "inf"    ? std::numeric_limits<float>::infinity()
           : field == "-inf" ? -std::numeric_limits<float>::infinity()
                             : std::numeric_limits<float>::quiet_NaN();
}

/// null: the distance of a NaN to a number.
std::int64_t ulps(const json &field)
{
    return field.is_number_integer() ? field.get<std::int64_t>() : kInfiniteUlpDistance;
}

constexpr std::int64_t kFurthestUlps = std::int64_t{1} << 33; ///< more than two fp32 numbers are apart
constexpr double kLongestMs = 86'400'000;                     ///< of a launch: a day

/// The counts of a mode must be those of its lists: what a picture says would be wrong.
Status checkMode(const ArrivalModeResult &m, std::uint64_t distinct, const std::string &where)
{
    const auto wrong = [&where](const char *key, const std::string &found, const std::string &expected) {
        return Status::invalid(phrase("%1: %2 is %3, expected %4", where, io::inQuotes(key), found, expected));
    };
    const auto text = [](auto number) { return std::to_string(number); };
    if (m.outputs.empty() || distinct != m.outputs.size())
        return wrong("distinct", text(distinct), text(m.outputs.size()) + ", the outputs that are listed, at least 1");
    std::uint64_t launches = 0;
    for (const DistinctOutput &output : m.outputs) {
        if (output.count > m.launches)
            return wrong("count", text(output.count), "at most the " + text(m.launches) + " launches");
        launches += output.count;
    }
    if (launches != m.launches)
        return wrong("launches", text(m.launches), text(launches) + ", the sum over the outputs");
    std::uint64_t elements = 0;
    std::int64_t next = 0;
    for (const UlpBin &bin : m.spread) {
        const bool isInfinite = bin.from == kInfiniteUlpDistance && bin.to == kInfiniteUlpDistance;
        if (!isInfinite && (bin.from < next || bin.to < bin.from || bin.to > kFurthestUlps))
            return wrong("spread", text(bin.from) + " to " + text(bin.to),
                         "distances from " + text(next) + " to " + text(kFurthestUlps) + ", ascending");
        if (bin.count > m.elements)
            return wrong("count", text(bin.count), "at most the " + text(m.elements) + " elements");
        next = isInfinite ? bin.to : bin.to + 1;
        elements += bin.count;
    }
    if (elements != m.elements || elements == 0)
        return wrong("elements", text(m.elements), text(elements) + ", the sum over the spread, at least 1");
    if (m.everDiffer > m.elements)
        return wrong("ever_differ", text(m.everDiffer), "at most the " + text(m.elements) + " elements");
    for (const auto &[key, ms] : {std::pair{"median_ms", m.medianMs}, std::pair{"least_ms", m.leastMs}}) {
        if (!(ms >= 0 && ms <= kLongestMs))
            return wrong(key, jsonNumber(ms).dump(),
                         "milliseconds from 0 to " + text(static_cast<std::int64_t>(kLongestMs)));
    }
    if (m.widest && m.widest->ulps < 0)
        return wrong("ulps", text(m.widest->ulps), "a distance of at least 0");
    if (m.replay && (m.replay->differing > m.replay->elements || m.replay->differingTerms > m.replay->terms))
        return wrong("replay",
                     text(m.replay->differing) + " of " + text(m.replay->elements) + " and " +
                         text(m.replay->differingTerms) + " of " + text(m.replay->terms),
                     "no more that differ than there are");
    return {};
}

class ReportReader {
public:
    explicit ReportReader(const std::string &path) : m_where(io::pathInQuotes(path)) {}

    Result<ArrivalReport> read(const json &object)
    {
        JsonFields fields(object, m_where);
        ArrivalReport report;
        fields.text("schema");
        report.date = fields.text("date");
        report.kernel = fields.text("kernel");
        report.device = fields.text("device");
        report.splits = fields.integer("splits");
        report.gradient = fields.optionalText("gradient");
        report.problem = fields.text("problem");
        const Result<DType> type = parseDType(fields.text("dtype"));
        if (type.ok())
            report.dtype = type.value();
        else
            fields.fail(type.status().phrase());
        readShape(fields, report);
        ArrivalStudy &study = report.study;
        const std::optional<ArrivalSum> sum = parseArrivalSum(fields.text("what"));
        if (!sum)
            fields.fail(phrase("%1 is unknown, expected dq or combine", io::inQuotes("what")));
        study.sum = sum.value_or(ArrivalSum::Dq);
        study.gpu = fields.text("gpu");
        study.terms = fields.integer("terms");
        study.accumulators = fields.integer("accumulators");
        if (const json *const modes = fields.list("modes", true)) {
            for (const json &mode : *modes) {
                Result<ArrivalModeResult> read = readMode(mode, study.modes.size());
                if (!read.ok()) {
                    fields.keep(read.status());
                    break;
                }
                for (const ArrivalModeResult &other : study.modes) {
                    if (other.mode == read->mode)
                        fields.fail(phrase("%1 has %2 twice, expected each mode once", io::inQuotes("modes"),
                                           arrivalModeName(read->mode)));
                }
                study.modes.push_back(std::move(read).value());
            }
            if (modes->empty())
                fields.fail(phrase("%1 is empty, expected a mode at least", io::inQuotes("modes")));
        }
        if (study.terms < 1 || study.accumulators < 0)
            fields.fail(phrase("%1 is %2 and %3 is %4, expected at least 1 and 0", io::inQuotes("terms"), study.terms,
                               io::inQuotes("accumulators"), study.accumulators));
        for (const ArrivalModeResult &mode : study.modes) {
            if (mode.widest && !isInside(*mode.widest, report))
                fields.fail(
                    phrase("%1 has an index that is not inside %2", io::inQuotes("widest"), io::inQuotes("shape")));
        }
        if (Status s = fields.finish(); !s.ok())
            return s;
        return report;
    }

private:
    static bool isInside(const WidestElement &w, const ArrivalReport &report)
    {
        const int place[] = {w.batch, w.head, w.row, w.col};
        for (std::size_t i = 0; i < 4; ++i) {
            if (place[i] < 0 || place[i] >= report.shape[i])
                return false;
        }
        return true;
    }

    static void readShape(JsonFields &fields, ArrivalReport &report)
    {
        const json *const shape = fields.list("shape", true);
        if (!shape)
            return;
        if (shape->size() != 4) {
            fields.fail(phrase("%1 has %2 sizes, expected batch, heads, queries and head dim", io::inQuotes("shape"),
                               shape->size()));
            return;
        }
        for (std::size_t i = 0; i < 4; ++i) {
            const json &size = (*shape)[i];
            if (!size.is_number_integer() || size.get<std::int64_t>() < 1)
                fields.fail(phrase("%1 has a size that is no whole number from 1", io::inQuotes("shape")));
            else
                report.shape[i] = size.get<std::int64_t>();
        }
    }

    Result<ArrivalModeResult> readMode(const json &object, std::size_t index) const
    {
        const std::string where = m_where + ": modes[" + std::to_string(index) + "]";
        JsonFields fields(object, where);
        ArrivalModeResult m;
        const std::optional<ArrivalMode> mode = parseArrivalMode(fields.text("mode"));
        if (!mode)
            fields.fail(phrase("%1 is unknown, expected atomics, semaphore or fixed", io::inQuotes("mode")));
        m.mode = mode.value_or(ArrivalMode::Atomics);
        m.launches = count(fields, "launches");
        const std::uint64_t distinct = count(fields, "distinct");
        m.medianMs = number(fields, "median_ms");
        m.leastMs = number(fields, "least_ms");
        m.elements = count(fields, "elements");
        m.everDiffer = count(fields, "ever_differ");
        if (const json *const outputs = fields.list("outputs", true)) {
            for (const json &one : *outputs) {
                JsonFields of(one, where + ".outputs");
                const std::string hash = of.text("hash");
                DistinctOutput output{0, count(of, "count"), count(of, "first")};
                const char *const end = hash.data() + hash.size();
                if (!hash.starts_with("0x") ||
                    std::from_chars(hash.data() + 2, end, output.hash, 16) != std::from_chars_result{end, std::errc()})
                    of.fail(phrase("%1 is no hexadecimal number, expected one as 0x0123456789abcdef",
                                   io::inQuotes("hash")));
                fields.keep(of.finish());
                m.outputs.push_back(output);
            }
        }
        if (const json *const spread = fields.list("spread", true)) {
            for (const json &one : *spread) {
                if (!one.is_object() || !one.contains("from") || !one.contains("to") || !one.contains("count") ||
                    !one["count"].is_number_unsigned())
                    fields.fail(phrase("%1 has an entry without from, to and count", io::inQuotes("spread")));
                else
                    m.spread.push_back({ulps(one["from"]), ulps(one["to"]), one["count"].get<std::uint64_t>()});
            }
        }
        if (const json *const widest = fields.object("widest", false))
            m.widest = readWidest(fields, *widest);
        if (const json *const replay = fields.object("replay", false)) {
            JsonFields of(*replay, where + ".replay");
            ArrivalReplay r;
            for (const auto &[target, key] :
                 {std::pair{&r.elements, "elements"}, std::pair{&r.differing, "differing"},
                  std::pair{&r.terms, "terms"}, std::pair{&r.differingTerms, "differing_terms"},
                  std::pair{&r.withoutOrder, "without_order"}, std::pair{&r.reordered, "reordered"}})
                *target = count(of, key);
            fields.keep(of.finish());
            m.replay = r;
        }
        if (Status s = fields.finish(); !s.ok())
            return s;
        if (Status s = checkMode(m, distinct, where); !s.ok())
            return s;
        return m;
    }

    static std::optional<WidestElement> readWidest(JsonFields &fields, const json &object)
    {
        WidestElement widest;
        widest.batch = widest.head = widest.row = widest.col = -1; // until they are read
        const auto isNumber = [](const json &field) {
            return field.is_number() || field == "inf" || field == "-inf" || field == "nan";
        };
        const bool good = object.contains("index") && object["index"].is_array() && object["index"].size() == 4 &&
                          object.contains("least") && isNumber(object["least"]) && object.contains("greatest") &&
                          isNumber(object["greatest"]) && object.contains("ulps");
        for (std::size_t i = 0; good && i < 4; ++i) {
            const json &place = object["index"][i];
            if (place.is_number_integer() && place.get<std::int64_t>() >= 0 &&
                place.get<std::int64_t>() <= std::numeric_limits<int>::max())
                *std::array{&widest.batch, &widest.head, &widest.row, &widest.col}[i] = place.get<int>();
        }
        if (!good) {
            fields.fail(phrase("%1 has no index of four, least, greatest and ulps", io::inQuotes("widest")));
            return {};
        }
        widest.least = value(object["least"]);
        widest.greatest = value(object["greatest"]);
        widest.ulps = ulps(object["ulps"]);
        return widest;
    }

    std::string m_where;
};

std::string today()
{
    const std::chrono::year_month_day date(std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now()));
    char text[16];
    std::snprintf(text, sizeof text, "%04d-%02u-%02u", static_cast<int>(date.year()),
                  static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
    return text;
}

std::string sizesText(const Problem &p)
{
    std::string text = "batch " + std::to_string(p.batch) + ", heads " + std::to_string(p.heads);
    if (p.kvHeads != p.heads)
        text += " (" + std::to_string(p.kvHeads) + " KV)";
    return text + ", queries " + std::to_string(p.seqlenQ) + ", keys " + std::to_string(p.seqlenK) + ", head dim " +
           std::to_string(p.headDim) + ", " + std::string(formatInfo(p.dtype).name) + ", mask " + p.mask.toString();
}

} // namespace

ArrivalReport arrivalReport(const RunSpec &spec, ArrivalStudy study, std::string gradient)
{
    const Problem &p = spec.problem;
    ArrivalReport report;
    report.date = today();
    report.kernel = spec.request.kernel;
    report.device = spec.request.device;
    report.splits = spec.numSplits;
    report.gradient = std::move(gradient);
    report.problem = sizesText(p);
    report.dtype = p.dtype;
    report.shape[0] = p.batch;
    report.shape[1] = p.heads;
    report.shape[2] = p.seqlenQ;
    report.shape[3] = study.sum == ArrivalSum::Dq ? p.headDim : p.headDimV;
    report.study = std::move(study);
    return report;
}

std::string arrivalsToJson(const ArrivalReport &report)
{
    const ArrivalStudy &study = report.study;
    json modes = json::array();
    for (const ArrivalModeResult &mode : study.modes)
        modes.push_back(toJson(mode));
    json object = {{"schema", kArrivalsSchema},
                   {"date", report.date},
                   {"kernel", report.kernel},
                   {"device", report.device},
                   {"splits", report.splits},
                   {"problem", report.problem},
                   {"dtype", formatInfo(report.dtype).name},
                   {"shape", report.shape},
                   {"what", arrivalSumName(study.sum)},
                   {"gpu", study.gpu},
                   {"terms", study.terms},
                   {"accumulators", study.accumulators},
                   {"modes", std::move(modes)}};
    if (!report.gradient.empty())
        object["gradient"] = report.gradient;
    return jsonText(object);
}

Result<ArrivalReport> parseArrivals(const std::string &text, const std::string &path)
{
    const Result<json> object = parseJsonObject(text, path, kArrivalsSchema);
    if (!object.ok())
        return object.status();
    return ReportReader(path).read(object.value());
}

Result<ArrivalReport> readArrivals(const std::string &path)
{
    const Result<std::vector<std::byte>> bytes = readWholeFile(path, kMaxFileBytes);
    if (!bytes.ok())
        return bytes.status();
    return parseArrivals(std::string(reinterpret_cast<const char *>(bytes->data()), bytes->size()), path);
}

Status writeArrivals(const ArrivalReport &report, const std::string &path)
{
    const std::string text = arrivalsToJson(report);
    return writeFileAtomically(path, text.data(), text.size());
}

} // namespace ulpscope
