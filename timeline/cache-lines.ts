import type { CacheName, MemoryPerformed } from '../transactions/index.js';
import { listIn } from './list-in.js';
import type { AccessStory, RunStory } from './run-story.js';

/** The size of a line in every vector cache, in bytes (P-043). */
const LINE_BYTES = 128;

/** A line while it is in a cache above L2. */
export interface CacheLine {
  readonly cache: CacheName;
  readonly index: number;
  /** The address of its first byte. */
  readonly address: number;
  readonly fillCycle: number;
  /** The cycle in which the line was dropped, and why; absent if it stays. */
  readonly dropCycle?: number;
  readonly dropReason?: string;
  /** The cycle in which the line became older than memory, and the wave that wrote memory; absent if it never did. */
  readonly staleFrom?: number;
  readonly writer?: number;
}

/** The cache lines in the order of their fills, with when they became stale, if they did. */
export function cacheLines(story: RunStory): CacheLine[] {
  const open = new Map<string, { -readonly [K in keyof CacheLine]: CacheLine[K] }>();
  const lines: CacheLine[] = [];
  for (const transaction of story.transactions) {
    if (transaction.kind !== 'line-filled' && transaction.kind !== 'line-invalidated') continue;
    const { cache, index, address, cycle } = transaction;
    const key = `${cache} ${index} ${address}`;
    const line = open.get(key);
    if (transaction.kind === 'line-filled' && line === undefined) {
      const filled = { cache, index, address, fillCycle: cycle };
      open.set(key, filled);
      lines.push(filled);
    } else if (transaction.kind === 'line-invalidated' && line !== undefined) {
      line.dropCycle = cycle;
      line.dropReason = transaction.by;
      open.delete(key);
    }
  }
  const writes = writesOf(story);
  return lines.map((line) => ({ ...line, ...staleness(line, writes.get(line.address) ?? []) }));
}

/** A write that reached L2, and where and when its access was performed. */
interface Write {
  readonly cycle: number;
  readonly wave: number;
  readonly performed: readonly MemoryPerformed[];
}

/** The writes in cycle order, by the first byte of each line that they touch. */
function writesOf({ waves }: RunStory): Map<number, Write[]> {
  const byLine = new Map<number, Write[]>();
  for (const { accesses, wave } of waves)
    for (const access of accesses) {
      const last = access.performed.findLast(({ level }) => level === 'L2');
      if (access.issued.operation === 'load' || last === undefined) continue;
      for (const line of linesOf(access))
        listIn(byLine, line).push({ cycle: last.cycle, wave, performed: access.performed });
    }
  for (const writes of byLine.values()) writes.sort((a, b) => a.cycle - b.cycle);
  return byLine;
}

/** The first bytes of the lines that an access touches. */
export function linesOf({ issued }: Pick<AccessStory, 'issued'>): Set<number> {
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
 * When a line became stale, and by the write of which wave. A write that is performed in the line's own cache keeps the
 * line up to date.
 */
function staleness(
  { cache, index, fillCycle, dropCycle = Infinity }: CacheLine,
  writes: readonly Write[],
): Pick<CacheLine, 'staleFrom' | 'writer'> {
  const write = writes.find(
    ({ cycle, performed }) =>
      cycle > fillCycle &&
      cycle < dropCycle &&
      !performed.some((instant) => instant.level === cache && instant.cache === index),
  );
  return write === undefined ? {} : { staleFrom: write.cycle, writer: write.wave };
}
