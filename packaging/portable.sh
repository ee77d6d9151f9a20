#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 Ulpscope contributors
# SPDX-License-Identifier: Apache-2.0
# A folder that runs where it is put, on any Linux with a C library at least as new as this one's: the programs, their
# data, Qt and the other libraries. usage: portable.sh BUILD_DIRECTORY TARGET_FOLDER
set -euo pipefail

build=$1
target=$2

# Part of every system, and tied to its kernel and loader.
of_the_system='^(linux-vdso|ld-linux.*|libc|libm|libdl|librt|libpthread|libresolv|libutil)\.so'
plugins=(platforms/libqoffscreen.so platforms/libqminimal.so platforms/libqxcb.so platforms/libqwayland-generic.so
         imageformats/libqsvg.so iconengines/libqsvgicon.so xcbglintegrations/libqxcb-egl-integration.so)

rm -rf -- "$target"
mkdir -p -- "$target/lib" "$target/plugins" "$target/translations"
target=$(cd -- "$target" && pwd)
cmake --install "$build" --prefix "$target" --strip >/dev/null
cmake --install "$build" --prefix "$target" --strip --component cuda >/dev/null

qtpaths=$(command -v qtpaths6 || echo /usr/lib/qt6/bin/qtpaths6)
plugin_folder=$("$qtpaths" --query QT_INSTALL_PLUGINS)
for plugin in "${plugins[@]}"; do
    if [[ -f $plugin_folder/$plugin ]]; then # which there are differs from release to release
        install -D -m 755 -- "$plugin_folder/$plugin" "$target/plugins/$plugin"
    fi
done
cp -- "$("$qtpaths" --query QT_INSTALL_TRANSLATIONS)"/qtbase_zh_CN.qm "$target/translations/"
printf '[Paths]\nPrefix = ..\nPlugins = plugins\nTranslations = translations\n' >"$target/bin/qt.conf"

programs=("$target"/bin/ulpscope "$target"/bin/ulpscope-cli)
[[ ! -f $target/libexec/ulpscope/ulpscope-cuda ]] || programs+=("$target/libexec/ulpscope/ulpscope-cuda")
mapfile -t own_plugins < <(find "$target/plugins" -name '*.so')
# ldd lists what a file needs, and what that needs in turn.
ldd "${programs[@]}" "${own_plugins[@]}" | awk '$2 == "=>" && $3 ~ /^\// { print $3 }' | sort -u |
    while read -r library; do
        name=$(basename -- "$library")
        if [[ ! $name =~ $of_the_system ]]; then
            install -m 755 -- "$(readlink -f -- "$library")" "$target/lib/$name"
        fi
    done
strip --strip-unneeded "$target"/lib/*.so* 2>/dev/null || true # some refuse, and are as well as they are

# Everything finds its libraries from where it lies.
for file in "${programs[@]}" "${own_plugins[@]}" "$target"/lib/*.so*; do
    patchelf --set-rpath "\$ORIGIN/$(realpath --relative-to "$(dirname -- "$file")" "$target/lib")" "$file"
done
missing=$(ldd "${programs[@]}" "${own_plugins[@]}" | grep 'not found' || true)
if [[ -n $missing ]]; then
    printf 'portable.sh: not found:\n%s\n' "$missing" >&2
    exit 1
fi
