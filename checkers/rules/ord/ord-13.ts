import type { MemoryIssued } from '../../../transactions/index.js';
import { iterateCoveredAddresses } from '../../evidence/ledger/lane-addresses.js';
import { requestsCoherence } from '../../evidence/visibility/coherence.js';
import type { AccessRecord, Judge, Ledgers, WaveRecord } from '../../kit.js';
import { defineRule, formatPc, formatWave } from '../../kit.js';

/**
 * Their sections may be open at once. Reads, and pairs of atomics, may share a word. A violation is an error if one
 * invocation may depend on the other's store, either because its load requests coherence or because the scenario
 * declares the memory coherent; otherwise it is a warning.
 */
export const ORD_13 = defineRule({
  id: 'ORD-13',
  text: 'Under a sample interlock, invocations of a pixel that share ordered memory must share a sample.',
  statements: ['S-115', 'S-117'],
  needs: ['wave-formed', 'memory-issued'],
  unarmedReason: 'no two primitives accessed the same word under a sample interlock',
  skips: {
    accesses:
      'of scalars: they belong to no lane; two atomics: their order does not show; several pixels: no interlock orders them',
    scenes: 'with coarse fragments: an invocation covers several pixels',
  },
  create(ledgers, judge) {
    const { accesses, draws, grid, ordered, gfx } = ledgers;
    const canShareWords = draws.some(({ perSample, draw }) => perSample && draw.samples > 1);
    if (!canShareWords || grid.hasCoarseFragments) return {};
    const words = new Map<number, Word>();

    const recordLane = (t: MemoryIssued, access: AccessRecord, lane: number, address: number): void => {
      const { wave } = access;
      const location = grid.getLocation(wave.lanePixels[lane]);
      const current: WordAccess = {
        wave,
        pc: t.pc,
        cycle: t.cycle,
        primitive: wave.getPrimitive(lane >> 2),
        coveredBits: wave.held.heldBits[lane],
        operation: t.operation,
        isCoherent: ordered.isCoherent(address) || (t.operation === 'load' && requestsCoherence(gfx, t)),
      };
      for (let word = address >>> 2; word <= (address + t.bytes - 1) >>> 2; word++)
        record(word, location, current);
    };

    const record = (wordIndex: number, location: number, current: WordAccess): void => {
      const word = words.get(wordIndex);
      if (word === undefined) {
        words.set(wordIndex, { location, earlierAccesses: [current] });
        return;
      }
      if (word.location !== location) word.location = SHARED;
      if (word.location === SHARED || word.unordered !== undefined) return;
      const { earlierAccesses } = word;
      if (earlierAccesses.some(({ primitive }) => primitive !== current.primitive)) judge.armed++;
      const conflict = earlierAccesses.find((earlier) => areUnordered(earlier, current));
      if (conflict !== undefined) word.unordered = [conflict, current];
      else if (!earlierAccesses.some((earlier) => isRedundant(earlier, current)))
        earlierAccesses.push(current);
    };
    return {
      'memory-issued': (t) => {
        const access = accesses.current.at(t);
        if (access?.isOrdered !== true || t.space === 'scalar') return;
        for (const [lane, address] of iterateCoveredAddresses(access.wave, t))
          recordLane(t, access, lane, address);
      },
      finish: () => {
        const reported = new Set<string>();
        for (const [wordIndex, { location, unordered }] of words) {
          if (location === SHARED || unordered === undefined) continue;
          const [first, second] = unordered;
          const key = `${first.pc} ${second.pc}`;
          if (reported.has(key)) continue;
          reported.add(key);
          if (judge.fires()) reportConflict(ledgers, judge, wordIndex * 4, location, first, second);
        }
      },
    };
  },
});

/** An invocation's first access of its kind to a word. */
interface WordAccess {
  readonly wave: WaveRecord;
  readonly pc: number;
  readonly cycle: number;
  readonly primitive: number;
  /** A bit mask of what the invocation covers at its location (`ScreenGrid.getHeldBits`). */
  readonly coveredBits: number;
  readonly operation: AccessRecord['operation'];
  readonly isCoherent: boolean;
}

interface Word {
  /** The location whose invocations access it, or `SHARED` if there are several. */
  location: number;
  readonly earlierAccesses: WordAccess[];
  /** The first two unordered accesses found, if any. */
  unordered?: readonly [WordAccess, WordAccess];
}

const SHARED = -1;

/** Whether two accesses to a word are unordered in a way that can be observed. */
function areUnordered(first: WordAccess, second: WordAccess): boolean {
  if (first.primitive === second.primitive || (first.coveredBits & second.coveredBits) !== 0) return false;
  if (first.operation === 'atomic' && second.operation === 'atomic') return false;
  return first.operation !== 'load' || second.operation !== 'load';
}

/** Whether a later access covers the same samples as an earlier one, with the same operation. */
function isRedundant(first: WordAccess, second: WordAccess): boolean {
  return first.coveredBits === second.coveredBits && first.operation === second.operation;
}

function reportConflict(
  ledgers: Ledgers,
  judge: Judge,
  address: number,
  location: number,
  first: WordAccess,
  second: WordAccess,
): void {
  const { grid } = ledgers;
  const pixel = grid.getCoordinates(grid.getFirstPixel(location));
  const wordName = `0x${address.toString(16)}, owned by pixel (${pixel.join(', ')}),`;
  const describeAccess = ({ wave, pc, primitive, operation }: WordAccess): string =>
    `${formatWave(wave)} (primitive ${primitive}) issues an ordered ${operation} at ${formatPc(ledgers, wave, pc)}`;
  judge.reportAt(second.wave, second.cycle, {
    ...(first.isCoherent || second.isCoherent ? {} : { severity: 'warning' as const }),
    pc: second.pc,
    unit: 'program',
    place: {
      pixel,
      otherWave: first.wave.wave,
      primitive: second.primitive,
      otherPrimitive: first.primitive,
    },
    allowed: `Invocations that share the word at ${wordName} share a sample, so the interlock orders them.`,
    observed: `Primitives ${first.primitive} and ${second.primitive} both access it but share no sample, so nothing orders them.`,
    steps: [first, second].map((access) => `cycle ${access.cycle}: ${describeAccess(access)}`),
    hint: 'Use a pixel interlock, or give each sample its own word.',
  });
}
