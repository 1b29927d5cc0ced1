import { COUNTER_NAMES } from '../../../arch/index.js';
import { OverlapTable } from '../../../rtl-model/db/overlap-table.js';
import { LocalMemory } from '../../../rtl-model/lds/local-memory.js';
import { LineCache } from '../../../rtl-model/memory/line-cache.js';
import { WAYS } from '../../../rtl-model/memory/spec.js';
import { AddressUnits } from '../../../rtl-model/memory/texture-queues.js';
import { Binner } from '../../../rtl-model/sc/binner.js';
import { Packer } from '../../../rtl-model/sc/packer.js';
import { QUEUE_WAVES } from '../../../rtl-model/sc/spec.js';
import { GroupArbiter } from '../../../rtl-model/spi/background/group-arbiter.js';
import { ExportSpace } from '../../../rtl-model/spi/export-space.js';
import { LaunchControllers } from '../../../rtl-model/spi/launch-controllers.js';
import { Launcher } from '../../../rtl-model/spi/launcher.js';
import { ResourceArbiter } from '../../../rtl-model/spi/resource-arbiter.js';
import { SimdResources } from '../../../rtl-model/spi/simd-resources.js';
import { CONTROLLERS } from '../../../rtl-model/spi/spec.js';
import type { Staging } from '../../../rtl-model/spi/staging.js';
import { Accesses } from '../../../rtl-model/sq/accesses.js';
import { CounterRoom } from '../../../rtl-model/sq/counter-room.js';
import { PollLoop } from '../../../rtl-model/sq/poll-loop.js';
import { ROUND_MAX } from '../../../rtl-model/sq/spec.js';
import { LineStore } from '../../../rtl-model/sqc/instruction-cache.js';
import { ExportArbiter } from '../../../rtl-model/sx/export-arbiter.js';
import type { Wave } from '../../../rtl-model/wave.js';

/** What became of a size: it was filled exactly, asked for one more while full, and filled again once there was room. */
export const SIZE_USES = ['full', 'one more', 'full again'] as const;

let uses = new Set<string>();
/** By size and unit, whether it was full when last seen, or has had room since. */
let progress = new Map<string, WeakMap<object, 'full' | 'room'>>();

/** Notes how many of a unit's places are taken, and whether one more is wanted. */
function note(size: string, unit: object, level: number, capacity: number, wantsMore = false): void {
  const units = progress.get(size) ?? new WeakMap<object, 'full' | 'room'>();
  progress.set(size, units);
  if (capacity === 0 || level > capacity) return;
  if (level < capacity) {
    if (units.has(unit)) units.set(unit, 'room');
    return;
  }
  uses.add(`${size}: full`);
  if (wantsMore) uses.add(`${size}: one more`);
  if (units.get(unit) === 'room') uses.add(`${size}: full again`);
  units.set(unit, 'full');
}

/** Runs `run` and returns how it used the sizes, such as `QUEUE_WAVES: full`. */
export function watchSizes(run: () => void): ReadonlySet<string> {
  uses = new Set();
  progress = new Map();
  run();
  return uses;
}

/** Calls `after`, and `before`, around each call of a method, private ones included. */
function around<Unit, Result = unknown, Args extends readonly unknown[] = readonly unknown[]>(
  { prototype }: { readonly prototype: object },
  name: string,
  after: (unit: Unit, result: Result, args: Args) => void,
  before: (unit: Unit, args: Args) => void = () => {},
): void {
  const original = Reflect.get(prototype, name) as (...args: unknown[]) => unknown;
  if (typeof original !== 'function') throw new Error(`there is no method ${name}`);
  Reflect.set(prototype, name, function (this: Unit, ...args: unknown[]): unknown {
    before(this, args as unknown as Args);
    const result = original.apply(this, args);
    after(this, result as Result, args as unknown as Args);
    return result;
  });
}

/** Watches everything that has a size, for the rest of the process. */
export function installWatches(): void {
  watchPackers();
  watchBinners();
  watchLaunches();
  watchResources();
  watchShared();
  watchCaches();
  watchAddressUnits();
  watchExports();
  watchWaves();
}

interface WatchedPacker {
  readonly waiting: readonly Wave[];
  readonly forming?: Wave;
  readonly closing?: string;
  readonly maxQuads: number;
  readonly primitiveRuns: number;
  readonly context: { readonly freedoms: { readonly idWindow: number; readonly primitivesPerWave: number } };
  readonly ports: { readonly tracker: { readonly windowStart: number } };
}

