// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/numerics/resource_dir.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

namespace ulpscope::test {
namespace {

class ResourceDirectory : public testing::Test {
protected:
    void SetUp() override
    {
        if (const char *value = std::getenv("ULPSCOPE_RESOURCE_DIR"))
            m_saved = value;
        unsetenv("ULPSCOPE_RESOURCE_DIR");
    }
    void TearDown() override
    {
        unsetenv("ULPSCOPE_RESOURCE_DIR");
        if (!m_saved.empty())
            setenv("ULPSCOPE_RESOURCE_DIR", m_saved.c_str(), 1);
    }

private:
    std::string m_saved;
};

TEST_F(ResourceDirectory, LiesBesideTheBuiltProgram)
{
    EXPECT_TRUE(std::filesystem::equivalent(resourceDirectory(), ULPSCOPE_SOURCE_DIR "/resources"));
}

TEST_F(ResourceDirectory, EnvironmentWinsAndEmptyMeansUnset)
{
    setenv("ULPSCOPE_RESOURCE_DIR", "/somewhere/else", 1);
    EXPECT_EQ(resourceDirectory(), "/somewhere/else");
    setenv("ULPSCOPE_RESOURCE_DIR", "", 1);
    EXPECT_TRUE(std::filesystem::equivalent(resourceDirectory(), ULPSCOPE_SOURCE_DIR "/resources"));
}

} // namespace
} // namespace ulpscope::test
