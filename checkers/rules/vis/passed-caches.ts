import { isDataShare } from '../../../arch/index.js';
import type { MemoryIssued } from '../../../transactions/index.js';
import { NumberMap } from '../../evidence/basics/number-map.js';
import { listAddresses } from '../../evidence/ledger/lane-addresses.js';
import { findSimd, getCacheIndex, getWaveName, type Handlers, type Judge, type Ledgers } from '../../kit.js';

/** Number of bytes per line (P-043). */
const LINE_BYTES = 128;

/** A store or atomic that has not taken effect in L2 yet, with the addresses of its lines. */
interface Write {
  readonly wave: number;
  readonly pc: number;
  readonly simd: number;
  readonly lines: ReadonlySet<number>;
  /** The number of fills before it was complete in L0, which then keeps the new data; undefined until then. */
  fillsBefore: number | undefined;
}

/**
 * Part of VIS-05: once a store or atomic has taken effect in L2, no cache that it passes holds one of its lines from before,
 * whose data would be old. Another device may replace the data in its caches instead (U29).
 */
export function checkPassedCaches(ledgers: Ledgers, judge: Judge): Handlers {
  const { scenario } = ledgers;
  /** The number of each line's fill, by address, in each cache. */
  const held = { L0: [] as Map<number, number>[], GL1: [] as Map<number, number>[] };
  let fillCount = 0;
  const writes = new NumberMap<Write>();
  const findObjectStart = (address: number): number =>
    scenario.memory.find((object) => address >= object.address && address < object.address + object.bytes)
      ?.address ?? 0;
  const listLines = (t: MemoryIssued): Set<number> => {
    const lines = new Set<number>();
    for (const address of listAddresses(t)) {
      const start = findObjectStart(address);
      for (const byte of [address, address + t.bytes - 1])
        lines.add(start + Math.floor((byte - start) / LINE_BYTES) * LINE_BYTES);
    }
    return lines;
  };
  const checkCache = (cycle: number, cache: keyof typeof held, write: Write): void => {
    const { wave, pc, simd, lines, fillsBefore = fillCount } = write;
    const index = getCacheIndex(scenario, cache, simd);
    const cached = held[cache][index];
    if (cached === undefined || cached.size === 0) return;
    const line = [...lines].find((address) => (cached.get(address) ?? fillCount) < fillsBefore);
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
      held[cache][index] ??= new Map();
      held[cache][index].set(address, fillCount++);
    },
    'line-invalidated': ({ cache, index, address }) => {
      if (cache !== 'scalar') held[cache][index]?.delete(address);
    },
    'memory-issued': (t) => {
      const isWrite = t.operation !== 'load' && t.space !== 'scalar' && !isDataShare(t.space);
      const simd = isWrite ? findSimd(ledgers, t.wave) : undefined;
      if (simd !== undefined)
        writes.set(t.access, { wave: t.wave, pc: t.pc, simd, lines: listLines(t), fillsBefore: undefined });
    },
    'memory-performed': ({ access, cycle, level }) => {
      const write = writes.get(access);
      if (write === undefined) return;
      if (level !== 'L2') {
        write.fillsBefore = fillCount;
        return;
      }
      writes.delete(access);
      if (write.fillsBefore === undefined) checkCache(cycle, 'L0', write);
      checkCache(cycle, 'GL1', write);
    },
  };
}
