import { SLOTS_PER_SIMD } from '../../../arch/index.js';
import { defineRule, getWaveName } from '../../kit.js';

/**
 * Whatever the engine's `waveSlots` setting. A wave is on its SIMD from its launch, or its allocation, until its slot
 * is free again.
 */
export const WIRE_01 = defineRule({
  id: 'WIRE-01',
  text: 'A SIMD never holds more waves than it has slots.',
  statements: ['P-036'],
  needs: ['wave-launched'],
  reads: () => ['resource-released', 'background-released'],
  unarmedReason: 'no wave was launched',
  create(ledgers, judge) {
    /** The SIMD that each resident wave is on. */
    const simdByWave = new Map<number, number>();
    /** Number of waves per SIMD. */
    const waveCounts: number[] = [];

    const recordArrival = ({ wave, simd, cycle }: { wave: number; simd: number; cycle: number }): void => {
      judge.armed++;
      simdByWave.set(wave, simd);
      const count = (waveCounts[simd] ?? 0) + 1;
      waveCounts[simd] = count;
      if (count > SLOTS_PER_SIMD && judge.fires())
        judge.reportAt(wave, cycle, {
          unit: 'spi',
          allowed: `At most ${SLOTS_PER_SIMD} waves are on SIMD ${simd} at once.`,
          observed: `${getWaveName(ledgers, wave)} is wave number ${count} on the SIMD.`,
          hint: 'Check how slots are allocated to the SIMDs, and what limits the number of slots.',
        });
    };
    const recordDeparture = ({ wave }: { wave: number }): void => {
      const simd = simdByWave.get(wave);
      if (simd !== undefined && simdByWave.delete(wave)) waveCounts[simd]--;
    };
    return {
      'wave-launched': recordArrival,
      'background-allocated': recordArrival,
      'resource-released': recordDeparture,
      'background-released': recordDeparture,
    };
  },
});
