// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/color_map.h"

#include <QFile>

#include <algorithm>
#include <cmath>
#include <map>

static void initColorMapResources()
{
    Q_INIT_RESOURCE(colormaps); // static library: see theme.cpp
}

namespace ulpscope::ui {

const QStringList &ColorMap::names()
{
    static const QStringList kNames{QStringLiteral("viridis"), QStringLiteral("cividis"), QStringLiteral("greys"),
                                    QStringLiteral("blue-orange"), QStringLiteral("blue-orange-dark")};
    return kNames;
}

const ColorMap &ColorMap::named(const QString &name)
{
    static const std::map<QString, ColorMap> kMaps = [] {
        initColorMapResources();
        std::map<QString, ColorMap> maps;
        for (const QString &each : names()) {
            QFile file(QStringLiteral(":/ulpscope/colormaps/%1.csv").arg(each));
            if (!file.open(QIODevice::ReadOnly))
                continue;
            if (Result<ColorMap> map = parse(each, file.readAll()); map.ok())
                maps.emplace(each, std::move(map).value());
        }
        return maps;
    }();
    const auto found = kMaps.find(name);
    return found != kMaps.end() ? found->second : kMaps.at(names().front());
}

Result<ColorMap> ColorMap::parse(const QString &name, const QByteArray &csv)
{
    ColorMap map;
    map.m_name = name;
    for (const QByteArray &line : csv.split('\n')) {
        if (line.trimmed().isEmpty() || line.startsWith('#'))
            continue;
        const QList<QByteArray> fields = line.split(',');
        double channels[3];
        for (int i = 0; i < 3; ++i) {
            bool ok = fields.size() == 3;
            channels[i] = ok ? fields[i].trimmed().toDouble(&ok) : 0;
            if (!ok || channels[i] < 0 || channels[i] > 1)
                return Status::invalid(phrase("colour map %1: expected three numbers in 0..1, got \"%2\"",
                                              name.toStdString(), line.toStdString()));
        }
        const auto to16 = [](double c) { return static_cast<quint16>(std::lround(c * 65535)); };
        map.m_colors.push_back(QRgba64::fromRgba64(to16(channels[0]), to16(channels[1]), to16(channels[2]), 0xffff));
    }
    if (map.m_colors.size() < 2)
        return Status::invalid(phrase("colour map %1: expected at least two colours", name.toStdString()));
    return map;
}

QColor ColorMap::at(double t) const
{
    const double position = std::clamp(t, 0.0, 1.0) * static_cast<double>(m_colors.size() - 1);
    const auto index = std::min(static_cast<size_t>(position), m_colors.size() - 2);
    const double fraction = position - static_cast<double>(index);
    const QRgba64 a = m_colors[index], b = m_colors[index + 1];
    const auto mix = [fraction](quint16 x, quint16 y) {
        return static_cast<int>(std::lround((x + (y - x) * fraction) / 257));
    };
    return QColor(mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue()));
}

const QStringList &colorMapChoices()
{
    static const QStringList kChoices{QStringLiteral("viridis"), QStringLiteral("cividis"), QStringLiteral("greys"),
                                      QStringLiteral("diverging")};
    return kChoices;
}

const ColorMap &colorMapFor(const QString &choice, bool darkGround)
{
    if (choice == QLatin1String("diverging"))
        return ColorMap::named(darkGround ? QStringLiteral("blue-orange-dark") : QStringLiteral("blue-orange"));
    return ColorMap::named(choice);
}

QColor textOn(const QColor &fill)
{
    const double luminance = 0.2126 * fill.redF() + 0.7152 * fill.greenF() + 0.0722 * fill.blueF();
    return luminance > 0.42 ? QColor(16, 18, 22) : QColor(245, 247, 250);
}

} // namespace ulpscope::ui
