import { SIMDS_PER_WGP } from '../../arch/index.js';
import { covergroup } from '../collector/monitor.js';
import { eachValue, labelBins } from '../dsl/bins.js';
import { NOT_SAMPLED } from '../dsl/definition.js';
import { generationPoint, getMaxPackers, getMaxWgps } from './common.js';

const DISTANCES = [
  'same SIMD',
  'paired sequencer',
  'same work-group processor',
  'other work-group processor',
] as const;

/** Number of SIMDs whose sequencers share access to the LDS (P-113). */
const SIMDS_PER_PAIR = 2;

/**
 * Where a wave runs, both on the chip and relative to the newest wave that it overlaps. Sampled when the wave is
 * launched. The distance is sampled only while the other wave holds its slot.
 */
export const placement = covergroup({
  name: 'placement',
  version: 3,
  text: 'On-chip distance between a waiting wave and the wave it waits for.',
  statements: ['S-099', 'P-113'],
  points: {
    generation: generationPoint,
    distance: {
      text: 'What a wave shares with the newest wave it overlaps; paired sequencers share LDS access.',
      statements: ['S-099', 'P-113'],
      bins: labelBins(DISTANCES),
    },
    packer: {
      text: "The wave's packer.",
      statements: ['P-061'],
      bins: eachValue('packer', 0, getMaxPackers() - 1),
    },
    simd: {
      text: 'The SIMD that the wave runs on, within its work-group processor.',
      statements: ['P-061', 'P-093', 'P-111'],
      bins: eachValue('simd', 0, SIMDS_PER_WGP - 1),
    },
    wgp: {
      text: 'The work-group processor that the wave runs on.',
      statements: ['P-034', 'P-061'],
      bins: eachValue('wgp', 0, getMaxWgps() - 1),
    },
  },
  crosses: [
    { text: 'Distances on each generation (scenarios.md 8, cross 6).', of: ['generation', 'distance'] },
    { text: 'Waves from each packer on each SIMD.', of: ['packer', 'simd', 'wgp'] },
  ],
  monitor({ sampler, table, facts }) {
    const { values, point } = sampler;
    /** The SIMD of each launched wave, plus one. */
    const simdByWave = table.column();
    const packerByWave = table.column();
    return {
      'wave-formed'({ wave, packer }) {
        packerByWave.set(wave, packer);
      },
      'wave-launched'({ wave, simd }) {
        simdByWave.set(wave, simd + 1);
        const newest = facts.newestOverlapped.get(wave) - 1;
        const newestSimd = newest < 0 ? 0 : simdByWave.get(newest);
        values[point.distance] = newestSimd === 0 ? NOT_SAMPLED : classifyDistance(simd, newestSimd - 1);
        values[point.packer] = packerByWave.get(wave);
        values[point.simd] = simd % SIMDS_PER_WGP;
        values[point.wgp] = Math.floor(simd / SIMDS_PER_WGP);
        sampler.sample();
      },
      'resource-released'({ wave }) {
        simdByWave.set(wave, 0);
      },
    };
  },
});

/** Returns the index into `DISTANCES`. */
function classifyDistance(simd: number, otherSimd: number): number {
  if (simd === otherSimd) return 0;
  if (Math.floor(simd / SIMDS_PER_PAIR) === Math.floor(otherSimd / SIMDS_PER_PAIR)) return 1;
  return Math.floor(simd / SIMDS_PER_WGP) === Math.floor(otherSimd / SIMDS_PER_WGP) ? 2 : 3;
}
