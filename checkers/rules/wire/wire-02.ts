import { isDataShare } from '../../../arch/index.js';
import type { CacheName, MemoryIssued } from '../../../transactions/index.js';
import { defineRule, findSimd, getCacheIndex, getWaveName } from '../../kit.js';

/** The caches of each type, as named in findings, and the unit that each one serves. */
const CACHES = {
  L0: ['L0', 'compute unit'],
  GL1: ['GL1', 'shader array'],
  scalar: ['scalar cache', 'work-group processor'],
} as const;

/** An access that may be cached, with the SIMD of its wave and its first cache. */
interface SentAccess extends Pick<MemoryIssued, 'wave' | 'operation'> {
  readonly simd: number;
  readonly first: 'L0' | 'scalar';
}

/** A compute unit is the pair of SIMDs whose sequencers cooperate. */
export const WIRE_02 = defineRule({
  id: 'WIRE-02',
  text: 'An access uses only the caches of its compute unit, work-group processor and shader array, and an atomic none.',
  statements: ['P-008', 'P-017', 'P-033', 'P-034', 'P-037', 'P-093', 'P-094', 'P-095', 'P-096', 'P-113'],
  needs: ['wave-launched', 'memory-issued'],
  reads: () => ['background-allocated'],
  unarmedReason: 'no access could have hit a stale cache line',
  create(ledgers, judge) {
    if (!ledgers.visibility.isActive) return {};
    const sentAccesses = new Map<number, SentAccess>();
    const checkUse = (cycle: number, access: number, cache: CacheName, index: number): void => {
      const sentAccess = sentAccesses.get(access);
      if (sentAccess === undefined) return;
      const { wave, simd, first, operation } = sentAccess;
      if (operation === 'atomic' && judge.finds(true))
        judge.reportAt(wave, cycle, {
          unit: 'memory',
          allowed: 'An atomic is executed in L2, and leaves no line in the caches above it.',
          observed: `Atomic ${access} of ${getWaveName(ledgers, wave)} uses ${cache} ${index}.`,
          hint: 'Check which operations the caches above L2 pass on.',
        });
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
    return {
      'memory-issued': ({ access, wave, space, operation }) => {
        const simd = isDataShare(space) ? undefined : findSimd(ledgers, wave);
        if (simd !== undefined)
          sentAccesses.set(access, { wave, operation, simd, first: space === 'scalar' ? 'scalar' : 'L0' });
      },
      'line-filled': ({ cycle, access, cache, index }) => checkUse(cycle, access, cache, index),
      'memory-performed': ({ cycle, access, level, cache }) => {
        if (cache !== undefined && (level === 'L0' || level === 'GL1')) checkUse(cycle, access, level, cache);
      },
      'memory-returned': ({ access }) => sentAccesses.delete(access),
    };
  },
});
