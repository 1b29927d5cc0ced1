import type { Quiesced, Waiting } from '../../../transactions/index.js';
import { defineRule, formatWave, getWaveHistory, type Ledgers, type WaveRecord } from '../../kit.js';
import { findSlotHolder, findSpaceHolder } from './wait-graph.js';

/**
 * Once the device is idle, no wave may still be waiting to fetch. A wave may be waiting to launch only if launched
 * waves hold the resources, and for export space only if another wave of the same packer holds some.
 */
export const HANG_09 = defineRule({
  id: 'HANG-09',
  text: 'An arbiter eventually serves every request.',
  statements: ['P-049', 'P-066', 'P-077', 'P-102'],
  onlyChecksHangs: true,
  needs: ['wave-formed', 'quiesced'],
  reads: () => ['background-formed', 'sx-alloc', 'wave-launched'],
  skips: { waves: 'of background work: HANG-01 names what they wait for' },
  create: (ledgers, judge) => ({
    quiesced: (t) => {
      for (const waiting of t.waiting) {
        const wave = waiting.unit === 'wave' ? ledgers.waves.find(waiting.index) : undefined;
        if (wave === undefined) continue;
        judge.armed++;
        const resource = findFreeResource(ledgers, t, wave, waiting);
        if (resource === undefined) continue;
        if (judge.fires())
          judge.reportAt(wave, t.cycle, {
            pc: waiting.pc,
            unit: 'spi',
            allowed: `${formatWave(wave)} gets ${resource}.`,
            observed: 'The device went idle while the wave was still waiting.',
            steps: getWaveHistory(ledgers, wave),
            hint: 'Check which requests the arbiter skips, and what makes it recheck its queue.',
          });
        return;
      }
    },
  }),
});

/** Describes the free resource that a wave is waiting for. Returns undefined if something else holds the resource. */
function findFreeResource(ledgers: Ledgers, { waiting }: Quiesced, wave: WaveRecord, { cause }: Waiting) {
  switch (cause.on) {
    case 'fetch':
      return 'its instructions, since nothing else is using the fetch path';
    case 'launch-resource': {
      // Non-pixel waves use resources too.
      const isHeldByOthers = waiting.some(
        (waiter) => waiter.unit === 'wave' && ledgers.waves.find(waiter.index) === undefined,
      );
      const isHeld = isHeldByOthers || findSlotHolder(ledgers) !== undefined;
      return isHeld ? undefined : 'a slot and registers, since they are free';
    }
    case 'export-space':
      return findSpaceHolder(ledgers, wave.packer) === undefined
        ? 'export space, since it is free'
        : undefined;
    default:
      return undefined;
  }
}
