import type { CounterName } from '../../../arch/index.js';
import { findRegisterField, returnsInOrder } from '../../../arch/index.js';
import type { MemoryIssued, MemoryPerformed } from '../../../transactions/index.js';
import { NumberMap } from '../../evidence/basics/number-map.js';
import { NEVER } from '../../evidence/ledger/wave-record.js';
import { DefaultMap, defineRule, getWaveName, type Ledgers } from '../../kit.js';
import { IndexedAccesses } from './indexed-accesses.js';

/** The paths on which a wave's data returns. Each returns data in order, independently of the others. */
type ReturnPath = 'lds' | 'gds' | 'image' | CounterName;

/** When and on which path the data of a performed access, or the response to a FLAT access, may return. */
interface ExpectedReturn {
  readonly earliest: number;
  readonly latest: number;
  /** The path on which the data returns; undefined if it returns independently of other accesses. */
  readonly path: ReturnPath | undefined;
}

/**
 * The texture unit and LDS have separate return buses. Older data delays data by one cycle per return. The response
 * to a FLAT access uses the LDS path (P-143).
 */
export const WIRE_13 = defineRule({
  id: 'WIRE-13',
  text: 'An access takes effect after it has left its address unit. Data returns within the latency of its path, and waits only for older data of its wave on the same path.',
  timed: true,
  statements: ['P-021', 'P-030', 'P-143', 'P-153'],
  needs: ['wave-formed', 'memory-issued', 'memory-performed', 'memory-returned'],
  reads: () => ['flat-answered', 'wave-launched', 'background-formed', 'background-allocated'],
  bounds: ['returnLatency', 'ldsLatency', 'gdsLatency'],
  unarmedReason: 'no access returned',
  skips: { accesses: 'of scalars and those that count as exports: they overtake each other' },
  create(ledgers, judge) {
    const { returnLatency, ldsLatency, gdsLatency } = ledgers.scenario.freedoms;
    const indexedAccesses = new IndexedAccesses(ledgers);
    /** Accesses not yet performed, by access number. */
    const issuedAccesses = new NumberMap<MemoryIssued>();
    /** The expected returns of performed accesses, by access number. */
    const expectedReturns = new NumberMap<ExpectedReturn>();
    /** The cycle of each wave's last return on each path. */
    const lastReturns = new DefaultMap<number, Map<ReturnPath, number>>(() => new Map());

    const expectReturn = (t: MemoryPerformed): void => {
      const access = issuedAccesses.delete(t.access);
      // A store that is complete in L0 is performed again when it reaches L2.
      if (access === undefined) return;
      if (judge.finds(t.cycle < (access.left ?? t.cycle)))
        judge.reportAt(access, t.cycle, {
          pc: access.pc,
          unit: 'memory',
          allowed: `Access ${t.access} of ${getWaveName(ledgers, t.wave)} takes effect after its last line has left the address unit in cycle ${access.left}.`,
          observed: `It takes effect in cycle ${t.cycle}.`,
          hint: 'Check what the cycle in which an access takes effect is counted from.',
        });
      const bankCycles = indexedAccesses.remove(t.access)?.cycles;
      const { space } = access;
      if (space === 'lds' && bankCycles === undefined) return;
      const range = space === 'lds' ? ldsLatency : space === 'gds' ? gdsLatency : returnLatency;
      const served = t.cycle + (bankCycles ?? 0);
      const path = getPath(ledgers, access);
      expectedReturns.set(t.access, { path, earliest: served + range[0], latest: served + range[1] });
    };

    const checkReturn = (
      wave: number,
      pc: number | undefined,
      cycle: number,
      { earliest, latest, path }: ExpectedReturn,
    ): void => {
      const allowedLatest =
        path === undefined
          ? latest
          : Math.max(latest, replace(lastReturns.getOrCreate(wave), path, cycle) + 1);
      if (judge.finds(cycle < earliest || cycle > allowedLatest))
        judge.reportAt(wave, cycle, {
          pc,
          unit: path === 'lds' ? 'lds' : path === 'gds' ? 'gds' : 'memory',
          allowed: `Data returns to ${getWaveName(ledgers, wave)} between cycle ${earliest} and cycle ${allowedLatest}.`,
          observed: `The data returns in cycle ${cycle}.`,
          hint: 'Check what can delay a return; only older returns to the same wave on the same path may do so.',
        });
    };

    return {
      'memory-issued': (t) => {
        indexedAccesses.add(t);
        issuedAccesses.set(t.access, t);
      },
      'memory-performed': expectReturn,
      'memory-returned': (t) => {
        const expected = expectedReturns.delete(t.access);
        if (expected !== undefined) checkReturn(t.wave, undefined, t.cycle, expected);
      },
      'flat-answered': ({ wave, pc, cycle, asked: issuedCycle }) =>
        checkReturn(wave, pc, cycle, {
          earliest: issuedCycle + ldsLatency[0],
          latest: issuedCycle + ldsLatency[1],
          path: 'lds',
        }),
      'resource-released': ({ wave }) => lastReturns.delete(wave),
      'background-released': ({ wave }) => lastReturns.delete(wave),
    };
  },
});

/**
 * Returns the in-order return path of an access. Returns undefined for accesses on counter `exp` and for
 * scalar loads, which overtake each other.
 */
function getPath(ledgers: Ledgers, { wave, space, counter }: MemoryIssued): ReturnPath | undefined {
  if (space === 'scalar') return undefined;
  if (space === 'lds' || space === 'gds') return space;
  if (space !== 'image' || !returnsInOrder(ledgers.gfx, counter))
    return counter === 'exp' ? undefined : counter;
  const registers = ledgers.waves.find(wave)?.facts.draw.registers;
  // No register specifies how the image accesses of background work are ordered.
  const isSeparate =
    registers !== undefined &&
    findRegisterField(ledgers.gfx, registers, 'SPI_SHADER_PGM_RSRC1_PS.MEM_ORDERED') === 0;
  return isSeparate ? 'image' : counter;
}

/** Sets a path's cycle, and returns the one before it. */
function replace(cycles: Map<ReturnPath, number>, path: ReturnPath, cycle: number): number {
  const last = cycles.get(path) ?? NEVER;
  cycles.set(path, cycle);
  return last;
}
