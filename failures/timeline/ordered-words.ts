import type { MemoryIssued } from '../../transactions/index.js';
import { isActiveLane, LANES } from './active-lanes.js';
import { getOrCreateList } from './list-in.js';
import type { AccessTimeline, RunTimeline } from './run-timeline.js';

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
