import { isDataShare } from '../../../arch/index.js';
import type { CacheName, MemoryIssued } from '../../../transactions/index.js';
import { getBypassedCaches } from '../../evidence/visibility/coherence.js';
import {
  defineRule,
  type Finding,
  findSimd,
  getCacheIndex,
  getWaveName,
  type Ledgers,
  locateAnyWave,
} from '../../kit.js';

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
  readonly bypassed: ReturnType<typeof getBypassedCaches>;
}

/** A compute unit is the pair of SIMDs whose sequencers cooperate. */
export const WIRE_02 = defineRule({
  id: 'WIRE-02',
  text: 'An access uses only caches of its compute unit, work-group processor and shader array that its coherence bits do not bypass; an atomic uses none.',
  statements: [
    'S-100',
    'S-102',
    'P-008',
    'P-017',
    'P-033',
    'P-034',
    'P-037',
    'P-093',
    'P-094',
    'P-095',
    'P-096',
    'P-113',
  ],
  needs: ['wave-formed', 'wave-launched', 'memory-issued'],
  reads: () => ['background-allocated'],
  unarmedReason: 'no access could have hit a stale cache line',
  create(ledgers, judge) {
    if (!ledgers.visibility.isActive) return {};
    const sentAccesses = new Map<number, SentAccess>();
    /** Loads that a cache served although they bypass it. Reported last, since VIS-01 shows which of them read old data. */
    const bypassingLoads: UsedCache[] = [];
    const checkUse = (cycle: number, access: number, cache: CacheName, index?: number): void => {
      const sentAccess = sentAccesses.get(access);
      if (sentAccess === undefined) return;
      const { wave, simd, first, operation, bypassed } = sentAccess;
      const expected = cache === 'GL1' ? cache : first;
      const expectedIndex = getCacheIndex(ledgers.scenario, expected, simd);
      const [name, unit] = CACHES[expected];
      judge.armed++;
      if (expected === 'GL1' ? bypassed.gl1 : bypassed.nearest) {
        const use = { wave, operation, access, cycle, name };
        if (operation === 'atomic') judge.violate(describeBypass, ledgers, use, cycle);
        else bypassingLoads.push(use);
      }
      if (judge.finds(index !== undefined && index !== expectedIndex))
        judge.reportAt(wave, cycle, {
          unit: 'memory',
          allowed: `SIMD ${simd} must use ${name} ${expectedIndex}, the one in its ${unit}.`,
          observed: `Access ${access} of ${getWaveName(ledgers, wave)} on SIMD ${simd} uses ${cache} ${index}.`,
          hint: "Check how a wave's slot determines its location, and which part of the location selects a cache.",
        });
    };
    return {
      'memory-issued': (t) => {
        const { access, wave, space, operation } = t;
        const simd = isDataShare(space) ? undefined : findSimd(ledgers, wave);
        if (simd === undefined) return;
        const first = space === 'scalar' ? 'scalar' : 'L0';
        sentAccesses.set(access, {
          wave,
          operation,
          simd,
          first,
          bypassed: getBypassedCaches(ledgers.gfx, t),
        });
      },
      'line-filled': ({ cycle, access, cache, index }) => checkUse(cycle, access, cache, index),
      'memory-performed': ({ cycle, access, level, cache }) => {
        if (level === 'L0' || level === 'GL1') checkUse(cycle, access, level, cache);
      },
      'memory-returned': ({ access }) => sentAccesses.delete(access),
      finish: (end) => {
        for (const use of bypassingLoads) judge.violate(describeBypass, ledgers, use, end);
      },
    };
  },
});

/** A use of the named cache by an access that must pass it. */
interface UsedCache extends Pick<MemoryIssued, 'wave' | 'operation' | 'access' | 'cycle'> {
  readonly name: string;
}

function describeBypass(
  ledgers: Ledgers,
  { wave, operation, access, cycle: useCycle, name }: UsedCache,
  cycle: number,
): Finding {
  return {
    cycle,
    unit: 'memory',
    place: locateAnyWave(ledgers, wave),
    allowed:
      operation === 'atomic'
        ? 'An atomic is executed in L2, and leaves no line in the caches above it.'
        : `A load whose coherence bits bypass ${name} is served below it, and leaves no line there.`,
    observed: `The ${operation} ${access} of ${getWaveName(ledgers, wave)} uses ${name}.`,
    steps: [`cycle ${useCycle}: ${name} serves it or takes its line`],
    hint: 'Check which operations, bits and scopes the caches above L2 pass on.',
  };
}
