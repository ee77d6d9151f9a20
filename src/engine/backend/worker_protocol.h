// SPDX-FileCopyrightText: 2026 Ulpscope contributors
// SPDX-License-Identifier: Apache-2.0
// What the engine and the worker program say to each other: plain structures over a socket pair, tensors in shared
// memory. The engine plans, the worker executes what it is told. C++17: shared with CUDA code. docs/adr/0007 says why.
#pragma once

#include "engine/backend/row_arithmetic.h"
#include "engine/numerics/tfdpa.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace ulpscope::worker {

inline constexpr std::uint32_t kMagic = 0x57504C55;              ///< "ULPW"
inline constexpr std::uint32_t kVersion = 6;                     ///< of everything in this file
inline constexpr int kSocket = 3, kMemory = 4;                   ///< descriptors with which a worker is started
inline constexpr std::size_t kDataBytes = std::size_t{32} << 20; ///< shared memory for tensors, after the Control page
inline constexpr std::size_t kControlBytes = 4096;
inline constexpr std::size_t kMaxPayload = 4096;

/// First page of the shared memory.
struct Control {
    std::atomic<std::uint32_t> cancel;   ///< sequence number of the request that shall end early
    std::atomic<std::uint32_t> progress; ///< counts on while work is done: a worker that stands still hangs
    std::atomic<std::uint64_t> done;     ///< items of the current Execute that are finished
};

enum class Command : std::uint32_t {
    Hello,     ///< -> HelloReply
    Allocate,  ///< bytes -> handle of a buffer on the GPU
    Write,     ///< handle, offset, bytes: from shared memory
    Fetch,     ///< handle, offset, bytes: to shared memory
    Free,      ///< handle of a buffer or of a saved state
    CreateRun, ///< Plan -> run
    FreeRun,
    Execute,     ///< count Items in shared memory
    Read,        ///< ReadRequest: to shared memory
    Save,        ///< units of the tail that are in use -> handle, bytes
    Restore,     ///< handle
    Reference,   ///< ReferenceRequest: float64 attention of query rows, to shared memory
    Orders,      ///< OrdersRequest: sums in random orders, to shared memory
    Arrivals,    ///< ArrivalsRequest (arrival_protocol.h): launches of one sum, to shared memory
    Limits,      ///< GpuLimits to shared memory (calibration_protocol.h)
    Approximate, ///< ApproxRequest: words of an approximate function, to shared memory
    Multiply,    ///< MmaRequest: single instructions of the tensor core, in shared memory
};

enum class Outcome : std::uint32_t {
    Ok,
    Cancelled,
    OutOfMemory,    ///< `needed` and `available` say how much
    LostContext,    ///< the GPU's context is not usable any more: start another worker
    Failed,         ///< the text says why
    VersionDiffers, ///< `version` is the worker's
};

/// Begins every message both ways; magic and version stay where they are in every version.
struct Header {
    std::uint32_t magic, version;
    std::uint32_t command, sequence;
    std::uint32_t outcome; ///< of a reply
    std::uint32_t bytes;   ///< of what follows
    std::uint64_t run;
};

/// Arguments of commands that need only numbers.
struct Numbers {
    std::uint64_t handle, offset, bytes, count;
};

/// What a command replies that has nothing else to say.
struct Reply {
    std::uint64_t handle, bytes, needed, available;
    char text[256];
};

enum class GpuState : std::uint32_t { Ready, NoDriver, OldDriver, NoDevice, Failed };

struct DeviceInfo {
    char name[256];
    std::int32_t ccMajor, ccMinor, smCount, index;
    std::uint64_t memoryTotal, memoryFree;
};

struct HelloReply {
    GpuState state;
    std::int32_t driverVersion, runtimeVersion; ///< 13000 is 13.0
    std::int32_t deviceCount;
    DeviceInfo devices[8];
    char text[256];
};

enum class Element : std::int32_t { F16, BF16, F32 };

/// What multiplies. Native: this GPU's own instruction of that k.
enum class Unit : std::int32_t { Fma, Exact, Model, Native };
struct Product {
    Unit unit;
    std::int32_t instrK; ///< Model: k of one instruction; Native: of the instruction issued
    tfdpa::Spec spec;    ///< Model only
    tfdpa::Format format;
    std::int32_t isTf32; ///< operands are truncated to tf32
};

