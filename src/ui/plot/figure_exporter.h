// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/status.h"
#include "ui/plot/figure.h"

#include <QByteArray>
#include <QStringList>

#include <memory>
#include <vector>

namespace ulpscope::ui {

enum class FigureFormat { Png, Svg, Pdf };

/// Page and type of one kind of publication.
struct FigurePreset {
    QString id;    ///< "icml-column"
    double width;  ///< inches
    double height; ///< inches; a proposal, the width is what the publication fixes
    double text;   ///< size of body text in the figure, points
    double dpi;    ///< for PNG
};

const std::vector<FigurePreset> &figurePresets();
/// Null when there is no preset of that name.
const FigurePreset *findFigurePreset(const QString &id);

struct FigureOptions {
    FigureFormat format = FigureFormat::Pdf;
    double width = 234, height = 180; ///< points; rounded to whole ones, because PDF pages are
    double text = 8;                  ///< points; nothing is set smaller than 6
    double dpi = 300;                 ///< PNG only
    bool textAsPaths = true;          ///< SVG only: outlines look the same everywhere, text can be edited
    ThemeKind theme = ThemeKind::Print;
    QString title;
    QString session; ///< embedded, so that the file reopens the state that made it; may be empty
};

FigureOptions optionsFor(const FigurePreset &preset, FigureFormat format);

/// Must be the first thing that a program does: Qt writes font subsets in the order of a hash table, and the hash is
/// seeded at random otherwise. With it, equal figures are equal bytes in every process.
void makeFiguresReproducible();

/// The whole file. The bytes depend on the source, the options and the application's translation, on nothing else.
Result<QByteArray> renderFigure(const FigureSource &source, const FigureOptions &options);

/// Renders and writes; the file at `path` is replaced only when all went well.
Status saveFigure(const FigureSource &source, const FigureOptions &options, const QString &path);

/// By the file name's ending: .png, .svg, .pdf.
Result<FigureFormat> figureFormatOf(const QString &path);

/// The session in a PNG, SVG or PDF made by renderFigure(). NotFound when the file is readable but has none.
Result<QString> readEmbeddedSession(const QString &path);

/// Several figures side by side, lettered (a), (b), ... when there is more than one.
class PanelFigure : public FigureSource {
public:
    PanelFigure(std::vector<std::unique_ptr<FigureSource>> panels, int columns, bool letters);
    void paintFigure(const FigureContext &context) const override;
    QString figureDescription() const override;

private:
    std::vector<std::unique_ptr<FigureSource>> m_panels;
    int m_columns;
    bool m_letters;
};

} // namespace ulpscope::ui
