// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/support/open_session.h"
#include "ui/views/view.h"

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QTest>

#include <functional>

namespace ulpscope::ui::testing {

/// A recorded run: 2 heads, 384 x 384, head dim 128, causal, fp16, as in a batch of 256: one split, tiles of 128 x 64.
inline std::unique_ptr<Session> openGoldenCausal(QString *error)
{
    const QString path =
        QStringLiteral(ULPSCOPE_SOURCE_DIR "/resources/scenarios/data/fa2_fp16_d128_causal.safetensors");
    Result<SessionDocument> document = sessionForFile(path.toStdString());
    if (!document.ok()) {
        *error = QString::fromStdString(document.status().message());
        return nullptr;
    }
    document.value().a.batch = 256;
    document.value().observedTensor = "o_batch256";
    return openSession(document.value(), path, error);
}
inline QString scenario(const QString &id)
{
    return QStringLiteral(ULPSCOPE_SOURCE_DIR "/resources/scenarios/%1.ulps.json").arg(id);
}

inline RunRequest requestFor(const std::string &kernel, const std::string &device, int batch = 256)
{
    RunRequest request;
    request.kernel = kernel;
    request.device = device;
    request.batch = batch;
    return request;
}

/// Lets what was asked for arrive in session and views.
inline void settle(const Session &session) { QVERIFY(waitUntilIdle(session)); }

inline void select(Session &session, int row, int key, int column)
{
    Selection selection = session.selection();
    selection.row = row;
    selection.key = key;
    selection.column = column;
    session.select(selection);
    settle(session);
}

inline void showAt(View &view, const QSize &size)
{
    view.resize(size);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    QCoreApplication::processEvents();
}

/// The user's choice of the entry with this key.
inline void choose(View &view, const QString &name, const QString &key)
{
    auto *box = view.findChild<QComboBox *>(view.id() + QLatin1Char('.') + name);
    QVERIFY(box);
    const int index = box->findData(key);
    QVERIFY2(index >= 0, qPrintable(key));
    box->setCurrentIndex(index);
    emit box->activated(index);
    QCoreApplication::processEvents();
}
inline QString chosen(const View &view, const QString &name)
{
    return view.findChild<QComboBox *>(view.id() + QLatin1Char('.') + name)->currentData().toString();
}

/// The sentence that stands in place of a picture; empty while there is a picture.
inline QString absence(const View &view)
{
    const auto *label = view.findChild<QLabel *>(view.id() + QStringLiteral(".absent"));
    return label->text();
}

/// A pixel of `widget` at which the mouse makes `reached` true: found by asking, so that tests know nothing of margins.
inline QPoint pixelWhere(QWidget *widget, const std::function<bool()> &reached, int grid = 3)
{
    for (int y = 0; y < widget->height(); y += grid) {
        for (int x = 0; x < widget->width(); x += grid) {
            QTest::mouseMove(widget, {x, y});
            if (reached())
                return {x, y};
        }
    }
    return {-1, -1};
}

} // namespace ulpscope::ui::testing