/// Where ex2, rcp and lg2 come from.
enum class Approximation : std::int32_t { None, Hardware, Tables };

/// Which lane adds which columns: LaneLayout in numbers.
struct LaneNumbers {
    Lanes lanes;
    LaneSum laneSum;
    Join join;
    QuadOrder quadOrder;
    std::int32_t count, parts, partWidth; ///< lanes of a row; parts of a tile, and their columns
    std::int32_t width;                   ///< sums kept: count, or 1 when lanes are joined every tile
};

/// A run: everything that does not change from step to step. Buffers are handles.
struct Plan {
    std::int32_t batch, heads, kvHeads, seqlenQ, seqlenK, headDim, headDimV;
    Element element;
    RowArithmetic row;
    std::int32_t isSketch, tileM, tileN;
    Product qk, pv;
    PCast pCast;
    OStore oStore;
    LaneNumbers lanes;
    Approximation approximation;
    std::int32_t splits;
    std::int32_t tailUnits;                  ///< key tiles of a sketch, or splits, that a group keeps; 0: neither
    std::int32_t combineByList;              ///< the splits' outputs are added in the order of the list at combineList
    std::int32_t combineTree;                ///< offset of the merge program for the splits' weights
    std::int32_t combineList;                ///< offset of the list, in the same buffer
    std::int32_t slots, groups;              ///< work tiles, and query tiles with all their splits, in flight
    std::uint64_t q, k, v, ranges;           ///< ranges: first and last key + 1 that each (batch, query row) sees
    std::uint64_t program;                   ///< merge programs: see mergeProgram()
    std::uint64_t ex2, rcp, lg2Low, lg2High; ///< tables, when they are used
    std::uint64_t output, lse;               ///< of the whole problem; 0: nothing is written there
    std::uint64_t tileMax, tileSum;          ///< whole tiles: running max and sum of every row after each key tile,
                                             ///< [batch, heads, keyTiles, seqlenQ]; 0: nothing is written there
    std::uint64_t blocks;                    ///< whole tiles: a BlockRecord at Item::record; 0: nothing is written
    std::int32_t keyTiles;                   ///< of seqlenK
    std::int32_t warpGroups;                 ///< whole tiles may use wgmma where the GPU has it
};

/// StepKind and Quantity, whose headers are C++20; the engine checks that they agree.
enum class Step : std::int32_t {
    LoadQ,
    LoadKv,
    ScoreGemm,
    ApplyMask,
    RowMax,
    RescaleOutput,
    Exp2,
    RowSum,
    OutputGemm,
    Normalize,
    Combine,
    WholeTile, ///< all steps of a work tile but the combine, where fusedShapeOf() has a kernel for the run
};
enum class Value : std::int32_t {
    Scores,
    Probs,
    RowMax,
    LaneSums,
    RowSum,
    Alpha,
    OutputAcc,
    Lse,
    Output,
    TileMax,
    TileSum,
    TileOut,
};

/// One planned step of one work tile.
struct Item {
    Step step;
    std::int32_t slot, group;
    std::int32_t batch, head, kvHead;
    std::int32_t rowBegin, rows;
    std::int32_t firstKey, existing; ///< of the key tile: its first key, and how many of its keys there are; of a whole
                                     ///< tile, firstKey is how many keys there are
    std::int32_t ordinal, split;
    std::int32_t flags;
    std::int32_t mergeProgram, mergeCount; ///< sketch: offset of the program, and key tiles merged; of a whole tile:
                                           ///< of the list of key tiles in the order of their visits
    std::int32_t record;                   ///< of a whole tile: where its BlockRecord is written
};
// Item::flags
inline constexpr std::int32_t kFirstTile = 1;    ///< nothing was summed before
inline constexpr std::int32_t kPartialBlock = 2; ///< FlexAttention's partial block
inline constexpr std::int32_t kWriteOutput = 4;  ///< the result also goes to Plan::output and Plan::lse

/// Where and when a block ran.
struct BlockRecord {
    std::uint64_t begin, end; ///< nanoseconds of the GPU's global timer
    std::uint32_t sm, unused;
};

struct ReadRequest {
    Value value;
    Item context; ///< work tile, and the key tile that TileMax, TileSum and TileOut are of
};

