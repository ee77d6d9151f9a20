// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/order_terms.h"

#include "engine/backend/row_softmax.h"
#include "engine/numerics/approx.h"

namespace ulpscope {

Result<EnsembleSpec> combineTerms(const RunSpec &spec, const RowTrace &row, int column)
{
    if (row.splits.size() < 2)
        return Status::invalid(phrase("this run has one split: nothing is combined"));
    std::shared_ptr<const ApproxTables> tables; // of recipes that need some
    if (!spec.approxTable.empty()) {
        Result<std::shared_ptr<const ApproxTables>> loaded = ApproxTables::load(spec.tableDirectory, spec.approxTable);
        if (!loaded.ok())
            return loaded.status();
        tables = std::move(loaded).value();
    }
    const RowSoftmax softmax(spec, tables);
    EnsembleSpec terms;
    for (const RowSplitTrace &split : row.splits) {
        terms.weights.push_back(static_cast<double>(softmax.combineExp(split.lse - row.lse)));
        terms.values.push_back(static_cast<double>(split.output[static_cast<std::size_t>(column)]));
    }
    return terms;
}

} // namespace ulpscope
