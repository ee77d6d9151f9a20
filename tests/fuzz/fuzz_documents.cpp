// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// JSON that people write or exchange: sessions, device profiles, kernel families. What is read can be written and read
// again to the same bytes.
#include "engine/schedule/device_profile.h"
#include "engine/schedule/kernel_family.h"
#include "engine/session/session.h"
#include "fuzz/fuzz_check.h"

namespace {

void requireReadable(const ulpscope::Status &status)
{
    using ulpscope::fuzz::require;
    const std::string &message = status.message();
    require(message.find("fuzzed") <= 1 && message.size() < 2000, "a message begins with the file and can be read");
    for (const char c : message)
        require(static_cast<unsigned char>(c) >= 0x20, "a message is one line without control characters");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    using namespace ulpscope;
    const std::string text(reinterpret_cast<const char *>(data), size);
    const Result<SessionDocument> session = parseSession(text, "fuzzed");
    if (session.ok()) {
        const std::string written = sessionToJson(session.value());
        const Result<SessionDocument> again = parseSession(written, "written");
        fuzz::require(again.ok() && sessionToJson(again.value()) == written, "a session is written as it is read");
    } else {
        requireReadable(session.status());
    }
    if (const Result<DeviceProfile> device = parseDeviceProfile(text, "fuzzed"); !device.ok())
        requireReadable(device.status());
    if (const Result<KernelFamily> kernel = parseKernelFamily(text, "fuzzed"); !kernel.ok())
        requireReadable(kernel.status());
    return 0;
}
