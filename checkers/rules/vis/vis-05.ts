import type { CacheName as EmptiedCache } from '../../../arch/index.js';
import { GENERATIONS } from '../../../arch/index.js';
import type { CacheName, InstructionsIssued } from '../../../transactions/index.js';
import { addsNothing } from '../../evidence/basics/handlers.js';
import type { Ledgers } from '../../evidence/facts/ledgers.js';
import { arrayOf, computeUnitOf, processorOf, simdOf } from '../../evidence/facts/places.js';
import { nameOfWave, placeOfWave } from '../../evidence/findings/any-wave.js';
import type { Finding, Judge } from '../../evidence/findings/judge.js';
import { instructionAt } from '../../evidence/program/programs.js';
import type { Rule, RuleCheck } from '../../evidence/rule/rule.js';

/** A cache invalidated by an instruction: older lines must leave within its cycle. */
interface Emptied {
  readonly wave: number;
  readonly pc: number;
  readonly cycle: number;
  readonly cache: CacheName;
  readonly index: number;
  /** Fills of all caches before it. */
  readonly fills: number;
}

/** Caches as named by instructions, and by the stream. */
const STREAM_NAMES: Partial<Record<EmptiedCache, CacheName>> = { l0: 'L0', gl1: 'GL1', scalar: 'scalar' };

/**
 * Invariant: an instruction that invalidates a cache leaves no line in it (S-105): `buffer_wbinvl1`, `buffer_gl0_inv`,
 * `buffer_gl1_inv`, `s_dcache_inv`, `global_inv` and similar. A remaining line is no immediate data error, but serves a stale
 * word to a wave relying on the instruction.
 */
export const VIS_05: Rule = {
  id: 'VIS-05',
  text: 'An instruction that empties a cache leaves no line in it.',
  severity: 'error',
  generations: GENERATIONS,
  statements: ['S-105'],
  needs: ['wave-formed', 'wave-launched', 'line-filled'],
  reads: () => ['instructions-issued', 'line-invalidated'],
  unarmed: 'no program emptied a cache with lines in it in a scene whose caches may be stale',
  create,
};

function create(ledgers: Ledgers, judge: Judge): RuleCheck {
  const { draws, visibility } = ledgers;
  const empties = draws.some(({ decoded }) => decoded.instructions.some((each) => each.invalidates));
  if (!visibility.isActive || !empties) return { on: {} };
  /** Lines held by each cache, with the number of each one's fill. */
  const held: Readonly<Record<CacheName, Map<number, number>[]>> = { L0: [], GL1: [], scalar: [] };
  let fills = 0;
  let open: Emptied[] = [];

  const settle = (cycle: number): void => {
    if (open.length === 0 || open[0].cycle >= cycle) return;
    for (const emptied of open) {
      judge.armed++;
      for (const [address, fill] of held[emptied.cache][emptied.index] ?? [])
        if (fill < emptied.fills) {
          judge.violate(describe, ledgers, emptied, address);
          break;
        }
    }
    open = [];
  };

  const issued = ({ wave: number, last: pc, cycle }: InstructionsIssued): void => {
    const wave = ledgers.waves.find(number);
    if (wave === undefined) return;
    const caches = instructionAt(wave.facts.decoded, pc)?.invalidates;
    const simd = caches === undefined ? undefined : simdOf(ledgers, number);
    if (caches === undefined || simd === undefined) return;
    settle(cycle);
    for (const name of caches) {
      const cache = STREAM_NAMES[name];
      if (cache === undefined) continue;
      const index = indexOf(ledgers, cache, simd);
      if ((held[cache][index]?.size ?? 0) > 0) open.push({ wave: number, pc, cycle, cache, index, fills });
    }
  };

  return {
    on: {
      'instructions-issued': issued,
      'instructions-repeated': addsNothing,
      'line-filled': ({ cycle, cache, index, address }) => {
        settle(cycle);
        held[cache][index] ??= new Map();
        held[cache][index].set(address, fills++);
      },
      'line-invalidated': ({ cycle, cache, index, address }) => {
        settle(cycle);
        held[cache][index]?.delete(address);
      },
    },
    finish: () => settle(Infinity),
  };
}

/** Number of the SIMD's cache, numbered across the engine. */
function indexOf({ scenario }: Ledgers, cache: CacheName, simd: number): number {
  if (cache === 'L0') return computeUnitOf(simd);
  return cache === 'GL1' ? arrayOf(scenario, simd) : processorOf(simd);
}

function describe(ledgers: Ledgers, { wave, pc, cycle, cache, index }: Emptied, address: number): Finding {
  return {
    cycle,
    unit: 'memory',
    place: placeOfWave(ledgers, wave, pc),
    allowed: `${nameOfWave(ledgers, wave)} empties ${cache} ${index} in cycle ${cycle}.`,
    observed: `Line 0x${address.toString(16)}, which was filled earlier, stays in it.`,
    steps: [],
    hint: 'Check which caches the instruction reaches, and whether it reaches all of their lines.',
  };
}
