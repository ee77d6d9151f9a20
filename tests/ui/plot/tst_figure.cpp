// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/figure_exporter.h"
#include "ui/plot/heatmap_view.h"
#include "ui/support/sample_plots.h"
#include "ui/theme/application_style.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QImage>
#include <QProcess>
#include <QRegularExpression>
#include <QSet>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

using namespace ulpscope::ui;

namespace {

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Output of a tool; empty when the tool is not installed.
QString output(const QString &program, const QStringList &arguments)
{
    QProcess process;
    process.start(program, arguments);
    return process.waitForFinished() ? QString::fromUtf8(process.readAllStandardOutput()) : QString();
}

} // namespace

class FigureTest : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_dir;
    QString path(const QString &name) const { return m_dir.filePath(name); }

    static FigureOptions options(FigureFormat format, const QString &session = {})
    {
        FigureOptions o = optionsFor(*findFigurePreset(QStringLiteral("icml-column")), format);
        o.session = session;
        o.title = QStringLiteral("Figure 1");
        return o;
    }
    static QStringList figureFiles()
    {
        QStringList files;
        for (const char *name : {"scores", "error", "lines", "histogram", "budget"})
            for (const char *suffix : {"png", "svg", "pdf"})
                files.append(QString::fromLatin1(name) + QLatin1Char('.') + QString::fromLatin1(suffix));
        return files;
    }
    static void runGallery(const QString &dir, const QHash<QString, QString> &variables)
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (auto it = variables.begin(); it != variables.end(); ++it)
            environment.insert(it.key(), it.value());
        QProcess process;
        process.setProcessEnvironment(environment);
        process.start(QStringLiteral(ULPSCOPE_PLOT_GALLERY), {QStringLiteral("figures"), dir});
        QVERIFY(process.waitForFinished(120000));
        QCOMPARE(process.exitCode(), 0);
    }

