// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// A file whose tensors have names and axes of their own.
#include "engine/io/tensor.h"
#include "ui/frame/window_fixture.h"
#include "ui/panels/message_panel.h"
#include "ui/panels/tensor_dialog.h"
#include "ui/window/documents.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QTemporaryDir>

#include <vector>

using namespace ulpscope;
using namespace ulpscope::ui;

class OpeningTest : public QObject, protected WindowFixture {
    Q_OBJECT

private slots:
    void initTestCase() { prepare(); }
    void init() { openWindow(); }
    void cleanup() { m_window.reset(); }

    void filesAreReadInTheBackground();
    void unknownNamesAreAskedFor();
    void cancellingTheChoiceLosesNothing();
    void anotherChoiceOfTensors();
    void aFileWithNothingToChooseIsRefused();
    void aMovedSessionStillFindsItsMeasuredLaunch();

private:
    QString write(const QString &name, const std::vector<std::string> &tensors,
                  const std::vector<std::int64_t> &shape = {1, 48, 3, 32}) const;
    TensorDialog *dialog() const { return m_window->findChild<TensorDialog *>(); }
    void pick(const char *what, const QString &tensor) const;
    QPushButton *openButton() const
    {
        return dialog()->findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Open);
    }
    QString verdict() const { return dialog()->findChild<QLabel *>(QStringLiteral("tensor.verdict"))->text(); }

    QTemporaryDir m_folder;
};

/// By default 48 tokens of 3 heads of 32: [batch, sequence, heads, head dim]; each tensor holds its own number.
QString OpeningTest::write(const QString &name, const std::vector<std::string> &tensors,
                           const std::vector<std::int64_t> &shape) const
{
    TensorFile file;
    std::int64_t count = 1;
    for (const std::int64_t size : shape)
        count *= size;
    float value = 1;
    for (const std::string &tensor : tensors) {
        const std::vector<float> values(static_cast<std::size_t>(count), value);
        file.tensors.push_back(tensorFromFloats(tensor, DType::BF16, shape, values.data()));
        value *= 2;
    }
    const QString path = m_folder.filePath(name);
    const Status status = writeSafetensors(path.toStdString(), file);
    if (!status.ok())
        qFatal("%s", status.message().c_str());
    return path;
}

void OpeningTest::pick(const char *what, const QString &tensor) const
{
    auto *box = dialog()->findChild<QComboBox *>(QStringLiteral("tensor.") + QLatin1String(what));
    const int index = box->findData(tensor);
    QVERIFY2(index >= 0, qPrintable(tensor));
    box->setFocus();
    box->setCurrentIndex(index);
}

void OpeningTest::filesAreReadInTheBackground()
{
    const auto before = session().inputs();
    m_window->openFile(write(QStringLiteral("plain.safetensors"), {"q", "k", "v"}));
    QCOMPARE(session().inputs(), before); // nothing was read yet
    QVERIFY(session().busy());
    QVERIFY(ready());
    QVERIFY(session().inputs() != before);
    QVERIFY(!dialog());
    QCOMPARE(session().inputs()->problem.heads, 48);
}

void OpeningTest::unknownNamesAreAskedFor()
{
    const QString path = write(QStringLiteral("layer.safetensors"), {"attn.v_proj", "attn.q_proj", "attn.k_proj"});
    drop(path);
    QVERIFY(ready());
    QVERIFY(dialog() && dialog()->isVisible());
    QVERIFY(!openButton()->isEnabled());
    const QString message = m_window->findChild<MessageBar *>()->text();
    QVERIFY2(message.contains(QLatin1String("layer.safetensors")) && message.contains(QLatin1String("attn.q_proj")),
             qPrintable(message));
    pick("q", QStringLiteral("attn.q_proj"));
    pick("k", QStringLiteral("attn.k_proj"));
    pick("v", QStringLiteral("attn.v_proj"));
    QCOMPARE(verdict(), QStringLiteral("48 heads · 3 × 3 · d 32 · bf16")); // both orders of the axes fit
    auto *layout = dialog()->findChild<QComboBox *>(QStringLiteral("tensor.layout"));
    layout->setCurrentIndex(layout->findData(static_cast<int>(InputSource::Layout::BNHD)));
    QCOMPARE(verdict(), QStringLiteral("3 heads · 48 × 48 · d 32 · bf16"));
    QTest::mouseClick(openButton(), Qt::LeftButton);
    QVERIFY(ready());
    QCOMPARE(session().documentPath(), path);
    const Problem &p = session().inputs()->problem;
    QCOMPARE(p.heads, 3);
    QCOMPARE(p.seqlenQ, 48);
    QCOMPARE(session().inputs()->inputs->q.front(), 2.0f); // the second of the file
    QCOMPARE(session().inputs()->inputs->v.front(), 1.0f);
    QVERIFY(session().trace(Side::A));
}

void OpeningTest::cancellingTheChoiceLosesNothing()
{
    const auto before = session().inputs();
    drop(write(QStringLiteral("other.safetensors"), {"a", "b", "c"}));
    QVERIFY(ready());
    QVERIFY(dialog());
    QTest::keyClick(dialog(), Qt::Key_Escape);
    QTRY_VERIFY(!dialog());
    QCOMPARE(session().inputs(), before);
}

void OpeningTest::anotherChoiceOfTensors()
{
    drop(write(QStringLiteral("two.safetensors"), {"q", "k", "v", "v2"}));
    QVERIFY(ready());
    auto *button = m_window->findChild<QPushButton *>(QStringLiteral("tensors"));
    QVERIFY(button && !button->isHidden());
    button->click();
    QVERIFY(dialog());
    pick("v", QStringLiteral("v2"));
    QTest::mouseClick(openButton(), Qt::LeftButton);
    QVERIFY(ready());
    QCOMPARE(session().inputs()->inputs->v.front(), 8.0f);
    QVERIFY2(button->text().contains(QLatin1String("v2")), qPrintable(button->text()));
    m_window->findChild<QAction *>(QStringLiteral("editUndo"))->trigger();
    QVERIFY(ready());
    QCOMPARE(session().inputs()->inputs->v.front(), 4.0f);
}

void OpeningTest::aFileWithNothingToChooseIsRefused()
{
    const auto before = session().inputs();
    drop(write(QStringLiteral("vectors.safetensors"), {"a", "b", "c"}, {48}));
    QVERIFY(ready());
    QVERIFY(!dialog());
    QVERIFY(m_window->findChild<MessageBar *>()->isVisible());
    QCOMPARE(session().inputs(), before);
}

void OpeningTest::aMovedSessionStillFindsItsMeasuredLaunch()
{
    SessionDocument document;
    document.views = {{"schedule.measured", "traces/a.json"}, {"schedule.timeline", "both"}};
    const auto measured = [&](const char *path) {
        return rebased(document, QStringLiteral("/data/run.ulps.json"), QLatin1String(path))
            .views.at("schedule.measured");
    };
    QCOMPARE(measured("/data/other.ulps.json"), std::string("traces/a.json"));
    QCOMPARE(measured("/data/traces/run.ulps.json"), std::string("a.json"));
    QCOMPARE(measured("/elsewhere/run.ulps.json"), std::string("/data/traces/a.json"));
    QCOMPARE(rebased(document, QStringLiteral("/data/run.ulps.json"), QStringLiteral("/elsewhere/run.ulps.json"))
                 .views.at("schedule.timeline"),
             std::string("both"));
}

QTEST_MAIN(OpeningTest)
#include "tst_opening.moc"
