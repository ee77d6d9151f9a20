// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/numerics/resource_dir.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>

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

#if !defined(_WIN32) && !defined(__APPLE__)
TEST(UserDirectory, IsWhatTheEnvironmentSaysInThisOrder)
{
    std::map<std::string, std::string> saved;
    for (const char *name : {"ULPSCOPE_USER_DIR", "XDG_DATA_HOME", "HOME"}) {
        if (const char *value = std::getenv(name))
            saved[name] = value;
    }
    setenv("ULPSCOPE_USER_DIR", "/own", 1);
    setenv("XDG_DATA_HOME", "/data", 1);
    setenv("HOME", "/own/home", 1);
    EXPECT_EQ(userDirectory(), "/own");
    unsetenv("ULPSCOPE_USER_DIR");
    EXPECT_EQ(userDirectory(), "/data/ulpscope");
    setenv("XDG_DATA_HOME", "relative", 1);
    EXPECT_EQ(userDirectory(), "/own/home/.local/share/ulpscope");
    unsetenv("HOME");
    EXPECT_EQ(userDirectory(), "");
    for (const char *name : {"ULPSCOPE_USER_DIR", "XDG_DATA_HOME", "HOME"}) {
        unsetenv(name);
        if (saved.contains(name))
            setenv(name, saved[name].c_str(), 1);
    }
}
#endif

} // namespace
} // namespace ulpscope::test