function watchPackers(): void {
  around<WatchedPacker>(Packer, 'close', (packer) => {
    const { waiting, forming, closing, context, ports } = packer;
    const isBlocked = closing !== undefined;
    const ahead = (isBlocked ? forming! : waiting.at(-1)!).sequence - ports.tracker.windowStart;
    note('idWindow', packer, isBlocked ? ahead - 1 : ahead, context.freedoms.idWindow, isBlocked);
    note('QUEUE_WAVES', packer, waiting.length, QUEUE_WAVES, isBlocked);
  });
  around<WatchedPacker>(Packer, 'take', (packer) =>
    note('QUEUE_WAVES', packer, packer.waiting.length, QUEUE_WAVES),
  );
  around<WatchedPacker, boolean>(Packer, 'isOutOfParameters', (packer, isOut) =>
    note('primitivesPerWave', packer, packer.primitiveRuns, packer.context.freedoms.primitivesPerWave, isOut),
  );
  around<WatchedPacker, void, [Wave]>(Packer, 'append', (packer, _, [wave]) =>
    note('MAX_QUADS', packer, wave.quadCount, packer.maxQuads),
  );
  around<WatchedPacker, Wave>(Packer, 'getOpenWave', (packer, { quadCount }) => {
    const wasFull = progress.get('MAX_QUADS')?.get(packer) === 'full';
    if (wasFull && quadCount === 0) note('MAX_QUADS', packer, packer.maxQuads, packer.maxQuads, true);
  });
  const noteTable = (
    table: { readonly used: number; readonly maxEntries: number },
    overflows: unknown,
  ): void => note('overlapEntries', table, table.used, table.maxEntries, overflows === true);
  for (const method of ['record', 'release', 'overflows']) around(OverlapTable, method, noteTable);
}

interface WatchedBinner {
  readonly first: number;
  readonly end: number;
  readonly primitiveCount: number;
  readonly shape: { readonly batchPrimitives: number };
}

function watchBinners(): void {
  around<WatchedBinner, boolean>(Binner, 'startBatch', (binner, isStarted) => {
    const { first, end, primitiveCount, shape } = binner;
    if (!isStarted || shape.batchPrimitives === 1) return;
    note('batchPrimitives', binner, end - first, shape.batchPrimitives, end < primitiveCount);
    note('batchPrimitives', binner, 0, shape.batchPrimitives);
  });
}

interface WatchedLauncher {
  readonly stagings: readonly (Staging & object)[];
  readonly controllers: LaunchControllers;
  readonly context: { readonly now: number };
}

function watchLaunches(): void {
  around<WatchedLauncher>(Launcher, 'launch', ({ stagings, controllers, context }) => {
    for (const [i, staging] of stagings.entries()) {
      const { stagedCount, capacity } = staging as unknown as Record<'stagedCount' | 'capacity', number>;
      const level = stagedCount + controllers.countLoading(context.now, staging);
      note(i === 0 ? 'stagedWaves' : 'stagedVertexWaves', staging, level, capacity, staging.isFull);
    }
  });
  around<{ readonly busyUntil: Float64Array }, number, [number]>(
    LaunchControllers,
    'findIdleController',
    (controllers, idle, [now]) => {
      const busy = controllers.busyUntil.filter((until) => until > now).length;
      note('CONTROLLERS', controllers, busy, CONTROLLERS, idle < 0);
    },
  );
}

interface WatchedExtents {
  readonly size: number;
  readonly held: readonly { readonly first: number; readonly end: number }[];
}

/** Notes the fill of a register file, and whether a request for some of it was refused. */
function noteExact(size: string, extents: WatchedExtents, wantsMore: boolean): void {
  const level = extents.held.reduce((sum, { first, end }) => sum + end - first, 0);
  note(size, extents, level, extents.size, wantsMore);
}

/** Like `noteExact`, for a file of which waves leave a rest, so that it is full once one is refused. */
function noteRefusal(name: string, extents: WatchedExtents, isRefused: boolean): void {
  note(name, extents, isRefused ? extents.size : 0, extents.size, isRefused);
}

interface WatchedSimd {
  readonly slots: readonly number[];
  readonly vectors: WatchedExtents;
  readonly scalars: WatchedExtents;
}

const slotCounts = new WeakMap<WatchedSimd, number>();

function noteSimd(simd: WatchedSimd, missing: unknown): void {
  const { slots, vectors, scalars } = simd;
  const count = slotCounts.get(simd) ?? slots.length;
  slotCounts.set(simd, count);
  note('waveSlots', simd, count - slots.length, count, missing === 0);
  noteExact('registerRows', vectors, missing === 1);
  noteRefusal('SGPRs', scalars, missing === 2);
}

function watchResources(): void {
  for (const method of ['available', 'take', 'free']) around(SimdResources, method, noteSimd);
  interface WatchedMemory {
    readonly allocations: readonly WatchedExtents[];
  }
  const noteLocal = (memory: WatchedMemory, result: unknown, [processor]: readonly number[]): void =>
    noteRefusal('CAPACITY', memory.allocations[processor!]!, result === false);
  for (const method of ['fits', 'take', 'freeRange'])
    around<WatchedMemory, unknown, readonly number[]>(LocalMemory, method, noteLocal);
}

