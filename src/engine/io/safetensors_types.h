// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/io/tensor.h"

#include <array>
#include <string_view>

namespace ulpscope::io {

struct SafetensorsType {
    std::string_view name;
    ElementType type;
    int bits;
};

/// Every dtype of the safetensors format (reference implementation 0.8). A file may hold types that attention does not
/// take: they are read whole and refused when used.
inline constexpr std::array<SafetensorsType, 22> kSafetensorsTypes = {{
    {"F16", ElementType::F16, 16},
    {"BF16", ElementType::BF16, 16},
    {"F32", ElementType::F32, 32},
    {"F64", ElementType::F64, 64},
    {"I8", ElementType::I8, 8},
    {"U8", ElementType::U8, 8},
    {"I16", ElementType::I16, 16},
    {"U16", ElementType::U16, 16},
    {"I32", ElementType::I32, 32},
    {"U32", ElementType::U32, 32},
    {"I64", ElementType::I64, 64},
    {"U64", ElementType::U64, 64},
    {"BOOL", ElementType::Bool, 8},
    {"F4", ElementType::Other, 4},
    {"F6_E2M3", ElementType::Other, 6},
    {"F6_E3M2", ElementType::Other, 6},
    {"F8_E5M2", ElementType::Other, 8},
    {"F8_E4M3", ElementType::Other, 8},
    {"F8_E8M0", ElementType::Other, 8},
    {"F8_E4M3FNUZ", ElementType::Other, 8},
    {"F8_E5M2FNUZ", ElementType::Other, 8},
    {"C64", ElementType::Other, 64},
}};

inline const SafetensorsType *findSafetensorsType(std::string_view name)
{
    for (const SafetensorsType &type : kSafetensorsTypes)
        if (type.name == name)
            return &type;
    return nullptr;
}

/// The dtype that a tensor is written as; nullptr when the format has none (an npy string, for example).
inline const SafetensorsType *safetensorsTypeOf(const Tensor &tensor)
{
    if (tensor.type == ElementType::Other)
        return findSafetensorsType(tensor.typeName);
    for (const SafetensorsType &type : kSafetensorsTypes)
        if (type.type == tensor.type)
            return &type;
    return nullptr;
}

inline constexpr std::string_view kMetadataKey = "__metadata__";

} // namespace ulpscope::io
