import { groupBy } from '../../arch/index.js';
import {
  type CacheName,
  type CounterValues,
  type CoveredPixel,
  listCoveredPixels,
  type MemoryIssued,
  type MemoryPerformed,
  type Transaction,
} from '../../transactions/index.js';
import {
  getOrCreateList,
  type RunTimeline,
  showsProgramPosition,
  type WaveState,
  type WaveTimeline,
} from './run-timeline.js';
import { type AccessTimeline, getMarkCycle, isActiveLane, LANES } from './wave-life.js';

/** A timeline row: the waves of one packer, or of background work, that ran in one slot, sorted by wave number. */
export interface SlotRow {
  /** Packer number; undefined for background work. */
  readonly packer: number | undefined;
  /** Slot number; undefined for waves that never got a slot. */
  readonly slot: number | undefined;
  readonly waves: readonly WaveTimeline[];
}

/** Returns the rows of the waves that pass the filter, sorted by packer and slot, with background work last. */
export function groupSlotRows(
  { waves }: RunTimeline,
  isIncluded: (wave: WaveTimeline) => boolean = () => true,
): SlotRow[] {
  return [...groupBy(waves.filter(isIncluded), ({ packer, slot }) => `${packer} ${slot}`).values()]
    .map((slotWaves) => ({
      packer: slotWaves[0]!.packer,
      slot: slotWaves[0]!.slot,
      waves: slotWaves,
    }))
    .sort((a, b) => rank(a.packer) - rank(b.packer) || rank(a.slot) - rank(b.slot));
}

function rank(number: number | undefined): number {
  return number ?? Number.MAX_SAFE_INTEGER;
}

/** One invocation that covers a pixel, with its wave, lane and primitive. */
export interface PixelCoverage extends CoveredPixel {
  readonly wave: number;
}

/** The pixels that at least one wave covers, and their inclusive bounding box. */
export interface ScreenCoverage {
  /** Maps `x,y` to the invocations that cover that pixel, in the order in which their sections must run. */
  readonly byPixel: ReadonlyMap<string, readonly PixelCoverage[]>;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/**
 * Finds the invocations that cover each pixel, with primitives in API order. Returns undefined if no wave
 * covers any pixel.
 */
export function getScreenCoverage({ waves, scenario }: RunTimeline): ScreenCoverage | undefined {
  const byPixel = new Map<string, PixelCoverage[]>();
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const { wave, life } of waves) {
    if (life.formed === undefined) continue;
    const samples = scenario.draws.at(life.formed.draw)?.samples ?? 1;
    for (const pixel of listCoveredPixels(life.formed, samples)) {
      const key = `${pixel.x},${pixel.y}`;
      getOrCreateList(byPixel, key).push({ ...pixel, wave });
      box.left = Math.min(box.left, pixel.x);
      box.top = Math.min(box.top, pixel.y);
      box.right = Math.max(box.right, pixel.x);
      box.bottom = Math.max(box.bottom, pixel.y);
    }
  }
  if (byPixel.size === 0) return undefined;
  for (const covers of byPixel.values()) covers.sort((a, b) => a.primitive - b.primitive || a.wave - b.wave);
  return { byPixel, ...box };
}

/** Line size of every vector cache, in bytes (P-043). */
const LINE_BYTES = 128;

/** A line's residency in a cache above L2, from fill to drop. */
export interface CacheLine {
  readonly cache: CacheName;
  readonly index: number;
  /** Address of the line's first byte. */
  readonly address: number;
  readonly fillCycle: number;
  /** The cycle in which the line was dropped; absent if it was never dropped. */
  readonly dropCycle?: number;
  /** The cycle in which the line became stale; absent if it never did. */
  readonly staleFrom?: number;
  /** The wave whose write made the line stale; absent if none did. */
  readonly writer?: number;
}

/**
 * Returns all cache lines in fill order. For lines that became stale, also gives the cycle in which they went stale and
 * the wave that caused it.
 */
