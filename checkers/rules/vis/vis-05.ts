import type { CacheName as InvalidatedCache } from '../../../arch/index.js';
import type { CacheName, InstructionsIssued } from '../../../transactions/index.js';
import {
  defineRule,
  findSimd,
  findWaveProgram,
  getCacheIndex,
  getInstructionAt,
  getWaveName,
  ignoreRepeats,
  type Judge,
  type Ledgers,
  mergeHandlers,
  type RuleCheck,
} from '../../kit.js';
import { checkPassedCaches } from './passed-caches.js';

/** An instruction's invalidation of one cache. Lines filled earlier must leave the cache in the same cycle. */
interface Invalidation {
  readonly wave: number;
  readonly pc: number;
  readonly cycle: number;
  readonly cache: CacheName;
  readonly index: number;
  /** Number of fills, across all caches, before the invalidation. */
  readonly fillCount: number;
}

const STREAM_NAMES: Partial<Record<InvalidatedCache, CacheName>> = { l0: 'L0', gl1: 'GL1', scalar: 'scalar' };

/**
 * These are `buffer_wbinvl1`, `buffer_gl0_inv`, `buffer_gl1_inv`, `s_dcache_inv`, `global_inv` and similar. A remaining
 * line is not an immediate data error, but it can serve a stale word to a wave that relies on the instruction.
 */
export const VIS_05 = defineRule({
  id: 'VIS-05',
  text: 'An instruction that invalidates a cache leaves it empty, and a write leaves its lines in no cache that it passes.',
  statements: ['S-105', 'S-107'],
  needs: ['wave-formed', 'wave-launched', 'line-filled'],
  reads: () => ['instructions-issued', 'line-invalidated'],
  unarmedReason:
    'no program invalidated a non-empty cache, or wrote through one, while stale data was possible',
  skips: { devices: 'other than our own: a write may replace the data in a cache (lines written)' },
  create(ledgers, judge) {
    const { draws, visibility, scenario, isForeign } = ledgers;
    if (!visibility.isActive) return {};
    const mayInvalidate =
      scenario.background !== undefined ||
      draws.some(({ decoded }) => decoded.instructions.some(({ invalidates }) => invalidates));
    return mergeHandlers<RuleCheck>([
      mayInvalidate ? checkInvalidations(ledgers, judge) : undefined,
      isForeign ? undefined : checkPassedCaches(ledgers, judge),
    ]);
  },
});

function checkInvalidations(ledgers: Ledgers, judge: Judge): RuleCheck {
  /** For each cache, the sequence number of each line's fill, by address. */
  const lines: Readonly<Record<CacheName, Map<number, number>[]>> = { L0: [], GL1: [], scalar: [] };
  let fillCount = 0;
  let pendingInvalidations: Invalidation[] = [];

  const checkPending = (cycle: number): void => {
    if (pendingInvalidations.length === 0 || pendingInvalidations[0].cycle >= cycle) return;
    for (const invalidation of pendingInvalidations) {
      judge.armed++;
      for (const [address, fill] of lines[invalidation.cache][invalidation.index] ?? [])
        if (fill < invalidation.fillCount) {
          if (judge.fires())
            judge.reportAt(invalidation.wave, invalidation, {
              unit: 'memory',
              allowed: `${getWaveName(ledgers, invalidation.wave)} empties ${invalidation.cache} ${invalidation.index} in cycle ${invalidation.cycle}.`,
              observed: `Line 0x${address.toString(16)}, which was filled earlier, remains in it.`,
              hint: 'Check which caches the instruction invalidates, and whether it clears all of their lines.',
            });
          break;
        }
    }
    pendingInvalidations = [];
  };

  const recordInvalidations = ({ wave: number, last: pc, cycle }: InstructionsIssued): void => {
    const program = findWaveProgram(ledgers, number);
    const caches = program && getInstructionAt(program, pc)?.invalidates;
    const simd = caches === undefined ? undefined : findSimd(ledgers, number);
    if (caches === undefined || simd === undefined) return;
    checkPending(cycle);
    for (const name of caches) {
      const cache = STREAM_NAMES[name];
      if (cache === undefined) continue;
      const index = getCacheIndex(ledgers.scenario, cache, simd);
      if ((lines[cache][index]?.size ?? 0) > 0)
        pendingInvalidations.push({ wave: number, pc, cycle, cache, index, fillCount });
    }
  };

  return {
    'instructions-issued': recordInvalidations,
    'instructions-repeated': ignoreRepeats,
    'line-filled': ({ cycle, cache, index, address }) => {
      checkPending(cycle);
      lines[cache][index] ??= new Map();
      lines[cache][index].set(address, fillCount++);
    },
    'line-invalidated': ({ cycle, cache, index, address }) => {
      checkPending(cycle);
      lines[cache][index]?.delete(address);
    },
    finish: () => checkPending(Infinity),
  };
}