private slots:
    void initTestCase() { applyTheme(*qApp, Theme::dark()); }

    void sameBytesTwice()
    {
        const HeatmapFigure figure(samples::errorState());
        for (const FigureFormat format : {FigureFormat::Png, FigureFormat::Svg, FigureFormat::Pdf}) {
            const auto a = renderFigure(figure, options(format)), b = renderFigure(figure, options(format));
            QVERIFY(a.ok() && b.ok());
            QVERIFY(!a.value().isEmpty());
            QCOMPARE(a.value(), b.value());
        }
    }

    void sameBytesInOtherProcesses()
    {
        const QList<QHash<QString, QString>> environments = {
            {{QStringLiteral("LANG"), QStringLiteral("C")}, {QStringLiteral("TZ"), QStringLiteral("UTC")}},
            {{QStringLiteral("LANG"), QStringLiteral("zh_CN.UTF-8")},
             {QStringLiteral("LC_ALL"), QStringLiteral("zh_CN.UTF-8")},
             {QStringLiteral("QT_SCALE_FACTOR"), QStringLiteral("2")},
             {QStringLiteral("TZ"), QStringLiteral("Asia/Shanghai")}},
            {{QStringLiteral("LC_ALL"), QStringLiteral("de_DE.UTF-8")},
             {QStringLiteral("QT_SCALE_FACTOR"), QStringLiteral("1.5")},
             {QStringLiteral("QT_FONT_DPI"), QStringLiteral("144")},
             {QStringLiteral("TZ"), QStringLiteral("America/St_Johns")}},
        };
        for (qsizetype i = 0; i < environments.size(); ++i)
            runGallery(path(QString::number(i)), environments[i]);
        for (const QString &file : figureFiles()) {
            const QByteArray first = contentOf(path(QStringLiteral("0/") + file));
            QVERIFY2(!first.isEmpty(), qPrintable(file));
            for (qsizetype i = 1; i < environments.size(); ++i)
                QVERIFY2(contentOf(path(QString::number(i) + QLatin1Char('/') + file)) == first,
                         qPrintable(QStringLiteral("%1, environment %2").arg(file).arg(i)));
        }
    }

    void windowAndHeadlessAgree()
    {
        // The view is dark, small, scrolled by a user; the figure is made from its state.
        HeatmapView view;
        view.resize(333, 222);
        view.setState(samples::scoresState());
        view.setWindow({100, 50, 300, 250});
        view.show();
        QApplication::processEvents();
        const auto window = renderFigure(*view.figure(), options(FigureFormat::Pdf));
        HeatmapState state = samples::scoresState();
        state.window = view.window();
        const auto headless = renderFigure(HeatmapFigure(state), options(FigureFormat::Pdf));
        QVERIFY(window.ok() && headless.ok());
        QCOMPARE(window.value(), headless.value());
    }

    void printThemeIsWhite()
    {
        const auto png = renderFigure(HeatmapFigure(samples::scoresState()), options(FigureFormat::Png));
        const QImage image = QImage::fromData(png.value());
        QCOMPARE(image.size(), QSize(975, 750)); // 3.25 x 2.5 in at 300 dpi
        QCOMPARE(QColor(image.pixel(2, 2)), QColor(Qt::white));
        QCOMPARE(image.dotsPerMeterX(), 11811);
    }

    void pdfIsExactLosslessAndEmbedded()
    {
        if (QStandardPaths::findExecutable(QStringLiteral("pdfinfo")).isEmpty())
            QSKIP("poppler-utils is not installed");
        const QString file = path(QStringLiteral("check.pdf"));
        HeatmapState state = samples::errorState();
        state.title = QStringLiteral("误差 error");
        QVERIFY(saveFigure(HeatmapFigure(state), options(FigureFormat::Pdf, QStringLiteral("{}")), file).ok());
        const QString info = output(QStringLiteral("pdfinfo"), {file});
        QVERIFY2(info.contains(QLatin1String("234 x 180 pts")), qPrintable(info));
        QVERIFY(info.contains(QLatin1String("Figure 1")));
        const QString images = output(QStringLiteral("pdfimages"), {QStringLiteral("-list"), file});
        QVERIFY(images.contains(QLatin1String("image")));
        QVERIFY2(!images.contains(QLatin1String("jpeg")), qPrintable(images));
        const QStringList fonts =
            output(QStringLiteral("pdffonts"), {file}).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
        QVERIFY(fonts.size() >= 2 + 3); // two lines of heading; sans, mono, Chinese
        for (qsizetype i = 2; i < fonts.size(); ++i) {
            QVERIFY2(fonts[i].contains(QRegularExpression(QStringLiteral("\\s+yes (yes|no) "))), qPrintable(fonts[i]));
            QVERIFY2(!fonts[i].contains(QLatin1String("Type 3")), qPrintable(fonts[i]));
        }
    }

    void pdfCellsKeepTheirColours()
    {
        if (QStandardPaths::findExecutable(QStringLiteral("pdfimages")).isEmpty())
            QSKIP("poppler-utils is not installed");
        HeatmapState state;
        auto matrix = std::make_shared<Matrix>(*samples::errors(96, 80, false));
        state.matrix = matrix;
        state.scale = {ScaleKind::Linear, QStringLiteral("viridis"), -0.01, 0.01, 1};
        state.colorBar = false;
        const QString file = path(QStringLiteral("cells.pdf"));
        QVERIFY(saveFigure(HeatmapFigure(state), options(FigureFormat::Pdf), file).ok());
        output(QStringLiteral("pdfimages"), {QStringLiteral("-png"), file, path(QStringLiteral("cells"))});
        const QImage image(path(QStringLiteral("cells-000.png")));
        QCOMPARE(image.size(), QSize(80, 96)); // one pixel per cell
        const auto png = renderFigure(HeatmapFigure(state), options(FigureFormat::Png));
        QVERIFY(png.ok());
        const QImage drawn = QImage::fromData(png.value());
        QSet<QRgb> colors;
        for (int y = 0; y < drawn.height(); ++y)
            for (int x = 0; x < drawn.width(); ++x)
                colors.insert(drawn.pixel(x, y));
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                QVERIFY(colors.contains(image.pixel(x, y)));
    }

    void svgIsWellFormedAndHasNoText()
    {
        const auto svg = renderFigure(HeatmapFigure(samples::scoresState()),
                                      options(FigureFormat::Svg, QStringLiteral("{\"a\": \"<&>\"}")));
        QVERIFY(svg.ok());
        QXmlStreamReader xml(svg.value());
        int texts = 0, clips = 0, images = 0;
        QString description;
        while (!xml.atEnd()) {
            if (xml.readNext() != QXmlStreamReader::StartElement)
                continue;
            texts += xml.name() == QLatin1String("text");
            clips += xml.name() == QLatin1String("clipPath");
            images += xml.name() == QLatin1String("image") &&
                      xml.attributes().value(QLatin1String("style")) == QLatin1String("image-rendering:pixelated");
            if (xml.name() == QLatin1String("desc"))
                description = xml.readElementText();
        }
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
        QCOMPARE(texts, 0);
        QVERIFY(clips >= 1);
        QVERIFY(images >= 1);
        QVERIFY(description.startsWith(QLatin1String("Heat map of score S, 384 rows by 384 columns")));

        FigureOptions o = options(FigureFormat::Svg);
        o.textAsPaths = false;
        const auto editable = renderFigure(HeatmapFigure(samples::scoresState()), o);
        QVERIFY(editable.value().contains("<text"));
        QVERIFY(editable.value().size() < svg.value().size());
    }

    void smallMapsAreShapesInSvg()
    {
        HeatmapState state;
        auto matrix = std::make_shared<Matrix>();
        matrix->rows = matrix->cols = 8;
        for (int i = 0; i < 64; ++i)
            matrix->values.push_back(static_cast<float>(i));
        state.matrix = matrix;
        state.scale.max = 63;
        state.colorBar = false;
        const auto svg = renderFigure(HeatmapFigure(state), options(FigureFormat::Svg));
        QVERIFY(!svg.value().contains("<image"));
        QVERIFY(svg.value().count("<rect") >= 64);
    }

    void sessionsSurvive_data()
    {
        QTest::addColumn<QString>("session");
        QTest::newRow("plain") << QStringLiteral("{\"seed\": 7}");
        QTest::newRow("brackets") << QStringLiteral("{\"a\": \"(b) \\\\ (c\"}");
        QTest::newRow("chinese and markup") << QStringLiteral("{\"note\": \"行 299 <&> ]]> '\\\"\"}\n");
        QTest::newRow("long") << QStringLiteral("{\"x\": \"%1\"}").arg(QString(50000, QLatin1Char('y')));
    }
    void sessionsSurvive()
    {
        QFETCH(QString, session);
        for (const char *name : {"s.png", "s.svg", "s.pdf"}) {
            const QString file = path(QString::fromLatin1(name));
            QVERIFY(
                saveFigure(BudgetFigure(samples::budgetState()), options(figureFormatOf(file).value(), session), file)
                    .ok());
            const auto read = readEmbeddedSession(file);
            QVERIFY2(read.ok(), read.status().message().c_str());
            QCOMPARE(read.value(), session);
        }
        if (const QString info = output(QStringLiteral("pdfinfo"), {path(QStringLiteral("s.pdf"))}); !info.isEmpty())
            QVERIFY(info.contains(QLatin1String("Keywords")));
    }

    void filesWithoutSession()
    {
        for (const char *name : {"n.png", "n.svg", "n.pdf"}) {
            const QString file = path(QString::fromLatin1(name));
            QVERIFY(saveFigure(BudgetFigure(samples::budgetState()), options(figureFormatOf(file).value()), file).ok());
            QCOMPARE(readEmbeddedSession(file).status().code(), ulpscope::StatusCode::NotFound);
            // Cut anywhere: an answer, never a crash.
            const QByteArray whole = contentOf(file);
            for (const double part : {0.1, 0.5, 0.9, 0.99}) {
                QFile cut(path(QStringLiteral("cut")));
                QVERIFY(cut.open(QIODevice::WriteOnly));
                cut.write(whole.left(static_cast<qsizetype>(part * static_cast<double>(whole.size()))));
                cut.close();
                QVERIFY(!readEmbeddedSession(cut.fileName()).ok());
            }
        }
        QCOMPARE(readEmbeddedSession(path(QStringLiteral("missing"))).status().code(), ulpscope::StatusCode::IoError);
    }

    void unusableOptionsAreRefused()
    {
        const BudgetFigure figure(samples::budgetState());
        FigureOptions o = options(FigureFormat::Png);
        o.dpi = 1e6;
        QVERIFY(!renderFigure(figure, o).ok());
        o = options(FigureFormat::Pdf);
        o.width = std::nan("");
        QVERIFY(!renderFigure(figure, o).ok());
        QVERIFY(!figureFormatOf(QStringLiteral("x.jpg")).ok());
        QVERIFY(!saveFigure(figure, options(FigureFormat::Pdf), path(QStringLiteral("no/such/folder.pdf"))).ok());
        QVERIFY(!findFigurePreset(QStringLiteral("none")));
    }

    void panelsAreLettered()
    {
        std::vector<std::unique_ptr<FigureSource>> panels;
        panels.push_back(std::make_unique<HeatmapFigure>(samples::scoresState()));
        panels.push_back(std::make_unique<BudgetFigure>(samples::budgetState()));
        const PanelFigure figure(std::move(panels), 2, true);
        QVERIFY(figure.figureDescription().contains(QLatin1String("(b) Error budget")));
        FigureOptions o = options(FigureFormat::Svg);
        o.width = 468;
        o.textAsPaths = false;
        const auto svg = renderFigure(figure, o);
        QVERIFY(svg.value().contains(">(a)</text>"));
        QVERIFY(svg.value().contains(">(b)</text>"));
    }
};

int main(int argc, char **argv)
{
    makeFiguresReproducible();
    QApplication app(argc, argv);
    FigureTest test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_figure.moc"
