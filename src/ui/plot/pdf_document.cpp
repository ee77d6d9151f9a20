// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/pdf_document.h"

#include <QCryptographicHash>
#include <QRegularExpression>

#include <algorithm>
#include <vector>

namespace ulpscope::ui {

namespace {

/// A figure has no date: its session says what it shows. Readers want one, so all have the same.
constexpr char kDate[] = "D:20000101000000Z";

/// PDF text string: Latin letters as they are, anything else as UTF-16.
QByteArray textString(const QString &text)
{
    const bool ascii =
        std::all_of(text.begin(), text.end(), [](QChar c) { return c.unicode() >= 0x20 && c.unicode() < 0x7f; });
    if (!ascii) {
        QByteArray utf16("\xfe\xff");
        for (const QChar c : text) {
            utf16.append(static_cast<char>(c.unicode() >> 8));
            utf16.append(static_cast<char>(c.unicode() & 0xff));
        }
        return '<' + utf16.toHex() + '>';
    }
    QByteArray escaped("(");
    for (const char c : text.toLatin1()) {
        if (c == '(' || c == ')' || c == '\\')
            escaped.append('\\');
        escaped.append(c);
    }
    return escaped + ')';
}

/// The inverse for strings that textString() wrote; `at` is the position of the opening character.
QString parseTextString(const QByteArray &pdf, qsizetype at)
{
    QByteArray bytes;
    if (pdf[at] == '<') {
        const qsizetype end = pdf.indexOf('>', at);
        if (end < 0)
            return {};
        bytes = QByteArray::fromHex(pdf.mid(at + 1, end - at - 1));
    } else if (pdf[at] == '(') {
        for (qsizetype i = at + 1; i < pdf.size() && pdf[i] != ')'; ++i) {
            if (pdf[i] == '\\' && i + 1 < pdf.size())
                ++i;
            bytes.append(pdf[i]);
        }
    }
    if (!bytes.startsWith("\xfe\xff"))
        return QString::fromLatin1(bytes);
    QString text;
    for (qsizetype i = 2; i + 1 < bytes.size(); i += 2)
        text.append(QChar(static_cast<char16_t>((static_cast<unsigned char>(bytes[i]) << 8) |
                                                static_cast<unsigned char>(bytes[i + 1]))));
    return text;
}

/// The parts of a QPdfWriter file that have to change.
struct Tail {
    std::vector<qsizetype> offsets; ///< of each object; 0 for the free head of the list
    qsizetype table = 0;            ///< position of "xref"
    int root = 0, information = 0;  ///< object numbers
};

Result<Tail> parseTail(const QByteArray &pdf)
{
    const Status unknown(StatusCode::IoError, phrase("the PDF writer of this Qt version is not understood"));
    Tail tail;
    const qsizetype start = pdf.lastIndexOf("startxref");
    if (start < 0)
        return unknown;
    bool ok = false;
    tail.table = pdf.mid(start + 9).trimmed().split('\n').first().trimmed().toLongLong(&ok);
    if (!ok || tail.table <= 0 || tail.table >= start || pdf.mid(tail.table, 4) != "xref")
        return unknown;

    static const QRegularExpression kHeader(QStringLiteral("^xref\\s+0\\s+(\\d+)\\s*\\n"));
    static const QRegularExpression kRoot(QStringLiteral("/Root\\s+(\\d+)\\s+0\\s+R")),
        kInfo(QStringLiteral("/Info\\s+(\\d+)\\s+0\\s+R"));
    const QString text = QString::fromLatin1(pdf.mid(tail.table, start - tail.table));
    const QRegularExpressionMatch header = kHeader.match(text), root = kRoot.match(text),
                                  information = kInfo.match(text);
    if (!header.hasMatch() || !root.hasMatch() || !information.hasMatch())
        return unknown;
    const qsizetype count = header.captured(1).toLongLong();
    tail.root = root.captured(1).toInt();
    tail.information = information.captured(1).toInt();
    constexpr qsizetype kEntry = 20; // fixed by the PDF standard
    if (count <= std::max(tail.root, tail.information) || header.capturedEnd() + count * kEntry > text.size())
        return unknown;
    for (qsizetype i = 0; i < count; ++i)
        tail.offsets.push_back(QStringView(text).mid(header.capturedEnd() + i * kEntry, 10).toLongLong());
    return tail;
}

} // namespace

Result<QByteArray> finishPdf(const QByteArray &pdf, const PdfInformation &information)
{
    const Result<Tail> parsed = parseTail(pdf);
    if (!parsed.ok())
        return parsed.status();
    Tail tail = parsed.value();
    const qsizetype begin = tail.offsets[static_cast<size_t>(tail.information)];
    const qsizetype end = pdf.indexOf("endobj", begin);
    if (begin <= 0 || end < 0 || end > tail.table)
        return Status(StatusCode::IoError, phrase("the PDF writer of this Qt version is not understood"));

    QByteArray dictionary = QByteArray::number(tail.information) + " 0 obj\n<<\n";
    const auto add = [&](const char *key, const QString &value) {
        if (!value.isEmpty())
            dictionary += QByteArray("/") + key + ' ' + textString(value) + '\n';
    };
    add("Title", information.title);
    add("Subject", information.subject);
    add("Keywords", information.keywords);
    add("Creator", information.creator);
    add("Producer", QStringLiteral("Qt"));
    dictionary += "/CreationDate (" + QByteArray(kDate) + ")\n/ModDate (" + QByteArray(kDate) + ")\n>>\n";

    QByteArray result = pdf.left(begin) + dictionary + pdf.mid(end, tail.table - end);
    const qsizetype shift = dictionary.size() - (end - begin);
    for (qsizetype &offset : tail.offsets)
        if (offset > begin)
            offset += shift;
    const QByteArray id = QCryptographicHash::hash(result, QCryptographicHash::Sha256).first(16).toHex();
    const qsizetype table = result.size();
    result += "xref\n0 " + QByteArray::number(tail.offsets.size()) + "\n0000000000 65535 f \n";
    for (std::size_t i = 1; i < tail.offsets.size(); ++i)
        result += QByteArray::number(tail.offsets[i]).rightJustified(10, '0') + " 00000 n \n";
    result += "trailer\n<<\n/Size " + QByteArray::number(tail.offsets.size()) + "\n/Info " +
              QByteArray::number(tail.information) + " 0 R\n/Root " + QByteArray::number(tail.root) + " 0 R\n/ID [<" +
              id + "> <" + id + ">]\n>>\nstartxref\n" + QByteArray::number(table) + "\n%%EOF\n";
    return result;
}

QString pdfKeywordsOf(const QByteArray &pdf)
{
    const Result<Tail> tail = parseTail(pdf);
    if (!tail.ok())
        return {};
    const qsizetype begin = tail.value().offsets[static_cast<size_t>(tail.value().information)];
    if (begin <= 0 || begin >= tail.value().table)
        return {};
    // Object streams of other writers are compressed; nothing is found there, which is the right answer.
    const QByteArray key("/Keywords ");
    const qsizetype at = pdf.indexOf(key, begin);
    if (at < 0 || at + key.size() >= tail.value().table)
        return {};
    return parseTextString(pdf, at + key.size());
}

} // namespace ulpscope::ui
