import { isDataShare } from '../../../arch/index.js';
import type { CacheName } from '../../../transactions/index.js';
import {
  defineRule,
  findSimd,
  getComputeUnit,
  getProcessor,
  getShaderArray,
  getWaveName,
} from '../../kit.js';

/** An issued access that may be cached. */
interface SentAccess {
  readonly wave: number;
  readonly simd: number;
  readonly isScalar: boolean;
}

/** A compute unit is the pair of SIMDs whose sequencers cooperate. */
export const WIRE_02 = defineRule({
  id: 'WIRE-02',
  text: 'An access uses only the caches of its compute unit, work-group processor and shader array.',
  statements: ['P-008', 'P-017', 'P-033', 'P-034', 'P-037', 'P-093', 'P-094', 'P-095', 'P-096', 'P-113'],
  needs: ['wave-launched', 'memory-issued'],
  reads: () => ['background-allocated'],
  unarmedReason: 'no access could have hit a stale cache line',
  create(ledgers, judge) {
    if (!ledgers.visibility.isActive) return {};
    const sentAccesses = new Map<number, SentAccess>();

    /** Returns a clause naming the cache that an access should have used, or undefined if it used the right one. */
    const findCacheProblem = (cache: CacheName, index: number, { simd, isScalar }: SentAccess) => {
      const processor = getProcessor(simd);
      if (cache === 'GL1') {
        const array = getShaderArray(ledgers.scenario, simd);
        return index === array
          ? undefined
          : `SIMD ${simd} must use GL1 ${array}, the one in its shader array`;
      }
      if (isScalar)
        return index === processor
          ? undefined
          : `SIMD ${simd} must use scalar cache ${processor}, the one in its work-group processor`;
      const unit = getComputeUnit(simd);
      return index === unit ? undefined : `SIMD ${simd} must use L0 ${unit}, the one in its compute unit`;
    };

    const checkUse = (cycle: number, access: number, cache: CacheName, index: number): void => {
      const sentAccess = sentAccesses.get(access);
      if (sentAccess === undefined) return;
      judge.armed++;
      const allowed = findCacheProblem(cache, index, sentAccess);
      if (allowed === undefined) return;
      const observed = `Access ${access} of ${getWaveName(ledgers, sentAccess.wave)} on SIMD ${sentAccess.simd} uses ${cache} ${index}.`;
      if (judge.fires())
        judge.reportAt(sentAccess.wave, cycle, {
          unit: 'memory',
          allowed: `${allowed}.`,
          observed,
          hint: "Check how a wave's slot determines its location, and which part of the location selects a cache.",
        });
    };

    return {
      'memory-issued': ({ access, wave, space }) => {
        const simd = isDataShare(space) ? undefined : findSimd(ledgers, wave);
        if (simd !== undefined) sentAccesses.set(access, { wave, simd, isScalar: space === 'scalar' });
      },
      'line-filled': ({ cycle, access, cache, index }) => checkUse(cycle, access, cache, index),
      'memory-performed': ({ cycle, access, level, cache }) => {
        if (cache !== undefined && (level === 'L0' || level === 'GL1')) checkUse(cycle, access, level, cache);
      },
      'memory-returned': ({ access }) => sentAccesses.delete(access),
    };
  },
});
