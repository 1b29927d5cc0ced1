import { covergroup } from '../collector/monitor.js';
import { labelBins } from '../dsl/bins.js';

const DISTANCES = ['same SIMD', 'same work-group processor', 'other work-group processor'] as const;

/** SIMDs of a work-group processor (P-036). */
const SIMDS_PER_WGP = 4;

/** Where a wave runs beside one that it overlaps; sampled at its launch while the other holds its slot. */
export const placement = covergroup({
  name: 'placement',
  version: 1,
  text: 'Distance of waiter and owner on the chip.',
  statements: ['S-099', 'P-113'],
  points: {
    distance: { text: 'What the two waves share.', bins: labelBins(DISTANCES) },
  },
  crosses: [],
  monitor({ sampler, table }) {
    const { values, point } = sampler;
    /** SIMD + 1 of each launched wave, and number + 1 of a wave that it overlaps. */
    const simdOf = table.column();
    const ownerOf = table.column();
    return {
      overlap({ wave, overlapped, count }) {
        if (count > 0) ownerOf.set(wave, overlapped[count - 1]! + 1);
      },
      'wave-launched'({ wave, simd }) {
        simdOf.set(wave, simd + 1);
        const owner = ownerOf.get(wave) - 1;
        const other = owner < 0 ? 0 : simdOf.get(owner);
        if (other === 0) return;
        values[point.distance] = distance(simd, other - 1);
        sampler.sample();
      },
      'resource-released'({ wave }) {
        simdOf.set(wave, 0);
      },
    };
  },
});

/** Index into `DISTANCES`. */
function distance(simd: number, other: number): number {
  if (simd === other) return 0;
  return Math.floor(simd / SIMDS_PER_WGP) === Math.floor(other / SIMDS_PER_WGP) ? 1 : 2;
}
