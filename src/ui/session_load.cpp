// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Reading documents and their inputs: always in the background, since a file may be large or on a slow disk.
#include "ui/session_private.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>

namespace ulpscope::ui {

namespace {

QString titleOf(const DocumentState &state)
{
    if (!state.path.isEmpty())
        return QFileInfo(state.path).fileName();
    const std::string &title = state.document.title; // of a sample, as it is in most sessions without a file
    return title.empty() ? QString() : QCoreApplication::translate("Samples", title.c_str());
}

/// What a file holds, where another choice of tensors could make something of it.
std::shared_ptr<const TensorFile> choosableTensors(const DocumentState &state)
{
    if (!state.isNewDocument || !state.isBareTensorFile())
        return nullptr;
    Result<TensorFile> file = readTensorFile(state.document.input.path);
    if (!file.ok())
        return nullptr;
    const auto canBeAnInput = [](const Tensor &tensor) { return tensor.shape.size() == 4; };
    if (std::count_if(file->tensors.begin(), file->tensors.end(), canBeAnInput) < 3)
        return nullptr;
    for (Tensor &tensor : file->tensors)
        std::vector<std::byte>().swap(tensor.data);
    return std::make_shared<const TensorFile>(std::move(file).value());
}

Loaded withInputs(DocumentState state, const std::string &sampleDirectory)
{
    const std::string directory =
        state.path.isEmpty() ? sampleDirectory : QFileInfo(state.path).absolutePath().toStdString();
    Result<LoadedInputs> inputs = loadInputs(state.document, directory);
    if (!inputs.ok()) {
        auto tensors = choosableTensors(state);
        return {std::move(state), inputs.status(), std::move(tensors)};
    }
    state.inputs = std::make_shared<const LoadedInputs>(std::move(inputs).value());
    return {std::move(state), {}, nullptr};
}

} // namespace

void Session::Private::loadAndChange(DocumentState state, const QString &text)
{
    loadJob.start([state = std::move(state), samples = catalog->resourceDirectory + "/scenarios"](
                      const std::stop_token &) { return withInputs(state, samples); },
                  [this, text](Loaded loaded) { take(std::move(loaded), text); });
    updateBusy();
}

void Session::Private::take(Loaded loaded, const QString &text)
{
    if (loaded.status.ok()) {
        const QString backend =
            loaded.state.isNewDocument ? QString::fromStdString(loaded.state.inputs->unknownBackend) : QString();
        change(std::move(loaded.state), text, {});
        if (!backend.isEmpty())
            emit q.message(
                Session::tr("The outputs in this file were written by %1, for which there is no kernel here: they are "
                            "compared with %2.")
                    .arg(backend, QString::fromStdString(current.document.a.kernel)),
                false);
    } else {
        report(loaded.status);
        emit q.documentChanged(); // forms go back to what is
        if (loaded.tensors)
            emit q.tensorsRefused({std::move(loaded.state.document), loaded.state.path}, loaded.tensors);
    }
    updateBusy();
}

void Session::open(std::function<Result<OpenedDocument>()> read)
{
    d->loadJob.start(
        [read = std::move(read), samples = d->catalog->resourceDirectory + "/scenarios"](const std::stop_token &) {
            Result<OpenedDocument> opened = read();
            if (!opened.ok())
                return Loaded{{}, opened.status(), nullptr};
            DocumentState state;
            state.document = std::move(opened->document);
            state.path = opened->path;
            state.isNewDocument = true;
            return withInputs(std::move(state), samples);
        },
        [this](Loaded loaded) {
            const QString text = tr("open %1").arg(titleOf(loaded.state));
            d->take(std::move(loaded), text);
        });
    d->updateBusy();
}

void Session::openDocument(const SessionDocument &document, const QString &path)
{
    open([opened = OpenedDocument{document, path}] { return Result<OpenedDocument>(opened); });
}

} // namespace ulpscope::ui
