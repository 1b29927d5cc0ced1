import type { CacheName, MemoryPerformed } from '../../transactions/index.js';
import { getOrCreateList } from './list-in.js';
import type { AccessTimeline, RunTimeline } from './run-timeline.js';

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
  /** Why the line was dropped; absent if it never was. */
  readonly dropReason?: string;
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
      line.dropReason = transaction.by;
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
