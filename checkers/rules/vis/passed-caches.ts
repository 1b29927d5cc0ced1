import { isDataShare } from '../../../arch/index.js';
import type { MemoryIssued } from '../../../transactions/index.js';
import { NumberMap } from '../../evidence/basics/number-map.js';
import {
  findSimd,
  getCacheIndex,
  getWaveName,
  type Handlers,
  hasLane,
  type Judge,
  type Ledgers,
} from '../../kit.js';

/** Number of bytes per line (P-043), and of lanes in `addresses`. */
const LINE_BYTES = 128;
const LANES = 64;

/** A store or atomic that has not taken effect in L2 yet, with the addresses of its lines. */
interface Write {
  readonly wave: number;
  readonly pc: number;
  readonly simd: number;
  readonly lines: ReadonlySet<number>;
  /** Whether it is complete in L0, which then keeps the new data. */
  isInL0: boolean;
}

/**
 * Part of VIS-05: once a store or atomic has taken effect in L2, no cache that it passes holds one of its lines, whose data
 * would be old. The lines of a store that is complete in L0 leave GL1 one by one, so only a single one is checked. Another
 * device may replace the data in its caches instead (U29).
 */
export function checkPassedCaches(ledgers: Ledgers, judge: Judge): Handlers {
  const { scenario } = ledgers;
  const held = { L0: [] as Set<number>[], GL1: [] as Set<number>[] };
  const writes = new NumberMap<Write>();
  const findObjectStart = (address: number): number =>
    scenario.memory.find((object) => address >= object.address && address < object.address + object.bytes)
      ?.address ?? 0;
  const listLines = ({ addresses, lanesLo, lanesHi, bytes }: MemoryIssued): Set<number> => {
    const lines = new Set<number>();
    for (let i = 0; i < addresses.length; i++) {
      const address = addresses[i];
      if (address < 0 || !hasLane(lanesLo, lanesHi, i % LANES)) continue;
      const start = findObjectStart(address);
      for (const byte of [address, address + bytes - 1])
        lines.add(start + Math.floor((byte - start) / LINE_BYTES) * LINE_BYTES);
    }
    return lines;
  };
  const checkCache = (cycle: number, cache: keyof typeof held, { wave, pc, simd, lines }: Write): void => {
    const index = getCacheIndex(scenario, cache, simd);
    const cached = held[cache][index];
    if (cached === undefined || cached.size === 0) return;
    const line = [...lines].find((address) => cached.has(address));
    if (judge.finds(line !== undefined))
      judge.reportAt(wave, cycle, {
        pc,
        unit: 'memory',
        allowed: `${cache} ${index} drops the lines that ${getWaveName(ledgers, wave)} writes to L2 through it.`,
        observed: `Line 0x${line!.toString(16)} remains in it.`,
        hint: 'Check which caches a write invalidates on its way, also when a line is written back early.',
      });
  };
  return {
    'line-filled': ({ cache, index, address }) => {
      if (cache === 'scalar') return;
      held[cache][index] ??= new Set();
      held[cache][index].add(address);
    },
    'line-invalidated': ({ cache, index, address }) => {
      if (cache !== 'scalar') held[cache][index]?.delete(address);
    },
    'memory-issued': (t) => {
      const isWrite = t.operation !== 'load' && t.space !== 'scalar' && !isDataShare(t.space);
      const simd = isWrite ? findSimd(ledgers, t.wave) : undefined;
      if (simd !== undefined)
        writes.set(t.access, { wave: t.wave, pc: t.pc, simd, lines: listLines(t), isInL0: false });
    },
    'memory-performed': ({ access, cycle, level }) => {
      const write = writes.get(access);
      if (write === undefined) return;
      if (level !== 'L2') {
        write.isInL0 = true;
        return;
      }
      writes.delete(access);
      if (!write.isInL0) checkCache(cycle, 'L0', write);
      if (!write.isInL0 || write.lines.size === 1) checkCache(cycle, 'GL1', write);
    },
  };
}
