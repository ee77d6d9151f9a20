// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/number_text.h"
#include "cli/output.h"
#include "engine/analysis/mma_probe.h"
#include "engine/io/text.h"
#include "engine/numerics/tensor_core.h"
#include "engine/reduction/shape_match.h"
#include "engine/schedule/json_fields.h"
#include "engine/session/json_number.h"

#include <iostream>
#include <memory>
#include <optional>

namespace ulpscope::cli {
namespace {

using nlohmann::json;

struct MmaArguments {
    std::string device;
    bool all = false;
    std::string type;
    std::string a, b, c;
    bool probe = false;
    std::optional<int> k;
    bool json = false;
};

/// The operation: c + sum a[i] * b[i].
struct Operation {
    DType type = DType::BF16;
    std::vector<float> a, b;
    float c = 0;
    std::vector<std::string> notes; ///< values that the format could not hold
};

/// What is said of a number that its format does not hold; nothing of one that it does. The value as a double, since an
/// fp32 that is printed with the fewest digits reads like the number that it is not.
void noteRounding(DType type, const std::string &place, const WrittenNumber &number, std::vector<std::string> &notes)
{
    if (!number.exact)
        notes.push_back(place + ": " + io::inQuotes(number.text) + " is no " + std::string(formatInfo(type).name) +
                        " value, " + shortest(static_cast<double>(number.value)) + " (" + bitsText(type, number.value) +
                        ") is used");
}

Result<std::vector<float>> operand(DType type, const char *option, const std::string &text,
                                   std::vector<std::string> &notes)
{
    const Result<std::vector<WrittenNumber>> numbers = parseNumbers(type, text);
    if (!numbers.ok())
        return Status::invalid(std::string(option) + ": " + numbers.status().message());
    std::vector<float> values;
    for (const WrittenNumber &number : numbers.value()) {
        noteRounding(type, std::string(option) + "[" + std::to_string(values.size()) + "]", number, notes);
        values.push_back(number.value);
    }
    return values;
}

Result<DType> parseType(const MmaArguments &arguments)
{
    if (arguments.type == formatInfo(DType::F32).name)
        return Status::invalid("--type: a tensor core reads fp32 as tf32, expected fp16, bf16, tf32, e4m3 or e5m2");
    const Result<DType> type = parseOperandType(arguments.type);
    if (!type.ok())
        return Status::invalid("--type: " + type.status().message());
    return type;
}

Result<Operation> parseOperation(const MmaArguments &arguments)
{
    const Result<DType> type = parseType(arguments);
    if (!type.ok())
        return type.status();
    for (const auto &[option, text] :
         {std::pair("--a", &arguments.a), std::pair("--b", &arguments.b), std::pair("--c", &arguments.c)}) {
        if (text->empty())
            return Status::invalid(std::string(option) + " is required, unless --probe asks for the tree alone");
    }
    Operation operation;
    operation.type = type.value();
    Result<std::vector<float>> a = operand(operation.type, "--a", arguments.a, operation.notes);
    if (!a.ok())
        return a.status();
    Result<std::vector<float>> b = operand(operation.type, "--b", arguments.b, operation.notes);
    if (!b.ok())
        return b.status();
    const Result<WrittenNumber> c = parseNumber(DType::F32, arguments.c);
    if (!c.ok())
        return Status::invalid("--c: " + c.status().message());
    noteRounding(DType::F32, "--c", c.value(), operation.notes);
    if (a->size() != b->size())
        return Status::invalid("--a has " + std::to_string(a->size()) + " values and --b " + std::to_string(b->size()) +
                               ", expected as many of both");
    operation.a = std::move(a).value();
    operation.b = std::move(b).value();
    operation.c = c->value;
    return operation;
}

/// The device's instructions for a type whose accumulator is an fp32 word: FP8 has more than one on some.
std::vector<const MmaArithmetic *> fp32Instructions(const DeviceProfile &device, DType type)
{
    std::vector<const MmaArithmetic *> rows;
    for (const MmaArithmetic &row : device.mma) {
        if (row.operands == type && row.spec.result != MmaResult::NearestEvenF16)
            rows.push_back(&row);
    }
    return rows;
}

json jsonOperands(const Operation &operation, const std::vector<float> &values)
{
    json list = json::array();
    for (const float value : values)
        list.push_back({{"value", jsonNumber(value)}, {"bits", bitsText(operation.type, value)}});
    return list;
}

Result<std::vector<const DeviceProfile *>> chosenDevices(const MmaArguments &arguments, const Catalog &catalog)
{
    std::vector<const DeviceProfile *> devices;
    if (arguments.all) {
        for (const DeviceProfile &device : catalog.devices)
            devices.push_back(&device);
        return devices;
    }
    const Result<const DeviceProfile *> device = catalog.device(arguments.device);
    if (!device.ok())
        return device.status();
    devices.push_back(device.value());
    return devices;
}

/// The trees of all instructions for the type, whatever they accumulate in; leaf c is the accumulator.
Result<ExitCode> probeMmas(const MmaArguments &arguments)
{
    if (!arguments.a.empty() || !arguments.b.empty() || !arguments.c.empty())
        return Status::invalid("--probe chooses the numbers itself, expected no --a, --b and --c beside it");
    const Result<DType> type = parseType(arguments);
    if (!type.ok())
        return type.status();
    const Result<Catalog> catalog = loadCatalog();
    if (!catalog.ok())
        return catalog.status();
    const Result<std::vector<const DeviceProfile *>> devices = chosenDevices(arguments, catalog.value());
    if (!devices.ok())
        return devices.status();
    const std::string typeName(formatInfo(type.value()).name);
    const int k = arguments.k.value_or(isFp8(type.value()) ? 64 : 32);
    const auto name = [k](int leaf) { return leaf == k ? std::string("c") : std::to_string(leaf); };
    Table table({"device", "instruction", "result", "probes", "equals declared", "tree"});
    json results = json::array();
    bool equal = true;
    for (const DeviceProfile *device : devices.value()) {
        for (const MmaArithmetic &mma : device->mma) {
            if (mma.operands != type.value())
                continue;
            const Result<ProbedShape> probed = probeMma(mma.spec, mma.operands, k);
            if (!probed.ok())
                return probed.status();
            const SumShape declared = observableShape(mmaTree(mma.spec, k)).shape;
            const std::optional<ShapeDifference> difference = firstDifference(declared, probed->shape);
            equal = equal && !difference;
            table.add({device->id, mma.instruction, std::string(mmaResultName(mma.spec.result)),
                       std::to_string(probed->probes), difference ? "no" : "yes", probed->shape.toText(name)});
            results.push_back({{"device", device->id},
                               {"instruction", mma.instruction},
                               {"result", mmaResultName(mma.spec.result)},
                               {"group_l", mma.spec.groupL},
                               {"probes", probed->probes},
                               {"probe_equals_declared", !difference},
                               {"probed_tree", probed->shape.toText(name)},
                               {"declared_tree", declared.toText(name)}});
        }
    }
    if (results.empty() && !arguments.all)
        return Status(StatusCode::Unsupported,
                      "the tensor core of " + arguments.device + " does not multiply " + typeName);
    if (arguments.json)
        printJson({{"type", typeName}, {"k", k}, {"results", std::move(results)}});
    else
        table.print();
    return equal ? Done : Differs;
}

Result<ExitCode> runMma(const MmaArguments &arguments)
{
    if (arguments.all == !arguments.device.empty())
        return Status::invalid("expected either --device D or --all");
    if (arguments.probe)
        return probeMmas(arguments);
    if (arguments.k)
        return Status::invalid("-k is the number of products to probe, expected --probe beside it");
    const Result<Operation> parsed = parseOperation(arguments);
    if (!parsed.ok())
        return parsed.status();
    const Operation &operation = parsed.value();
    const Result<Catalog> catalog = loadCatalog();
    if (!catalog.ok())
        return catalog.status();
    const Result<std::vector<const DeviceProfile *>> chosen = chosenDevices(arguments, catalog.value());
    if (!chosen.ok())
        return chosen.status();
    const std::vector<const DeviceProfile *> &devices = chosen.value();

    const std::string typeName(formatInfo(operation.type).name);
    Table table({"device", "instruction", "L", "F", "value", "bits", "known"});
    json results = json::array();
    for (const DeviceProfile *device : devices) {
        const std::vector<const MmaArithmetic *> rows = fp32Instructions(*device, operation.type);
        if (rows.empty() && !arguments.all)
            return Status(StatusCode::Unsupported,
                          "the tensor core of " + device->id + " does not multiply " + typeName);
        if (rows.empty()) {
            table.add({device->id, "no " + typeName});
            results.push_back({{"device", device->id}, {"supported", false}});
        }
        for (const MmaArithmetic *mma : rows) {
            const int k = static_cast<int>(operation.a.size());
            // Groups of L in ascending k are what an instruction of any k at least L does.
            const float value = tfdpaChain(mma->spec, operation.type, mma->spec.groupL, operation.a.data(),
                                           operation.b.data(), k, operation.c);
            const std::string bits = bitsText(DType::F32, value);
            table.add({device->id, mma->instruction, std::to_string(mma->spec.groupL),
                       std::to_string(mma->spec.fractionBits), shortest(value), bits,
                       std::string(knownName(mma->evidence.known))});
            results.push_back({{"device", device->id},
                               {"supported", true},
                               {"instruction", mma->instruction},
                               {"result", mmaResultName(mma->spec.result)},
                               {"emulated_fp8", mma->spec.emulatedFp8},
                               {"group_l", mma->spec.groupL},
                               {"fraction_bits", mma->spec.fractionBits},
                               {"value", jsonNumber(value)},
                               {"bits", bits},
                               {"known", knownName(mma->evidence.known)},
                               {"known_text", mma->evidence.text}});
        }
    }
    if (arguments.json) {
        printJson({{"type", typeName},
                   {"a", jsonOperands(operation, operation.a)},
                   {"b", jsonOperands(operation, operation.b)},
                   {"c", {{"value", jsonNumber(operation.c)}, {"bits", bitsText(DType::F32, operation.c)}}},
                   {"notes", operation.notes},
                   {"results", std::move(results)}});
        return Done;
    }
    for (const std::string &note : operation.notes)
        std::cout << "note: " << note << "\n";
    table.print();
    return Done;
}

} // namespace

Command addMmaCommand(CLI::App &program)
{
    const auto arguments = std::make_shared<MmaArguments>();
    CLI::App *app =
        program.add_subcommand("mma", "One tensor-core operation, c + sum of a[i] * b[i], on one device or on all");
    app->add_option("--device", arguments->device, "Device id (ulpscope-cli devices lists them)");
    app->add_flag("--all", arguments->all, "Every device");
    app->add_option("--type", arguments->type, "Format of a and b: fp16, bf16, tf32, e4m3 or e5m2")->required();
    app->add_option("--a", arguments->a, "Values, decimal, C hexadecimal float, or 0x and the bits of the type")
        ->type_name("X,X,...");
    app->add_option("--b", arguments->b, "As many values")->type_name("X,X,...");
    app->add_option("--c", arguments->c, "The accumulator, fp32")->type_name("X");
    app->add_flag("--probe", arguments->probe,
                  "Instead of one operation: the tree in which the products and c are added, measured by operations on "
                  "chosen numbers, and compared with the declared groups");
    app->add_option("-k", arguments->k, "With --probe: number of products (default: 32, of FP8 64)")
        ->check(CLI::Range(1, kMostProbedProducts))
        ->type_name("K");
    app->add_flag("--json", arguments->json, "Print one JSON object");
    app->footer("--probe: exit status 1 when a measured tree is not the declared one.\n"
                "Example: what is left of -0.875 beside 2^23 tells tensor cores apart:\n"
                "  ulpscope-cli mma --all --type fp16 --a -8192,-0.5,-0.25,-0.125 --b 1024,1,1,1 --c 0x1p23\n"
                "Example: the trees of the instructions for FP8 operands:\n"
                "  ulpscope-cli mma --device h200 --type e4m3 --probe");
    return {app, [arguments] { return runMma(*arguments); }};
}

} // namespace ulpscope::cli