export function listCacheLines(timeline: RunTimeline): CacheLine[] {
  const openLines = new Map<string, { -readonly [K in keyof CacheLine]: CacheLine[K] }>();
  const lines: CacheLine[] = [];
  for (const transaction of timeline.transactions) {
    if (transaction.kind !== 'line-filled' && transaction.kind !== 'line-invalidated') continue;
    const { cache, index, address, cycle } = transaction;
    const key = `${cache} ${index} ${address}`;
    const line = openLines.get(key);
    if (transaction.kind === 'line-filled' && line === undefined) {
      const filled = { cache, index, address, fillCycle: cycle };
      openLines.set(key, filled);
      lines.push(filled);
    } else if (transaction.kind === 'line-invalidated' && line !== undefined) {
      line.dropCycle = cycle;
      openLines.delete(key);
    }
  }
  const writes = groupWrites(timeline);
  return lines.map((line) => ({ ...line, ...findStaleness(line, writes.get(line.address) ?? []) }));
}

/** A write that reached L2, with the levels and cycles at which it was performed. */
interface Write {
  readonly cycle: number;
  readonly wave: number;
  readonly performed: readonly MemoryPerformed[];
}

/** Groups the writes by the address of each line they touch, in cycle order. */
function groupWrites({ waves }: RunTimeline): Map<number, Write[]> {
  const byLine = new Map<number, Write[]>();
  for (const { accesses, wave } of waves)
    for (const access of accesses) {
      const last = access.performed.findLast(({ level }) => level === 'L2');
      if (access.issued.operation === 'load' || last === undefined) continue;
      for (const line of listTouchedLines(access))
        getOrCreateList(byLine, line).push({ cycle: last.cycle, wave, performed: access.performed });
    }
  for (const writes of byLine.values()) writes.sort((a, b) => a.cycle - b.cycle);
  return byLine;
}

/** Returns the addresses of the lines that an access touches. */
export function listTouchedLines({ issued }: Pick<AccessTimeline, 'issued'>): Set<number> {
  const lines = new Set<number>();
  for (const address of Array.from(issued.addresses))
    if (address >= 0) {
      lines.add(address - (address % LINE_BYTES));
      const end = address + issued.bytes - 1;
      lines.add(end - (end % LINE_BYTES));
    }
  return lines;
}

/**
 * Returns when a line became stale and which wave's write caused it. A write performed in the line's own cache
 * keeps the line up to date.
 */
function findStaleness(
  { cache, index, fillCycle, dropCycle = Infinity }: CacheLine,
  writes: readonly Write[],
): Pick<CacheLine, 'staleFrom' | 'writer'> {
  const write = writes.find(
    ({ cycle, performed }) =>
      cycle > fillCycle &&
      cycle < dropCycle &&
      !performed.some((event) => event.level === cache && event.cache === index),
  );
  return write === undefined ? {} : { staleFrom: write.cycle, writer: write.wave };
}

const WORD_BYTES = 4;

/** One lane's access to a word. */
export interface WordAccess {
  readonly wave: number;
  readonly lane: number;
  readonly access: number;
  readonly operation: MemoryIssued['operation'];
  readonly issued: number;
  /** The cycle in which the access took effect for all other waves; absent if it never did. */
  readonly performed?: number;
  /** The memory level at which the access took effect. */
  readonly level?: string;
  /** The 32-bit value that was loaded, stored or passed to an atomic; undefined if the trace has no data. */
  readonly value: number | undefined;
}

/** A memory word whose accesses the interlock must order. */
export interface MemoryWord {
  readonly object: string;
  /** Address of the word's first byte. */
  readonly address: number;
  /** Byte offset of the word within its object. */
  readonly offset: number;
  /** Accesses in the order in which they took effect for other waves. */
  readonly accesses: readonly WordAccess[];
}

/**
 * Returns the words of ordered objects, sorted by address, with the accesses that the interlock must order.
 * An access narrower than a word counts as an access to the word that contains it.
 */
export function listOrderedWords({ waves, scenario }: RunTimeline): MemoryWord[] {
  const names = new Set(scenario.ordered.map(({ object }) => object));
  const objects = scenario.memory.filter(({ name }) => names.has(name));
  const byAddress = new Map<number, WordAccess[]>();
  for (const { accesses } of waves)
    for (const access of accesses)
      if (access.ordered)
        for (const [address, word] of listWords(access)) getOrCreateList(byAddress, address).push(word);
  return [...byAddress]
    .sort(([a], [b]) => a - b)
    .flatMap(([address, accesses]) => {
      const object = objects.find(({ address: first, bytes }) => address >= first && address < first + bytes);
      if (object === undefined) return [];
      const offset = address - object.address;
      const sorted = accesses.sort((a, b) => (a.performed ?? Infinity) - (b.performed ?? Infinity));
      return [{ object: object.name, address, offset, accesses: sorted }];
    });
}

