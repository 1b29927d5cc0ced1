import { SIMDS_PER_WGP, WITHOUT_WGP_MODE } from '../../arch/index.js';
import { BACKGROUND_SOURCES, type LaunchResource } from '../../transactions/index.js';
import { covergroup } from '../collector/monitor.js';
import { bin, eachValue, ignoreCross, labelBins, stepRanges } from '../dsl/bins.js';
import { NOT_SAMPLED } from '../dsl/definition.js';
import { generationPoint, getGenerationBins, getMaxWgps } from './common.js';

const RESOURCES: readonly LaunchResource[] = ['wave-slot', 'vgpr', 'sgpr', 'lds', 'scratch', 'barrier'];

const MODES = ['CU', 'WGP'] as const;

/** Geometry and compute waves that run alongside the pixel waves. Sampled at each launch. */
export const background = covergroup({
  name: 'background',
  version: 3,
  text: 'Background waves that compete with pixel waves for launches and resources.',
  statements: ['P-049', 'P-065', 'P-066'],
  points: {
    generation: generationPoint,
    source: {
      text: 'Where the wave comes from.',
      statements: ['P-049'],
      bins: [
        bin('geometry', [0], {
          text: 'prolog and main part: computing input addresses, loads, clamps, stores and exports',
          statements: [
            ...['P-006', 'P-012', 'P-053', 'P-055', 'P-057'],
            ...['R-014', 'R-015', 'R-041', 'R-042', 'R-043', 'R-044', 'R-045', 'R-047'],
          ],
        }),
        bin('compute', [1], {
          text: 'a program whose work-groups exchange words through LDS',
          statements: ['P-001', 'P-005', 'P-051', 'P-122', 'P-127', 'P-129', 'P-131', 'P-140'],
        }),
      ],
    },
    refused: {
      text: 'The resource that was unavailable when the wave first requested a launch.',
      statements: ['P-067'],
      bins: labelBins(['nothing', ...RESOURCES]),
    },
    mode: {
      text: 'Where the waves of a work-group may run.',
      statements: ['P-004', 'P-023', 'P-094'],
      bins: labelBins(MODES),
    },
    waves: {
      text: 'Number of waves in the work-group.',
      statements: ['P-067'],
      bins: stepRanges([1, 2, 3, 4]),
    },
    simd: {
      text: 'The SIMD that the wave runs on, within its work-group processor.',
      statements: ['P-057', 'P-093'],
      bins: labelBins(['first', 'second', 'third', 'fourth']),
    },
    wgp: {
      text: 'The work-group processor that the wave runs on.',
      statements: ['P-057', 'P-065'],
      bins: eachValue('wgp', 0, getMaxWgps() - 1),
    },
    passed: {
      text: 'A pixel wave that had requested its launch earlier, was never refused, and was launched later.',
      statements: ['P-049', 'P-066'],
      bins: labelBins(['by geometry', 'by compute']),
    },
    pixels: {
      text: 'Number of pixel waves running when the wave is launched.',
      statements: ['P-049'],
      bins: stepRanges([0, 1, 4, 16]),
    },
  },
  crosses: [
    {
      text: 'Unavailable resource by source.',
      of: ['source', 'refused'],
      bins: [
        ignoreCross(
          'vertices need no group',
          { source: ['geometry'], refused: ['lds', 'barrier'] },
          'Geometry waves have no work-group, so they need neither a barrier nor LDS.',
        ),
      ],
    },
    {
      text: 'Modes on each generation.',
      of: ['generation', 'mode'],
      bins: [
        ignoreCross(
          'GFX9 has compute units only',
          { generation: getGenerationBins(WITHOUT_WGP_MODE), mode: ['WGP'] },
          'Work-group processors were introduced in GFX10 (P-023).',
        ),
      ],
    },
    { text: 'Waves of each source on each work-group processor.', of: ['source', 'wgp'] },
    { text: 'Source by number of running pixel waves.', of: ['source', 'pixels'] },
  ],
  monitor({ sampler, table, test }) {
    const { values, point } = sampler;
    /** The value of `refused` for each group, keyed by the group's first wave. */
    const refused = table.perTest(new Map<number, number>());
    /** The background workload that each wave belongs to. */
    const workloadByWave = table.perTest(new Map<number, number>());
    /** The first wave of each wave's group. */
    const firstInGroup = table.perTest(new Map<number, number>());
    /** The SIMD of each wave. */
    const simdByWave = table.perTest(new Map<number, number>());
    /** The pixel waves that wait for their first launch, and the source of the wave that was preferred last, or -1. */
    const waiting = table.perTest(new Map<number, number>());
    let pixelWaves = 0;
    return {
      begin() {
        pixelWaves = 0;
      },
      'background-formed'({ wave, work, place }) {
        workloadByWave.set(wave, work);
        firstInGroup.set(wave, wave - place);
      },
      'background-refused'({ wave, resource }) {
        refused.set(firstInGroup.get(wave) ?? wave, 1 + RESOURCES.indexOf(resource));
      },
      'background-allocated'({ wave, simd }) {
        simdByWave.set(wave, simd);
        const isCompute = test().background[workloadByWave.get(wave) ?? -1]?.mode !== undefined;
        for (const pixelWave of waiting.keys()) waiting.set(pixelWave, isCompute ? 1 : 0);
      },
      'launch-requested'({ wave }) {
        waiting.set(wave, NOT_SAMPLED);
      },
      'launch-refused'({ wave }) {
        waiting.delete(wave);
      },
      'wave-launched'({ wave }) {
        pixelWaves++;
        const passed = waiting.get(wave) ?? NOT_SAMPLED;
        waiting.delete(wave);
        if (passed === NOT_SAMPLED) return;
        values.fill(NOT_SAMPLED);
        values[point.passed] = passed;
        sampler.sample();
      },
      'resource-released'() {
        pixelWaves--;
      },
      'background-launched'({ wave, source }) {
        const work = test().background[workloadByWave.get(wave) ?? -1];
        const isCompute = work?.mode !== undefined;
        const simd = simdByWave.get(wave) ?? 0;
        values[point.source] = BACKGROUND_SOURCES.indexOf(source);
        values[point.refused] = refused.get(firstInGroup.get(wave) ?? wave) ?? 0;
        values[point.mode] = isCompute ? (work.mode === 'cu' ? 0 : 1) : NOT_SAMPLED;
        values[point.waves] = isCompute ? work.waves : NOT_SAMPLED;
        values[point.simd] = simd % SIMDS_PER_WGP;
        values[point.wgp] = Math.floor(simd / SIMDS_PER_WGP);
        values[point.passed] = NOT_SAMPLED;
        values[point.pixels] = pixelWaves;
        sampler.sample();
      },
    };
  },
});
