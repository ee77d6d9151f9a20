#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Ulpscope contributors
# SPDX-License-Identifier: Apache-2.0
"""Writes the colour maps of this folder: `pip install matplotlib numpy; python3 build_colormaps.py`.

viridis and cividis are copied from matplotlib; greys and the two diverging maps are computed here in OKLab
(B. Ottosson, "A perceptual color space for image processing", 2020), with equal lightness steps.
"""
import pathlib

import matplotlib
import numpy as np

HERE = pathlib.Path(__file__).parent
STEPS = 256


def oklch_to_srgb(lightness, chroma, hue):
    a, b = chroma * np.cos(np.radians(hue)), chroma * np.sin(np.radians(hue))
    l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    s = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    linear = np.stack([
        +4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
        -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
        -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s,
    ], axis=-1)
    linear = np.clip(linear, 0, 1)
    return np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)


def arm(center, end, peak, hues):
    """One half of a diverging map, from the neutral centre outwards: lightness is linear in the distance from 0, so
    equal differences look equal; chroma rises to `peak` = (where, how much) and falls to end[1]."""
    t = np.linspace(0, 1, STEPS // 2 + 1)
    lightness = center[0] + (end[0] - center[0]) * t
    chroma = np.interp(t, [0, peak[0], 1], [center[1], peak[1], end[1]])
    hue = np.interp(t, [0, 1], hues)
    return oklch_to_srgb(lightness, chroma, hue)


def diverging(center, blue, orange, blue_peak, orange_peak, blue_hues, orange_hues):
    low = arm(center, blue, blue_peak, blue_hues)[::-1]
    high = arm(center, orange, orange_peak, orange_hues)
    return np.concatenate([low, high[1:]])  # one shared entry in the middle: zero is exactly neutral


def write(name, colors, origin, licence):
    lines = [f"# {name}", f"# origin: {origin}", f"# licence: {licence}", "# columns: sRGB red, green, blue in 0..1"]
    lines += [",".join(f"{c:.6f}" for c in row) for row in colors]
    (HERE / f"{name}.csv").write_text("\n".join(lines) + "\n")


OWN = "computed by build_colormaps.py in OKLab"
MPL = f"matplotlib {matplotlib.__version__}, _cm_listed.py"

write("viridis", matplotlib.colormaps["viridis"].colors,
      f"{MPL}; N. J. Smith, S. van der Walt, E. Firing", "CC0-1.0")
write("cividis", matplotlib.colormaps["cividis"].colors,
      f"{MPL}; J. R. Nunez, C. R. Anderton, R. S. Renslow, PLoS ONE 13(7) e0199239 (2018)", "CC0-1.0")
write("greys", oklch_to_srgb(np.linspace(0.97, 0.20, STEPS), np.zeros(STEPS), 0), OWN, "Apache-2.0")
write("blue-orange", diverging((0.955, 0.0), (0.50, 0.125), (0.50, 0.125), (0.72, 0.140), (0.55, 0.150),
                               (238, 250), (72, 48)), OWN, "Apache-2.0")
write("blue-orange-dark", diverging((0.27, 0.0), (0.80, 0.110), (0.80, 0.150), (0.70, 0.140), (0.85, 0.150),
                                    (252, 238), (48, 70)), OWN, "Apache-2.0")
