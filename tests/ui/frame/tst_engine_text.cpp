// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The engine's sentences in a Chinese window.
#include "engine/schedule/resolve.h"
#include "ui/frame/window_fixture.h"
#include "ui/models/engine_text.h"
#include "ui/panels/known_badge.h"
#include "ui/panels/message_panel.h"
#include "ui/window/documents.h"

#include <QLabel>
#include <QRegularExpression>
#include <QTemporaryDir>

using namespace ulpscope;
using namespace ulpscope::ui;

namespace {

/// The parts of a phrase that the translation does not know.
QStringList untranslated(const Phrase &phrase)
{
    QStringList parts;
    if (phrase.kind() != Phrase::Kind::Verbatim) {
        const char *context = phrase.kind() == Phrase::Kind::Template ? "Engine" : "Resources";
        static const QRegularExpression word(QStringLiteral("\\b[a-z]{2,}\\b")); // a name has none of its own
        if (QCoreApplication::translate(context, phrase.text().c_str()).toStdString() == phrase.text() &&
            word.match(QString::fromStdString(phrase.text())).hasMatch())
            parts << QString::fromStdString(phrase.text());
    }
    for (const Phrase &argument : phrase.arguments())
        parts << untranslated(argument);
    return parts;
}

/// Words that nobody translated: three small Latin words in a row that are not quoted.
QString englishIn(QString text)
{
    static const QRegularExpression quoted(QStringLiteral("'[^']*'|\"[^\"]*\"")),
        sentence(QStringLiteral("\\b[a-z]{2,} [a-z]{2,} [a-z]{2,}\\b"));
    return sentence.match(text.remove(quoted)).captured();
}

} // namespace

class EngineTextTest : public QObject, protected WindowFixture {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        prepare();
        applyLanguage(QStringLiteral("zh_CN"));
        openWindow();
    }
    void cleanupTestCase()
    {
        m_window.reset();
        applyLanguage(QStringLiteral("en"));
    }

    void whatIsNotTranslatedIsFound();
    void badFiles_data();
    void badFiles();
    void whereTheBitsPart();
    void counterfactualRun();
    void howEveryRunIsKnown();
    void howTheProblemWasFound();
    void englishIsWhatTheEngineSays();

private:
    void check(const Phrase &phrase)
    {
        QVERIFY2(untranslated(phrase).isEmpty(), qPrintable(untranslated(phrase).join(QLatin1Char('\n'))));
        QVERIFY2(englishIn(engineText(phrase)).isEmpty(), qPrintable(engineText(phrase)));
    }

    QTemporaryDir m_folder;
};

void EngineTextTest::whatIsNotTranslatedIsFound()
{
    const Phrase known = phrase("%1 bytes", 3), unknown("a text of this test, %1", {known});
    QVERIFY(untranslated(known).isEmpty());
    QCOMPARE(untranslated(unknown).size(), 1);
    QCOMPARE(englishIn(engineText(unknown)), QStringLiteral("text of this"));
    QCOMPARE(untranslated(Phrase::resource("a text of no file")).size(), 1);
}

void EngineTextTest::badFiles_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("name");
    QTest::newRow("missing") << QByteArray() << "missing.safetensors";
    QTest::newRow("truncated") << QByteArray("\x40\0\0\0\0\0\0\0{\"q\"", 12) << "truncated.safetensors";
    QTest::newRow("no JSON") << QByteArray("\x04\0\0\0\0\0\0\0{\"q]", 12) << "header.safetensors";
    QTest::newRow("not a tensor file") << QByteArray("hello") << "notes.npz";
    QTest::newRow("zip") << QByteArray("PK\x03\x04 and so on") << "short.npz";
    QTest::newRow("npy") << QByteArray("\x93NUMPY\x09\0\0\0", 10) << "version.npy";
    QTest::newRow("pickle") << QByteArray("\x80\x02}q\0.") << "model.pt";
    QTest::newRow("unfinished session") << QByteArray("{\"schema\": ") << "unfinished.ulps.json";
    QTest::newRow("line break in a text") << QByteArray("{\"title\": \"a\nb\"}") << "break.ulps.json";
    QTest::newRow("comma too many") << QByteArray("{\"title\": \"a\",}") << "comma.ulps.json";
    QTest::newRow("wrong schema") << QByteArray("{\"schema\": \"other/1\"}") << "schema.ulps.json";
    QTest::newRow("wrong session") << QByteArray("{\"schema\": \"ulpscope.session/1\", \"step\": \"x\"}")
                                   << "wrong.ulps.json";
    QTest::newRow("figure without session") << QByteArray("<svg xmlns='http://www.w3.org/2000/svg'/>") << "plain.svg";
}

