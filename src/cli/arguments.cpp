// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cli/arguments.h"

#include "engine/io/metadata.h"
#include "engine/io/text.h"
#include "engine/numerics/resource_dir.h"
#include "engine/schedule/resolve.h"
#include "engine/schedule/split_rules.h"
#include "engine/session/mask_text.h"
#include "engine/session/set_fields.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <iostream>

namespace ulpscope::cli {
namespace {

const char *const kRequestGroup = "Kernel and device";
const char *const kProblemGroup = "Problem";

Result<std::pair<std::string, std::string>> splitField(const std::string &text)
{
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
        return Status::invalid("--set takes field=value, found " + io::inQuotes(text));
    return std::pair(text.substr(0, equals), text.substr(equals + 1));
}

} // namespace

Result<Mask::Kind> parseCausal(const std::string &text)
{
    if (text == "top-left")
        return Mask::Kind::CausalTopLeft;
    if (text == "bottom-right")
        return Mask::Kind::CausalBottomRight;
    if (text == "none")
        return Mask::Kind::None;
    return Status::invalid("--causal is " + io::inQuotes(text) + ", expected top-left, bottom-right or none");
}

Result<double> parseScale(const std::string &text)
{
    Result<double> scale = parsePythonFloat(text);
    if (!scale.ok())
        return Status::invalid("--scale: " + scale.status().message());
    if (!std::isfinite(static_cast<float>(scale.value())))
        return Status::invalid("--scale: expected a number within fp32, found " + io::inQuotes(text));
    return scale;
}

namespace {

/// "'x.ulps.json': what", unless the message begins with the name already.
Status ofSession(const std::string &path, const Status &status)
{
    const std::string name = io::pathInQuotes(path);
    if (path.empty() || status.message().starts_with(name))
        return status;
    return {status.code(), name + ": " + status.message()};
}

/// What a session looks at must be there. -1 is nothing.
Status checkSelection(const Selection &selection, const Problem &p)
{
    struct Place {
        const char *name;
        int value, size;
        const char *what;
    };
    const Place places[] = {{"batch", selection.batch, p.batch, "batch entries"},
                            {"head", selection.head, p.heads, "heads"},
                            {"row", selection.row, p.seqlenQ, "query rows"},
                            {"key", selection.key, p.seqlenK, "keys"},
                            {"column", selection.column, p.headDimV, "columns of the output"}};
    for (const Place &place : places) {
        if (place.value >= place.size)
            return Status::invalid(std::string("selection: \"") + place.name + "\" is " + std::to_string(place.value) +
                                   ", expected at most " + std::to_string(place.size - 1) + ": there are " +
                                   std::to_string(place.size) + " " + place.what + ", counted from 0");
    }
    return {};
}

bool isSession(const std::string &path) { return path.ends_with(".json"); }

/// The session or a session for the tensor file, with what was said beside.
Result<SessionDocument> documentFor(const ProblemArguments &arguments)
{
    Result<SessionDocument> document =
        isSession(arguments.input) ? readSession(arguments.input) : sessionForFile(arguments.input);
    if (!document.ok())
        return document;
    SessionDocument &session = document.value();
    if (arguments.scale) {
        const Result<double> scale = parseScale(*arguments.scale);
        if (!scale.ok())
            return scale.status();
        session.scale = scale.value();
    }
    if (arguments.layout)
        session.input.layout = *arguments.layout == "BHND"   ? InputSource::Layout::BHND
                               : *arguments.layout == "BNHD" ? InputSource::Layout::BNHD
                                                             : InputSource::Layout::Auto;
    session.input.q = arguments.q.value_or(session.input.q);
    session.input.k = arguments.k.value_or(session.input.k);
    session.input.v = arguments.v.value_or(session.input.v);
    session.input.bf16Bits = session.input.bf16Bits || arguments.bf16Bits;
    return document;
}

} // namespace

CLI::Validator atLeast(int least)
{
    return {[least](const std::string &text) {
                int number = 0;
                const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
                return error == std::errc() && stop == text.data() + text.size() && number >= least
                           ? std::string()
                           : io::inQuotes(text) + ", expected a whole number of at least " + std::to_string(least);
            },
            ""};
}

void RequestArguments::addTo(CLI::App &app)
{
    addKernelTo(app);
    app.add_option("--device", device, "Device id (ulpscope-cli devices lists them)")->group(kRequestGroup);
    app.add_option("--batch", batch, "Batch that the kernel's split rule sees: the same request inside a batch of N")
        ->check(CLI::Range(1, 1'000'000))
        ->type_name("N")
        ->group(kRequestGroup);
    app.add_option("--num-splits", numSplits, "Number of splits of the keys, instead of the kernel's rule")
        ->type_name("N")
        ->group(kRequestGroup);
}

void RequestArguments::addKernelTo(CLI::App &app)
{
    app.add_option("--kernel", kernel, "Kernel id (ulpscope-cli kernels lists them)")->group(kRequestGroup);
    app.add_option("--set", set, "Recipe fields set by hand, e.g. keyOrder=ascending mma=v100")
        ->type_name("FIELD=VALUE")
        ->group(kRequestGroup);
}

Result<RunRequest> RequestArguments::applied(RunRequest request) const
{
    request.kernel = kernel.value_or(request.kernel);
    request.device = device.value_or(request.device);
    request.batch = batch.value_or(request.batch);
    if (numSplits) {
        if (Status s = checkSplits("--num-splits", *numSplits); !s.ok())
            return s;
        // A field of a session gives way to the option that names it.
        std::erase_if(request.set, [](const auto &field) { return field.first == "split"; });
        request.numSplits = *numSplits;
    }
    std::vector<std::pair<std::string, std::string>> said;
    for (const std::string &text : set) {
        Result<std::pair<std::string, std::string>> field = splitField(text);
        if (!field.ok())
            return field.status();
        if (numSplits && field->first == "split")
            return Status::invalid("--num-splits " + std::to_string(*numSplits) + " and --set " + io::inQuotes(text) +
                                   " both say how the keys are split, expected one of them");
        if (Status s = addSetField(said, std::move(field->first), std::move(field->second)); !s.ok())
            return Status::invalid("--set: " + s.message());
    }
    request.set.insert(request.set.end(), said.begin(), said.end());
    return request;
}

void ProblemArguments::addTo(CLI::App &app)
{
    app.add_option("input", input, "Session (.ulps.json), or tensor file (safetensors, npz) with q, k and v")
        ->type_name("SESSION|FILE");
    app.add_flag("--causal{top-left}", causal,
                 "Causal mask instead of the file's: top-left, or --causal=bottom-right, --causal=none")
        ->group(kProblemGroup);
    app.add_option("--scale", scale, "Softmax scale instead of the file's or 1/sqrt(head dim)")
        ->type_name("X")
        ->group(kProblemGroup);
    app.add_option("--layout", layout, "Axes of the tensors: BHND, BNHD, or auto")
        ->check(CLI::IsMember({"auto", "BHND", "BNHD"}))
        ->type_name("LAYOUT")
        ->group(kProblemGroup);
    app.add_option("--q", q, "Name of the query tensor")->type_name("NAME")->group(kProblemGroup);
    app.add_option("--k", k, "Name of the key tensor")->type_name("NAME")->group(kProblemGroup);
    app.add_option("--v", v, "Name of the value tensor")->type_name("NAME")->group(kProblemGroup);
    app.add_flag("--bf16-bits", bf16Bits, "16-bit integers and 2-byte void of an npz are bf16 bits")
        ->group(kProblemGroup);
}

Result<OpenedProblem> openProblem(ProblemArguments arguments, std::vector<std::string> *set)
{
    if (arguments.input.empty() && set) {
        const auto file =
            std::find_if(set->begin(), set->end(), [](const std::string &text) { return !splitField(text).ok(); });
        if (file != set->end()) {
            arguments.input = *file;
            set->erase(file);
        }
    }
    if (arguments.input.empty())
        return Status::invalid("a session or a tensor file is needed");
    Result<Mask::Kind> causal = Mask::Kind::None;
    if (arguments.causal) {
        causal = parseCausal(*arguments.causal);
        if (!causal.ok())
            return causal.status();
    }
    Result<SessionDocument> session = documentFor(arguments);
    if (!session.ok())
        return session.status();
    OpenedProblem opened;
    // A tensor file that was named by itself is relative to here, the input of a session to the session.
    std::filesystem::path base;
    if (isSession(arguments.input)) {
        opened.sessionPath = arguments.input;
        base = std::filesystem::path(arguments.input).parent_path();
    }
    Result<LoadedInputs> loaded = loadInputs(session.value(), base.string());
    if (!loaded.ok())
        return ofSession(opened.sessionPath, loaded.status());
    opened.session = std::move(session).value();
    opened.loaded = std::move(loaded).value();
    if (arguments.causal) {
        // It names the alignment; how many keys there are stays what it was.
        Mask &mask = opened.loaded.problem.mask;
        mask = Mask{causal.value(), -1, -1, std::move(mask.keyLengths)};
        opened.loaded.notes["mask"] = phrase("%1, as chosen", maskText(mask));
    }
    if (!opened.sessionPath.empty()) {
        if (Status s = checkSelection(opened.session.selection, opened.loaded.problem); !s.ok())
            return ofSession(opened.sessionPath, s);
    }
    return opened;
}

Result<Catalog> loadCatalog()
{
    const std::string directory = resourceDirectory();
    Result<Catalog> catalog = Catalog::load(directory, userDirectory());
    if (!catalog.ok() && catalog.status().code() == StatusCode::NotFound)
        return Status(StatusCode::NotFound,
                      catalog.status().message() + "; ULPSCOPE_RESOURCE_DIR names the directory with the profiles");
    if (catalog.ok()) {
        for (const Phrase &problem : catalog->problems)
            std::cerr << "ulpscope-cli: left out: " << problem.english() << "\n";
    }
    return catalog;
}

void BackendArguments::addTo(CLI::App &app)
{
    app.add_option("--backend", name, "What executes: cpu, cuda, or auto for the best that is there")
        ->check(CLI::IsMember({"auto", "cpu", "cuda"}))
        ->type_name("NAME")
        ->capture_default_str();
}

Result<BackendChoice> BackendArguments::chosen(const std::vector<const RunSpec *> &specs) const
{
    const BackendKind kind = parseBackendKind(name).value_or(BackendKind::Auto);
    Result<BackendChoice> choice = chooseBackend(kind, specs);
    if (!choice.ok())
        return Status(choice.status().code(),
                      "--backend cuda: " + choice.status().message() + "; --backend cpu gives the same bits");
    return choice;
}

std::string deviceName(const Backend &backend)
{
    const std::vector<BackendDevice> devices = backend.devices();
    return devices.empty() ? std::string(backend.name()) : devices.front().name;
}

std::string backendText(const BackendChoice &choice)
{
    return std::string(choice.backend->name()) + ": " + deviceName(*choice.backend) +
           (choice.why.empty() ? "" : " (auto: " + choice.why.english() + ")");
}

int recordedCopies(const OpenedProblem &opened, const RequestArguments &said)
{
    if (said.batch || !opened.sessionPath.empty())
        return 1;
    const Result<AttentionMetadata> metadata = readAttentionMetadata(opened.loaded.file);
    return metadata.ok() ? metadata->copies : 1;
}

Result<RunSpec> resolve(const Catalog &catalog, const Problem &problem, const RunRequest &request)
{
    if (request.batch > 0 && request.batch < problem.batch)
        return Status::invalid("batch is " + std::to_string(request.batch) + ", expected at least the " +
                               std::to_string(problem.batch) + " entries that the tensors hold");
    Result<RunSpec> spec = resolveRun(catalog, problem, request);
    if (spec.ok() && spec->recipe.form == Form::Online) {
        if (Status s = checkSplits("number of splits", spec->numSplits); !s.ok())
            return s;
    }
    return spec;
}

Result<RunSpec> resolveSide(const Catalog &catalog, const OpenedProblem &opened, const RunRequest &own,
                            const char *side, const RequestArguments &said)
{
    const Result<RunRequest> request = said.applied(own);
    if (!request.ok())
        return request.status();
    const Problem &problem = opened.loaded.problem;
    Result<RunSpec> spec = resolve(catalog, problem, request.value());
    if (spec.ok() || opened.sessionPath.empty())
        return spec;
    const bool ofOptions =
        !said.isEmpty() && resolve(catalog, problem, own).status().message() != spec.status().message();
    if (ofOptions)
        return spec;
    return ofSession(opened.sessionPath,
                     {spec.status().code(), std::string("side ") + side + ": " + spec.status().message()});
}

} // namespace ulpscope::cli
