import type { MemoryIssued } from '../../../transactions/index.js';
import { defineRule, formatPc, formatWave, hasLane, type WaveRecord } from '../../kit.js';

/**
 * Invariant: helper lanes, which the primitive does not cover, write no memory that waves share: stores and atomics run
 * in exact mode. No interlock orders helper lanes, so what they write may come at any time.
 */
export const RACE_13 = defineRule({
  id: 'RACE-13',
  text: 'Only lanes that the primitive covers store to shared memory or execute atomics on it.',
  statements: ['S-088', 'S-103'],
  needs: ['wave-formed', 'memory-issued'],
  unarmedReason: 'no wave stored to shared memory',
  skips: { accesses: 'that are loads, or to private memory: no other wave sees them' },
  create(ledgers, judge) {
    const reportedPcs = new Set<number>();
    return {
      onWave: {
        'memory-issued': (wave, t) => {
          if (t.operation === 'load' || !SHARED_SPACES.has(t.space)) return;
          judge.armed++;
          const lane = findHelperLane(wave, t);
          if (lane < 0 || reportedPcs.has(t.pc)) return;
          reportedPcs.add(t.pc);
          if (!judge.fires()) return;
          const quad = lane >> 2;
          judge.reportAt(wave, t, {
            unit: 'program',
            place: { primitive: wave.getPrimitive(quad), address: t.addresses[lane]! },
            allowed: 'Stores and atomics run only in lanes that the primitive covers.',
            observed: `The ${t.operation} of ${formatWave(wave)} at ${formatPc(ledgers, wave, t.pc)} also runs in lane ${lane}, a helper lane of primitive ${wave.getPrimitive(quad)}, at address 0x${t.addresses[lane]!.toString(16)}.`,
            steps: [`cycle ${t.cycle}: ${t.operation} at ${formatPc(ledgers, wave, t.pc)}, lane ${lane}`],
            hint: 'Restore EXEC from before s_wqm before the access, so that helper lanes do not take part.',
          });
        },
      },
    };
  },
});

const SHARED_SPACES: ReadonlySet<string> = new Set(['buffer', 'image', 'flat', 'global']);

/** Returns the first active lane that covers no pixel but has an address, or -1 if there is none. */
function findHelperLane({ lanePixels }: WaveRecord, { lanesLo, lanesHi, addresses }: MemoryIssued): number {
  for (let lane = 0; lane < lanePixels.length; lane++)
    if (!(lanePixels[lane]! >= 0) && addresses[lane]! >= 0 && hasLane(lanesLo, lanesHi, lane)) return lane;
  return -1;
}