/** Lists the words touched by an access's lanes, as (address, access) pairs. */
function listWords({ issued, performed }: AccessTimeline): [number, WordAccess][] {
  const { wave, access, operation, addresses, bytes, space, texelsPerLane = 1 } = issued;
  const last = performed.at(-1);
  const lanes = space === 'scalar' ? 1 : LANES;
  const words: [number, WordAccess][] = [];
  for (let lane = 0; lane < lanes; lane++) {
    if (!isActiveLane(issued, lane)) continue;
    for (let texel = 0; texel < texelsPerLane; texel++) {
      const first = addresses[texel * LANES + lane] ?? -1;
      if (first < 0) continue;
      const dwords = Math.max(1, Math.ceil(bytes / WORD_BYTES));
      for (let dword = 0; dword < dwords; dword++) {
        const address = first - (first % WORD_BYTES) + dword * WORD_BYTES;
        const value = last?.data[(texel * dwords + dword) * LANES + lane];
        const completion = last && { performed: last.cycle, level: last.level };
        words.push([address, { wave, lane, access, operation, issued: issued.cycle, ...completion, value }]);
      }
    }
  }
  return words;
}

/** What is known about a wave at the end of a cycle. Values not yet revealed by a transaction are undefined. */
interface WaveSnapshot {
  readonly state: WaveState | undefined;
  /** Byte offsets of the first and last instruction in the most recent report; often equal. */
  readonly pcRange: readonly [first: number, last: number] | undefined;
  readonly counters: CounterValues | undefined;
  /** The value of EXEC at the last access or export, as lanes 31:0 and lanes 63:32. */
  readonly exec: readonly [low: number, high: number] | undefined;
  /** The exiting id that the last poll read. */
  readonly polled: number | undefined;
  /** Overlapped waves whose exit the wave cannot see yet. */
  readonly waitsFor: readonly number[];
  /** Accesses that have been issued but have not returned. */
  readonly outstanding: readonly AccessTimeline[];
}

/** Returns what is known about a wave at the end of a cycle. */
export function getWaveSnapshot(timeline: RunTimeline, wave: WaveTimeline, cycle: number): WaveSnapshot {
  const history = wave.transactions.slice(0, countUpTo(wave.transactions, cycle));
  const counters = history.findLast((t) => 'vm' in t) as CounterValues | undefined;
  const mask = history.findLast((t) => 'lanesLo' in t) as { lanesLo: number; lanesHi: number } | undefined;
  const polled = history.findLast((t) => t.kind === 'exiting-id-polled');
  return {
    state: wave.phases.findLast(({ first }) => first <= cycle)?.state,
    pcRange: findPcRange(history),
    counters: counters && { vm: counters.vm, vs: counters.vs, lgkm: counters.lgkm, exp: counters.exp },
    exec: mask && [mask.lanesLo >>> 0, mask.lanesHi >>> 0],
    polled: polled?.id,
    waitsFor: findUnfinishedWaves(timeline, wave, cycle),
    outstanding: wave.accesses.filter(
      ({ issued, returned }) => issued.cycle <= cycle && (returned ?? Infinity) > cycle,
    ),
  };
}

/** Counts the events up to and including a cycle. The events must be sorted by cycle. */
export function countUpTo(events: readonly { readonly cycle: number }[], cycle: number): number {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (events[middle]!.cycle <= cycle) low = middle + 1;
    else high = middle;
  }
  return low;
}

function findPcRange(history: readonly Transaction[]): WaveSnapshot['pcRange'] {
  const last = history.findLast(showsProgramPosition);
  if (last?.kind === 'instructions-issued') return [last.first, last.last];
  return last !== undefined && 'pc' in last ? [last.pc, last.pc] : undefined;
}

/**
 * Finds the overlapped waves whose exit is not yet visible to polls. A poll sees an exit once its id is visible or,
 * if exits are counted individually, as soon as it is counted.
 */
function findUnfinishedWaves({ waves }: RunTimeline, { overlapped }: WaveTimeline, cycle: number): number[] {
  return overlapped.filter((number) => {
    const other = waves.find(({ wave }) => wave === number);
    if (other === undefined) return false;
    const exitCycle = getMarkCycle(other.life, 'exit-visible') ?? getMarkCycle(other.life, 'exit-counted');
    return (exitCycle ?? Infinity) > cycle;
  });
}