void EngineTextTest::badFiles()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, name);
    const QString path = m_folder.filePath(name);
    if (!bytes.isEmpty()) {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    }
    const Result<OpenedDocument> opened = openPath(path);
    QVERIFY(!opened.ok());
    check(opened.status().phrase());
    m_window->openFile(path);
    QVERIFY(ready());
    const QString shown = m_window->findChild<MessageBar *>()->text();
    QVERIFY2(shown.contains(engineText(opened.status().phrase()).section(QLatin1Char('\n'), 0, 0)), qPrintable(shown));
}

void EngineTextTest::whereTheBitsPart()
{
    QVERIFY(m_window->openSample(QStringLiteral("h200-vs-a100")));
    QVERIFY(ready());
    const auto comparison = session().comparison();
    QVERIFY(comparison && comparison->first);
    check(comparison->first->node);
    check(comparison->first->reason);
    bool shown = false;
    for (const QLabel *label : m_window->findChildren<QLabel *>())
        shown = shown || label->text().contains(engineText(comparison->first->reason).toHtmlEscaped());
    QVERIFY(shown);
    QVERIFY(m_window->openSample(QStringLiteral("batch-invariance")));
    QVERIFY(ready());
    QVERIFY(session().comparison() && session().comparison()->first);
    check(session().comparison()->first->node);
    check(session().comparison()->first->reason);
}

void EngineTextTest::counterfactualRun()
{
    QVERIFY(m_window->openSample(QStringLiteral("fa2-causal")));
    QVERIFY(ready());
    RunRequest request = session().document().a;
    request.device = "v100";
    session().setRequest(Side::A, request);
    QVERIFY(ready());
    const auto spec = session().spec(Side::A);
    QVERIFY(spec && spec->counterfactual && !spec->notes.empty());
    const QString tip = m_window->findChild<KnownBadge *>(QStringLiteral("chipBadgeA"))->toolTip();
    QVERIFY2(englishIn(QString(tip).remove(QRegularExpression(QStringLiteral("<[^>]*>")))).isEmpty(), qPrintable(tip));
    for (const Phrase &note : spec->notes) {
        check(note);
        QVERIFY2(tip.contains(engineText(note)), qPrintable(tip));
    }
}

void EngineTextTest::howEveryRunIsKnown()
{
    Problem large;
    large.seqlenQ = large.seqlenK = 300;
    large.headDim = large.headDimV = 64;
    Problem odd = large;
    odd.headDim = odd.headDimV = 288;
    odd.seqlenQ = 1;
    odd.softcap = 20;
    odd.mask.keyLengths = {100};
    int runs = 0;
    for (Problem problem : {large, odd}) {
        for (const DType type : {DType::F16, DType::BF16, DType::F32}) {
            problem.dtype = type;
            for (const KernelFamily &kernel : m_catalog->kernels) {
                check(kernel.title);
                for (const DeviceProfile &device : m_catalog->devices) {
                    RunRequest request;
                    request.kernel = kernel.id;
                    request.device = device.id;
                    request.set = {{"quadOrder", "xor12"}};
                    const Result<RunSpec> spec = resolveRun(*m_catalog, problem, request);
                    if (!spec.ok()) {
                        check(spec.status().phrase());
                        continue;
                    }
                    check(spec->known.text);
                    for (const Phrase &note : spec->notes)
                        check(note);
                    ++runs;
                }
            }
        }
    }
    QVERIFY(runs > 50);
}

void EngineTextTest::howTheProblemWasFound()
{
    for (const char *sample : {"fa2-causal", "index-canary"}) {
        QVERIFY(m_window->openSample(QLatin1String(sample)));
        QVERIFY(ready());
        QVERIFY(!session().inputs()->notes.empty());
        for (const auto &[what, note] : session().inputs()->notes)
            check(note);
    }
}

void EngineTextTest::englishIsWhatTheEngineSays()
{
    const Phrase sentence = phrase("%1: there is no such file", "'%1.npy'");
    QVERIFY(engineText(sentence).toStdString() != sentence.english());
    applyLanguage(QStringLiteral("en"));
    QCOMPARE(engineText(sentence).toStdString(), sentence.english());
    applyLanguage(QStringLiteral("zh_CN"));
}

QTEST_MAIN(EngineTextTest)
#include "tst_engine_text.moc"