function watchShared(): void {
  interface WatchedArbiter {
    readonly scratch: { readonly held: ReadonlySet<number> };
  }
  around<WatchedArbiter, string | undefined, [Wave]>(
    ResourceArbiter,
    'missingResource',
    ({ scratch }, missing, [{ work }]) =>
      note('scratch', scratch, scratch.held.size, work.scratchWaves, missing === 'scratch'),
  );
  interface WatchedGroups {
    readonly barriers: { readonly held: readonly ReadonlySet<number>[]; readonly barrierCount: number };
  }
  around<WatchedGroups, string | undefined>(GroupArbiter, 'missingResource', ({ barriers }, missing) => {
    for (const held of barriers.held)
      note('barriers', held, held.size, barriers.barrierCount, missing === 'barrier');
  });
}

interface WatchedCache {
  readonly sets: number;
  readonly keys: Int32Array;
}

const cacheSets = new WeakMap<WatchedCache, Map<number, object>>();

function noteSet(cache: WatchedCache, key: number, wantsMore: boolean): void {
  const sets = cacheSets.get(cache) ?? new Map<number, object>();
  cacheSets.set(cache, sets);
  const first = (key % cache.sets) * WAYS;
  const set = sets.get(first) ?? {};
  sets.set(first, set);
  const used = cache.keys.subarray(first, first + WAYS).filter((held) => held >= 0).length;
  note('WAYS', set, used, WAYS, wantsMore);
  if (wantsMore) note('WAYS', set, used - 1, WAYS);
}

function watchCaches(): void {
  around<WatchedCache, void, [number, number]>(LineCache, 'insert', (cache, _, [, key]) =>
    noteSet(cache, key, false),
  );
  const ignore = (): void => {};
  around<WatchedCache, number, [number]>(LineCache, 'chooseSlot', ignore, (cache, [key]) =>
    noteSet(cache, key, true),
  );
  interface WatchedStore {
    readonly arrivals: ReadonlyMap<number, number>;
    readonly capacity: number;
  }
  const noteLines = (store: WatchedStore, wantsMore: boolean): void => {
    note('instructionCacheLines', store, store.arrivals.size, store.capacity, wantsMore);
    if (wantsMore) note('instructionCacheLines', store, store.arrivals.size - 1, store.capacity);
  };
  around<WatchedStore>(
    LineStore,
    'allocate',
    (store) => noteLines(store, false),
    (store) => noteLines(store, true),
  );
}

function watchAddressUnits(): void {
  interface WatchedUnits {
    readonly departsAt: readonly (Float64Array | undefined)[];
    readonly depth: number;
  }
  const noteUnit = (
    { departsAt, depth }: WatchedUnits,
    unit: number,
    now: number,
    wantsMore: boolean,
  ): void => {
    const ring = departsAt[unit];
    if (ring !== undefined) note('taQueue', ring, ring.filter((at) => at > now).length, depth, wantsMore);
  };
  interface WatchedAccesses {
    readonly ports: { readonly memory: unknown };
    readonly context: { readonly now: number };
  }
  around<WatchedAccesses, boolean, [Wave]>(Accesses, 'hasRoom', ({ ports, context }, hasRoom, [wave]) => {
    const { units } = ports.memory as { readonly units: WatchedUnits };
    noteUnit(units, wave.place.cu, context.now, !hasRoom);
  });
  around<WatchedUnits, number, [number, number]>(AddressUnits, 'accept', (units, _, [unit, now]) =>
    noteUnit(units, unit, now, false),
  );
}

function watchExports(): void {
  interface WatchedSpace {
    readonly isPosition: boolean;
    readonly queue: readonly Wave[];
    readonly used: number;
    readonly capacity: number;
  }
  const noteSpace = (space: WatchedSpace, freed = 0): void => {
    const { isPosition, queue, used, capacity } = space;
    note(isPosition ? 'positionSpace' : 'exportSpace', space, used - freed, capacity, queue.length > 0);
  };
  around<WatchedSpace>(ExportSpace, 'request', (space) => noteSpace(space));
  around<WatchedSpace>(
    ExportSpace,
    'free',
    (space) => noteSpace(space),
    (space) => noteSpace(space, 1),
  );
  interface WatchedArbiter {
    readonly spec: { readonly buses: number };
    readonly waiting: readonly unknown[];
  }
  around<WatchedArbiter, readonly unknown[]>(ExportArbiter, 'step', (arbiter, granted) => {
    note('exportBuses', arbiter, granted.length, arbiter.spec.buses, arbiter.waiting.length > 0);
    note('exportBuses', arbiter, 0, arbiter.spec.buses);
  });
}

function watchWaves(): void {
  around<{ readonly maxima: readonly number[] }, boolean, [Wave, number]>(
    CounterRoom,
    'has',
    ({ maxima }, hasRoom, [{ counters }, counter]) => {
      const level = counters[counter]! + (hasRoom ? 1 : 0);
      note(`counter ${COUNTER_NAMES[counter]}`, counters, level, maxima[counter]!, !hasRoom);
    },
  );
  around<{ readonly length: number }, string>(PollLoop, 'iterate', (loop, outcome) => {
    if (outcome === 'too-long') uses.add('ROUND_MAX: one more');
    else note('ROUND_MAX', loop, outcome === 'repeats' ? loop.length : 0, ROUND_MAX);
  });
}
