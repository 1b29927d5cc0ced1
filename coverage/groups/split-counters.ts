import type { CounterName } from '../../arch/index.js';
import { WITH_SPLIT_COUNTERS } from '../../arch/index.js';
import { covergroup } from '../collector/monitor.js';
import { EXIT } from '../collector/wave-facts.js';
import { InFlightCounters } from '../collector/wave-table.js';
import { bin } from '../dsl/bins.js';

/** Bits for the GFX12 memory counters in `awaited`. */
const COUNTER_BITS = { vm: 1, vs: 2, sample: 4, lgkm: 8, km: 16 } as const satisfies Partial<
  Record<CounterName, number>
>;
const LOADS_AND_STORES = COUNTER_BITS.vm | COUNTER_BITS.vs;
const COUNTER_BINS = [
  bin('LOADCNT', [COUNTER_BITS.vm]),
  bin('STORECNT', [COUNTER_BITS.vs]),
  bin('SAMPLECNT', [COUNTER_BITS.sample]),
  bin('DSCNT', [COUNTER_BITS.lgkm]),
  bin('KMCNT', [COUNTER_BITS.km]),
];

const ENTRY = { withoutWait: 0, noOverlap: 1, afterOverlap: 2 } as const;

/**
 * What waves wait for at entry and exit on generations with separate load and scalar counters. Sampled when a wave of
 * an interlocked draw ends. The weight is 0 for the same reason as in `scopes`.
 */
export const splitCounters = covergroup({
  name: 'split-counters',
  version: 1,
  text: "Wave entry, and the counters awaited at exit, on GFX12 and later. Does not count towards a run's percentage.",
  statements: ['X-011', 'X-012', 'X-013'],
  weight: 0,
  points: {
    entry: {
      text: 'How the wave entered.',
      statements: ['X-011'],
      bins: [
        bin('event after overlap', [ENTRY.afterOverlap]),
        bin('event, no overlap', [ENTRY.noOverlap]),
        bin('no event wait', [ENTRY.withoutWait], { text: 'the wave exited before its section' }),
      ],
    },
    awaited: {
      text: 'Counters the exit had to wait for: nonzero after the last memory access before the exit.',
      statements: ['X-012', 'X-013'],
      bins: [
        bin('none', [0]),
        ...COUNTER_BINS,
        bin('LOADCNT and STORECNT', [LOADS_AND_STORES]),
        bin('several others', 'others'),
      ],
    },
    returned: {
      text: 'The counter that held up the exit, i.e. the one used by the last operation to return before it.',
      statements: ['X-012'],
      bins: COUNTER_BINS,
    },
  },
  crosses: [],
  monitor({ sampler, table, facts, test }) {
    const { values, point } = sampler;
    const inFlight = new InFlightCounters(table, getCounterBit);
    const awaited = table.column();
    const returned = table.column();
    const eventWaits = table.column();
    const isBeforeExit = (wave: number): boolean => facts.exit.get(wave) === EXIT.NONE;
    const isSplit = (): boolean => WITH_SPLIT_COUNTERS.includes(test().gfx);
    return {
      'memory-issued'({ wave, counter }) {
        if (!isSplit()) return;
        inFlight.add(wave, counter, 1);
        if (isBeforeExit(wave)) awaited.set(wave, inFlight.getNonzero(wave));
      },
      'memory-returned'({ wave, counter }) {
        if (!isSplit()) return;
        inFlight.add(wave, counter, -1);
        if (isBeforeExit(wave)) returned.set(wave, getCounterBit(counter));
      },
      'event-wait-done'({ wave }) {
        eventWaits.set(wave, 1);
      },
      'wave-ended'({ wave, by }) {
        if (!isSplit() || by === 'halt' || !facts.isInterlocked(wave, test())) return;
        const overlaps = facts.overlaps.get(wave) > 0;
        const entryAfterWait = overlaps ? ENTRY.afterOverlap : ENTRY.noOverlap;
        values[point.entry] = eventWaits.get(wave) === 0 ? ENTRY.withoutWait : entryAfterWait;
        values[point.awaited] = awaited.get(wave);
        values[point.returned] = returned.get(wave);
        sampler.sample();
      },
    };
  },
});

function getCounterBit(counter: CounterName): number {
  return counter in COUNTER_BITS ? COUNTER_BITS[counter as keyof typeof COUNTER_BITS] : 0;
}
