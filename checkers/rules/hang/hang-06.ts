import type { Waiting } from '../../../transactions/index.js';
import { CAPACITY_KINDS } from '../../evidence/partial/evidence-kinds.js';
import { defineRule, formatCount, formatWave, type Ledgers, type WaveRecord } from '../../kit.js';
import { getWaveEdge, type WaitEdge } from './wait-graph.js';

/**
 * A deadlock: a wave waits for what is held by a wave that is, directly or indirectly, waiting for the first.
 * In-order launch and allocation prevent this (pipeline.md 4).
 */
export const HANG_06 = defineRule({
  id: 'HANG-06',
  text: 'Waves never deadlock over slots or export space.',
  statements: ['S-033', 'P-067', 'P-077', 'P-079'],
  onlyChecksHangs: true,
  needs: ['wave-formed', 'quiesced'],
  reads: ({ exits }) => [
    ...exits,
    ...CAPACITY_KINDS,
    'exiting-id-visible',
    'memory-performed',
    'section-exit',
  ],
  create: (ledgers, judge) => ({
    quiesced: ({ cycle, waiting }) => {
      const waves = waiting.filter(({ unit }) => unit === 'wave');
      const reports = new Map(waves.map((party) => [party.index, party]));
      for (const [index, { cause }] of reports) {
        const wave = ledgers.waves.find(index);
        if (wave === undefined || (cause.on !== 'launch-resource' && cause.on !== 'export-space')) continue;
        judge.armed++;
        const waitCycle = findCycle(ledgers, wave, reports);
        if (waitCycle === undefined) continue;
        if (judge.fires())
          judge.reportAt(wave, cycle, {
            unit: 'spi',
            place: { otherWave: waitCycle.holder.wave },
            allowed: `${formatWave(wave)} gets its resources before any wave that waits for it.`,
            observed: `${formatWave(waitCycle.holder)} holds them and is itself waiting for ${formatWave(wave)}, via a chain of ${formatCount(waitCycle.steps.length, 'wait', 'waits')}.`,
            steps: waitCycle.steps,
            hint: 'Check the order in which waves of a packer are given slots and export space.',
          });
        return;
      }
    },
  }),
});

/**
 * Returns the cycle of waits that leads from a wave back to itself, with the wave that holds what it waits for, or
 * undefined if there is none.
 */
function findCycle(ledgers: Ledgers, wave: WaveRecord, reports: ReadonlyMap<number, Waiting>) {
  const visited = new Set<WaveRecord>();
  const steps: string[] = [];
  let holder: WaveRecord | undefined;
  for (let waiter: WaveRecord | undefined = wave; waiter !== undefined && !visited.has(waiter); ) {
    visited.add(waiter);
    const { reason, next }: WaitEdge = getWaveEdge(ledgers, waiter, reports.get(waiter.wave));
    steps.push(`${formatWave(waiter)} ${reason}`);
    holder ??= next;
    if (next === wave && holder !== undefined) return { holder, steps };
    waiter = next;
  }
  return undefined;
}
