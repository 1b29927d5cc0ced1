import { GENERATIONS, isDataShare } from '../../arch/index.js';
import type { CacheName } from '../../transactions/index.js';
import type { Ledgers } from '../facts/ledgers.js';
import { arrayOf, processorOf, simdOf } from '../facts/places.js';
import { nameOfWave, placeOfWave } from '../findings/any-wave.js';
import type { Judge } from '../findings/judge.js';
import type { Rule, RuleCheck } from '../rule/rule.js';

/** Compute units of a work-group processor, each with an L0, and SIMDs of one compute unit (P-037, P-095). */
const UNITS_PER_PROCESSOR = 2;
const SIMDS_PER_UNIT = 2;

/** An access that may meet caches. */
interface Sent {
  readonly wave: number;
  readonly simd: number;
  readonly isScalar: boolean;
}

/**
 * Invariant: an access meets the caches of the place where its wave runs and no others: the scalar cache of the work-group
 * processor, GL1 of the shader array, and an L0 that its SIMD shares with one other of the processor (P-008, P-034, P-037,
 * P-093 to P-096). Which two SIMDs share an L0 the stream has to say the same way throughout.
 */
export const WIRE_02: Rule = {
  id: 'WIRE-02',
  text: 'An access meets the caches of its compute unit, work-group processor and shader array, and no others.',
  severity: 'error',
  generations: GENERATIONS,
  statements: ['P-008', 'P-017', 'P-033', 'P-034', 'P-037', 'P-093', 'P-094', 'P-095', 'P-096'],
  needs: ['wave-launched', 'memory-issued'],
  reads: () => ['background-allocated'],
  unarmed: 'no scene had caches that may be stale',
  create,
};

function create(ledgers: Ledgers, judge: Judge): RuleCheck {
  if (!ledgers.visibility.isActive) return { on: {} };
  const sent = new Map<number, Sent>();
  /** L0 that each SIMD was seen to use, and the SIMDs that use each L0. */
  const unitOf = new Map<number, number>();
  const simdsOf = new Map<number, Set<number>>();

  /** What the access may not meet, as a sentence of what it may; undefined where all is well. */
  const wrong = (cache: CacheName, index: number, { simd, isScalar }: Sent): string | undefined => {
    const processor = processorOf(simd);
    if (cache === 'GL1') {
      const array = arrayOf(ledgers.scenario, simd);
      return index === array ? undefined : `SIMD ${simd} uses GL1 ${array}, that of its shader array`;
    }
    if (isScalar)
      return index === processor
        ? undefined
        : `SIMD ${simd} uses scalar cache ${processor}, that of its work-group processor`;
    if (Math.floor(index / UNITS_PER_PROCESSOR) !== processor)
      return `SIMD ${simd} uses an L0 of work-group processor ${processor}`;
    const own = unitOf.get(simd) ?? index;
    if (own !== index) return `SIMD ${simd} uses L0 ${own}, as it did before`;
    unitOf.set(simd, index);
    const sharers = simdsOf.get(index) ?? new Set();
    simdsOf.set(index, sharers.add(simd));
    return sharers.size > SIMDS_PER_UNIT ? `${SIMDS_PER_UNIT} SIMDs share L0 ${index}` : undefined;
  };

  const meet = (cycle: number, access: number, cache: CacheName, index: number): void => {
    const about = sent.get(access);
    if (about === undefined) return;
    judge.armed++;
    const allowed = wrong(cache, index, about);
    if (allowed === undefined) return;
    judge.violate(() => ({
      cycle,
      unit: 'memory',
      place: placeOfWave(ledgers, about.wave),
      allowed: `${allowed}.`,
      observed: `Access ${access} of ${nameOfWave(ledgers, about.wave)} on SIMD ${about.simd} meets ${cache} ${index}.`,
      steps: [],
      hint: 'Check how the place of a wave follows from its slot, and which place selects a cache.',
    }));
  };

  return {
    on: {
      'memory-issued': ({ access, wave, space }) => {
        const simd = isDataShare(space) ? undefined : simdOf(ledgers, wave);
        if (simd !== undefined) sent.set(access, { wave, simd, isScalar: space === 'scalar' });
      },
      'line-filled': ({ cycle, access, cache, index }) => meet(cycle, access, cache, index),
      'memory-performed': ({ cycle, access, level, cache }) => {
        if (cache !== undefined && (level === 'L0' || level === 'GL1')) meet(cycle, access, level, cache);
      },
      'memory-returned': ({ access }) => {
        sent.delete(access);
      },
    },
  };
}
