import { GENERATIONS } from '../../../arch/index.js';
import type { MemoryIssued } from '../../../transactions/index.js';
import { hasLane } from '../../evidence/basics/lanes.js';
import type { Ledgers } from '../../evidence/facts/ledgers.js';
import type { Finding, Judge } from '../../evidence/findings/judge.js';
import { pcName, waveName, wavePlace } from '../../evidence/findings/wording.js';
import type { AccessRecord } from '../../evidence/ledger/access-record.js';
import type { WaveRecord } from '../../evidence/ledger/wave-record.js';
import type { Rule, RuleCheck } from '../../evidence/rule/rule.js';
import { carriesCoherence } from '../../evidence/visibility/coherence.js';

/**
 * Invariant: under a sample interlock, two invocations of a pixel with no sample in common do not share a word
 * that either writes, unless both use atomics, since their sections may be open at once (S-115, S-117). It is
 * an error if one relies on the other's store, because its load requests coherence or the scenario declares
 * the memory coherent; otherwise it is a warning. The rule skips words that several pixels access, which no
 * interlock orders, and draws with coarse fragments, whose invocations cover several pixels.
 */
export const ORD_13: Rule = {
  id: 'ORD-13',
  text: 'Invocations of a pixel that share ordered memory overlap at the granularity of the interlock.',
  severity: 'error',
  generations: GENERATIONS,
  statements: ['S-115', 'S-117'],
  needs: ['wave-formed', 'memory-issued'],
  unarmed: 'no two primitives accessed one word under a sample interlock',
  create,
};

/** Stride between consecutive addresses of a lane. */
const DATA_STRIDE = 64;

/** An invocation's first access of its kind to a word. */
interface Touch {
  readonly wave: WaveRecord;
  readonly pc: number;
  readonly cycle: number;
  readonly primitive: number;
  /** The parts of its place that the invocation covers, as bits (`ScreenGrid.getHeldBits`). */
  readonly held: number;
  readonly operation: AccessRecord['operation'];
  readonly isCoherent: boolean;
}

/** The state of a word. */
interface Word {
  /** The place whose invocations access it, or `SHARED` if there are several. */
  place: number;
  readonly touches: Touch[];
  /** Two touches that nothing orders, if there are any. */
  unordered?: readonly [Touch, Touch];
}

const SHARED = -1;

function create(ledgers: Ledgers, judge: Judge): RuleCheck {
  const { accesses, draws, grid, ordered, gfx } = ledgers;
  const canShareWords = draws.some(({ perSample, draw }) => perSample && draw.samples > 1);
  if (!canShareWords || grid.hasCoarse) return { on: {} };
  const words = new Map<number, Word>();

  const recordLane = (t: MemoryIssued, access: AccessRecord, lane: number, address: number): void => {
    const { wave } = access;
    const place = grid.getPlace(wave.lanePixels[lane]);
    const touch: Touch = {
      wave,
      pc: t.pc,
      cycle: t.cycle,
      primitive: wave.getPrimitive(lane >> 2),
      held: wave.held.heldBits[lane],
      operation: t.operation,
      isCoherent: ordered.isCoherent(address) || (t.operation === 'load' && carriesCoherence(gfx, t)),
    };
    for (let word = address >>> 2; word <= (address + t.bytes - 1) >>> 2; word++) record(word, place, touch);
  };

  const record = (wordIndex: number, place: number, touch: Touch): void => {
    const word = words.get(wordIndex);
    if (word === undefined) {
      words.set(wordIndex, { place, touches: [touch] });
      return;
    }
    if (word.place !== place) word.place = SHARED;
    if (word.place === SHARED || word.unordered !== undefined) return;
    const { touches } = word;
    if (touches.some(({ primitive }) => primitive !== touch.primitive)) judge.armed++;
    const conflict = touches.find((earlier) => areUnordered(earlier, touch));
    if (conflict !== undefined) word.unordered = [conflict, touch];
    else if (!touches.some((earlier) => isRedundant(earlier, touch))) touches.push(touch);
  };

  return {
    on: {
      'memory-issued': (t) => {
        const access = accesses.issuedOrPerformed.at(t);
        if (access?.ordered !== true || t.space === 'scalar') return;
        const { lanePixels } = access.wave;
        for (let lane = 0; lane < lanePixels.length; lane++) {
          if (lanePixels[lane] < 0 || !hasLane(t.lanesLo, t.lanesHi, lane)) continue;
          for (let texel = 0; texel < (t.texelsPerLane ?? 1); texel++) {
            const address = t.addresses[texel * DATA_STRIDE + lane];
            if (address >= 0) recordLane(t, access, lane, address);
          }
        }
      },
    },
    finish: () => {
      const reported = new Set<string>();
      for (const [wordIndex, { place, unordered }] of words) {
        if (place === SHARED || unordered === undefined) continue;
        const [first, second] = unordered;
        const key = `${first.pc} ${second.pc}`;
        if (reported.has(key)) continue;
        reported.add(key);
        judge.violate(describe, ledgers, wordIndex * 4, place, first, second);
      }
    },
  };
}

/** Whether nothing orders two touches of a word, and their order is visible. */
function areUnordered(first: Touch, second: Touch): boolean {
  if (first.primitive === second.primitive || (first.held & second.held) !== 0) return false;
  if (first.operation === 'atomic' && second.operation === 'atomic') return false;
  return first.operation !== 'load' || second.operation !== 'load';
}

/** Whether a later touch covers the same samples as an earlier one and is the same kind of access. */
function isRedundant(first: Touch, second: Touch): boolean {
  return first.held === second.held && first.operation === second.operation;
}

function describe(ledgers: Ledgers, address: number, place: number, first: Touch, second: Touch): Finding {
  const { grid } = ledgers;
  const pixel = grid.getCoordinates(grid.getFirstPixel(place));
  const location = `0x${address.toString(16)} of pixel (${pixel.join(', ')})`;
  const describeTouch = ({ wave, pc, primitive, operation }: Touch): string =>
    `${waveName(wave)} (primitive ${primitive}) issues an ordered ${operation} at ${pcName(ledgers, wave, pc)}`;
  return {
    ...(first.isCoherent || second.isCoherent ? {} : { severity: 'warning' as const }),
    cycle: second.cycle,
    unit: 'program',
    place: {
      ...wavePlace(ledgers, second.wave, second.pc),
      pixel,
      otherWave: first.wave.wave,
      primitive: second.primitive,
      otherPrimitive: first.primitive,
    },
    allowed: `Invocations that share the word at ${location} share a sample, so the interlock orders them.`,
    observed: `Primitives ${first.primitive} and ${second.primitive} share it, but no sample: nothing orders them.`,
    steps: [first, second].map((touch) => `cycle ${touch.cycle}: ${describeTouch(touch)}`),
    hint: 'Use a pixel interlock, or give each sample its own word.',
  };
}
