import type { MemoryPerformed } from '../../../transactions/index.js';
import { defineRule, findSimd, getProcessor, getWaveName } from '../../kit.js';
import { type BankTimeline, createBanks } from './bank-timeline.js';
import { type IndexedAccess, IndexedAccesses } from './indexed-accesses.js';

/**
 * No direct-path read is served while an access occupies the banks. No access waits while the banks are free, or
 * while another sequencer or the direct path gets more than its share of turns. An access is performed in the cycle
 * in which the banks start it.
 */
export const WIRE_04 = defineRule({
  id: 'WIRE-04',
  text: 'A local data share serves indexed accesses one at a time and fairly, each for as many cycles as its busiest bank needs, without idling while one is waiting.',
  timed: true,
  statements: ['P-120', 'P-126', 'P-128', 'P-129', 'P-130', 'P-132', 'P-133', 'P-134', 'P-139'],
  needs: ['wave-formed', 'wave-launched', 'memory-issued'],
  reads: () => ['memory-performed', 'direct-read-served', 'background-formed', 'background-allocated'],
  unarmedReason: 'no wave made an indexed access to the local data share',
  create(ledgers, judge) {
    const accesses = new IndexedAccesses(ledgers);
    const banks = createBanks();
    return {
      'memory-issued': (t) => accesses.add(t),
      'memory-performed': (t) => {
        const indexed = accesses.remove(t.access);
        if (indexed === undefined) return;
        const timeline = banks.getOrCreate(indexed.processor);
        const allowed = findConflict(t, indexed, timeline);
        if (judge.finds(allowed))
          judge.reportAt(t.wave, t.cycle, {
            unit: 'lds',
            allowed,
            observed: `The banks start access ${t.access} in cycle ${t.cycle}.`,
            steps: [
              `cycle ${indexed.requestedCycle}: ${getWaveName(ledgers, t.wave)} requests access ${t.access}`,
            ],
            hint: 'Check what the bank scheduler counts as busy, and how many cycles it allots to an access.',
          });
        timeline.recordAccess(t.cycle, indexed.simd, indexed.cycles);
      },
      'direct-read-served': (t) => {
        const simd = findSimd(ledgers, t.wave);
        if (simd !== undefined) banks.getOrCreate(getProcessor(simd)).recordRead(t.cycle, simd, t.banks);
      },
    };
  },
});

/** Returns why an access cannot start now, or undefined if it can. */
function findConflict(
  { cycle, access }: MemoryPerformed,
  { simd, requestedCycle }: IndexedAccess,
  timeline: BankTimeline,
): string | undefined {
  if (cycle < timeline.indexedUntil)
    return `Another access uses the banks through cycle ${timeline.indexedUntil - 1}.`;
  if (timeline.getDirectCycle(cycle).simds !== 0) return 'The banks serve a read on the direct path.';
  // The scheduler considers only what had arrived by the previous cycle.
  if (requestedCycle < cycle - 1 && !timeline.wasBusy(cycle - 1))
    return `The banks are free in cycle ${cycle - 1}, while access ${access} is waiting.`;
  const limit = timeline.describeAccessStarvation(simd, requestedCycle);
  return limit && `While access ${access} waits, ${limit}`;
}
