import { factsOf, isDataShare, MIN_BYPASS_SCOPE } from '../../../arch/index.js';
import type { CacheName } from '../../../transactions/index.js';
import { defineRule, findSimd, getCacheIndex, getWaveName } from '../../kit.js';

/** The caches of each type, as named in findings, and the unit that each one serves. */
const CACHES = {
  L0: ['L0', 'compute unit'],
  GL1: ['GL1', 'shader array'],
  scalar: ['scalar cache', 'work-group processor'],
} as const;

/** An access that may be cached. */
interface SentAccess {
  readonly wave: number;
  readonly simd: number;
  /** The first cache on its way. */
  readonly first: 'L0' | 'scalar';
  readonly isAtomic: boolean;
  /** The levels that must not serve it; the scalar cache counts as L0. */
  readonly bypassed: readonly ('L0' | 'GL1')[];
}

const NONE: readonly never[] = [];
const BYPASSED = [NONE, ['L0'], ['GL1'], ['L0', 'GL1']] as const;

function getBypassed(first: boolean, gl1: boolean): SentAccess['bypassed'] {
  return BYPASSED[(first ? 1 : 0) + (gl1 ? 2 : 0)];
}

/** A compute unit is the pair of SIMDs whose sequencers cooperate. */
export const WIRE_02 = defineRule({
  id: 'WIRE-02',
  text: 'An access uses only the caches of its compute unit, work-group processor and shader array, and none that its bits bypass; an atomic uses none.',
  statements: ['P-008', 'P-017', 'P-033', 'P-034', 'P-037', 'P-093', 'P-094', 'P-095', 'P-096', 'P-113'],
  needs: ['wave-launched', 'memory-issued'],
  reads: () => ['background-allocated'],
  unarmedReason: 'no access could have hit a stale cache line',
  create(ledgers, judge) {
    if (!ledgers.visibility.isActive) return {};
    const { gl1Bit } = factsOf(ledgers.gfx);
    const sentAccesses = new Map<number, SentAccess>();
    const checkUse = (cycle: number, access: number, cache: CacheName, index: number): void => {
      const sentAccess = sentAccesses.get(access);
      if (sentAccess === undefined) return;
      if (sentAccess.isAtomic && judge.finds(true))
        judge.reportAt(sentAccess.wave, cycle, {
          unit: 'memory',
          allowed: 'An atomic is executed in L2, and leaves no line in the caches above it.',
          observed: `Atomic ${access} of ${getWaveName(ledgers, sentAccess.wave)} uses ${cache} ${index}.`,
          hint: 'Check which operations the caches above L2 pass on.',
        });
      const { wave, simd, first } = sentAccess;
      const expected = cache === 'GL1' ? cache : first;
      const expectedIndex = getCacheIndex(ledgers.scenario, expected, simd);
      const [name, unit] = CACHES[expected];
      if (judge.finds(index !== expectedIndex))
        judge.reportAt(wave, cycle, {
          unit: 'memory',
          allowed: `SIMD ${simd} must use ${name} ${expectedIndex}, the one in its ${unit}.`,
          observed: `Access ${access} of ${getWaveName(ledgers, wave)} on SIMD ${simd} uses ${cache} ${index}.`,
          hint: "Check how a wave's slot determines its location, and which part of the location selects a cache.",
        });
    };
    const checkBits = (cycle: number, access: number, level: 'L0' | 'GL1'): void => {
      const sentAccess = sentAccesses.get(access);
      if (sentAccess === undefined || !sentAccess.bypassed.includes(level) || !judge.finds(true)) return;
      const name = sentAccess.first === 'scalar' && level === 'L0' ? 'the scalar cache' : level;
      judge.reportAt(sentAccess.wave, cycle, {
        unit: 'memory',
        allowed: `The bits of load ${access} of ${getWaveName(ledgers, sentAccess.wave)} bypass ${name}.`,
        observed: `${name} serves it.`,
        hint: 'Check which bits or scope of a load each cache decodes.',
      });
    };
    return {
      'memory-issued': ({ access, wave, space, operation, glc, dlc, scope }) => {
        const simd = isDataShare(space) ? undefined : findSimd(ledgers, wave);
        if (simd === undefined) return;
        const bypassesFirst = scope === undefined ? glc : scope >= MIN_BYPASS_SCOPE;
        const bypassesGl1 = gl1Bit === 'glc' ? glc : dlc;
        sentAccesses.set(access, {
          wave,
          simd,
          first: space === 'scalar' ? 'scalar' : 'L0',
          isAtomic: operation === 'atomic',
          bypassed: operation === 'load' ? getBypassed(bypassesFirst, bypassesGl1) : NONE,
        });
      },
      'line-filled': ({ cycle, access, cache, index }) => checkUse(cycle, access, cache, index),
      'memory-performed': ({ cycle, access, level, cache }) => {
        if (level !== 'L0' && level !== 'GL1') return;
        checkBits(cycle, access, level);
        if (cache !== undefined) checkUse(cycle, access, level, cache);
      },
      'memory-returned': ({ access }) => sentAccesses.delete(access),
    };
  },
});