/// Query rows of one head in float64: output, its error bound and sums of |terms| (rows x headDimV doubles each), then
/// the log-sum-exp (rows doubles).
struct ReferenceRequest {
    std::uint64_t q, k, v, ranges;
    std::int32_t batch, heads, kvHeads, seqlenQ, seqlenK, headDim, headDimV;
    Element element;
    float scale, softcap;
    std::int32_t batchIndex, head, kvHead, rowBegin, rows;
};

/// A bit pattern among the sums of many orders: how many gave it, and the lowest index of one that did.
struct OrderEntry {
    std::uint64_t bits, count, first;
};
inline constexpr std::uint64_t kNoOrder = ~std::uint64_t{0}; ///< bits of an empty place: a NaN, which no sum is
inline constexpr std::size_t kOrderSlots = std::size_t{1} << 21;
inline constexpr std::size_t kMaxOrderEntries = kOrderSlots / 2;
/// The table of patterns on the GPU: entries, then how many of them are used, and whether there was no room.
inline constexpr std::size_t kOrderTableBytes = kOrderSlots * sizeof(OrderEntry) + 2 * sizeof(std::uint64_t);
/// Terms of one order, values and weights, that a GPU has room for.
inline constexpr std::size_t kMaxOrderBytes = 1280;

/// Sums of `partials` terms in the random orders first .. first + count - 1 (engine/numerics/arrival_order.h):
/// OrderEntry for OrderEntry in shared memory, `bytes` of them. A reply with handle 1 has none: there were more than
/// kMaxOrderEntries patterns, which cannot be when there are no more orders.
struct OrdersRequest {
    std::uint64_t values, weights; ///< buffers of float or double; weights 0: there are none
    std::uint64_t table;           ///< a buffer of kOrderTableBytes
    std::uint64_t seed, first, count;
    std::int32_t partials, isDouble;
};

// ------------------------------------------------------------------------------------- layout of a run's memory
/// Floats of one slot, in this order.
struct SlotLayout {
    std::size_t scores, probs, rowMax, oldMax, alpha, lse, lanes, accumulator, output, total;
};
inline SlotLayout slotLayout(const Plan &p)
{
    const std::size_t m = static_cast<std::size_t>(p.tileM), n = static_cast<std::size_t>(p.tileN),
                      d = static_cast<std::size_t>(p.headDimV), l = static_cast<std::size_t>(p.lanes.width);
    SlotLayout s{};
    s.probs = s.scores + m * n;
    s.rowMax = s.probs + m * n;
    s.oldMax = s.rowMax + m;
    s.alpha = s.oldMax + m;
    s.lse = s.alpha + m;
    s.lanes = s.lse + m;
    s.accumulator = s.lanes + m * l;
    s.output = s.accumulator + m * d;
    s.total = s.output + m * d;
    return s;
}
/// Floats of one unit of a group's tail: max, sum and output of a sketch's key tile, or output and LSE of a split.
inline std::size_t tailUnitFloats(const Plan &p)
{
    return static_cast<std::size_t>(p.tileM) * (static_cast<std::size_t>(p.headDimV) + 2);
}
/// Bytes on the GPU: slots, groups with one merge weight per row and key tile, and what reading needs.
inline std::size_t runBytes(const Plan &p)
{
    const std::size_t m = static_cast<std::size_t>(p.tileM), units = static_cast<std::size_t>(p.tailUnits);
    const std::size_t group = units * tailUnitFloats(p) + (p.isSketch ? units * m : 0);
    const std::size_t scratch = m * (static_cast<std::size_t>(p.tileN) + static_cast<std::size_t>(p.headDimV) +
                                     static_cast<std::size_t>(p.lanes.width) + 2);
    return sizeof(float) * (static_cast<std::size_t>(p.slots) * slotLayout(p).total +
                            static_cast<std::size_t>(p.groups) * group + scratch);
}

static_assert(std::is_trivially_copyable_v<Plan> && std::is_trivially_copyable_v<Item>);
static_assert(sizeof(Item) == 64 && sizeof(Header) == 32 && sizeof(Plan) < kMaxPayload &&
              sizeof(Control) <= kControlBytes);
static_assert(sizeof(HelloReply) < kMaxPayload && kMaxOrderEntries * sizeof(OrderEntry) <= kDataBytes);

} // namespace ulpscope::worker
