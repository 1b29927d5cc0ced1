import { WITHOUT_DUAL_TARGETS, WITHOUT_NULL_TARGET } from '../../arch/index.js';
import type { ShaderSections } from '../../transactions/index.js';
import { covergroup } from '../collector/monitor.js';
import { bin, ignoreCross, labelBins, stepRanges } from '../dsl/bins.js';
import { NOT_SAMPLED } from '../dsl/definition.js';
import { generationPoint, getGenerationBins } from './common.js';

const TARGETS = ['mrt0', 'mrt1-7', 'mrtz', 'null', 'dual source'] as const;
const EPILOGS = ['no parts', 'plain', 'changes colours', 'discards', 'discards and changes colours'] as const;

const TARGET_BINS = labelBins(TARGETS);
/** Excludes the targets that a generation does not have from a cross. */
const ignoreMissingTargets = (suffix: string) => [
  ignoreCross(
    `gfx11 has no null target${suffix}`,
    { generation: getGenerationBins(WITHOUT_NULL_TARGET), last: ['null'] },
    'GFX11 removed the null target (pops.md 9).',
  ),
  ignoreCross(
    `dual source targets are of gfx11${suffix}`,
    { generation: getGenerationBins(WITHOUT_DUAL_TARGETS), last: ['dual source'] },
    'Before GFX11 the second source goes to MRT1 (corpus README, "Exports").',
  ),
];

/** Kinds of exports. Sampled at each export. */
export const exportKinds = covergroup({
  name: 'export-kinds',
  version: 3,
  text: 'Exports of pixel waves.',
  statements: ['S-108'],
  points: {
    generation: generationPoint,
    target: { text: 'Where the export goes.', bins: TARGET_BINS },
    last: {
      text: 'Where the last export of a wave goes.',
      statements: ['S-092', 'S-108'],
      bins: TARGET_BINS,
    },
    channels: {
      text: 'Enabled channels.',
      statements: ['S-108'],
      bins: [bin('off', [0]), bin('all', [15]), bin('some', [[1, 14]])],
    },
    epilog: {
      text: 'What the epilog of a multi-part program does before the last export, if the wave reaches it.',
      statements: ['R-022', 'R-023', 'R-024', 'R-029'],
      bins: labelBins(EPILOGS),
    },
    position: {
      text: 'Number of exports by the wave so far, including this one.',
      bins: stepRanges([1, 2, 3]),
    },
  },
  crosses: [
    {
      text: 'Last exports on each generation.',
      of: ['generation', 'last'],
      bins: ignoreMissingTargets(''),
    },
    {
      text: 'Last exports by generation and epilog (scenarios.md 8, cross 10).',
      of: ['last', 'generation', 'epilog'],
      bins: [
        ...ignoreMissingTargets(' in any epilog'),
        ignoreCross(
          'parts export colours',
          { last: ['mrtz', 'dual source'], epilog: EPILOGS.slice(1) },
          'Epilogs of multi-part programs write neither depth nor a second source (scenarios.md 5).',
        ),
      ],
    },
    {
      text: 'Enabled channels of last exports.',
      of: ['last', 'channels'],
      bins: [
        ignoreCross(
          'null has no channels',
          { last: ['null'], channels: ['some', 'all'] },
          'A null export enables no channels.',
        ),
        ignoreCross(
          'dual source writes colour',
          { last: ['dual source'], channels: ['off'] },
          'A second blend source always has channels enabled.',
        ),
      ],
    },
  ],
  monitor({ sampler, table, facts, test }) {
    const { values, point } = sampler;
    const exportCount = table.column();
    return {
      exported({ wave, pc, target, enabled, done }) {
        const targetIndex = classifyTarget(target);
        exportCount.add(wave, 1);
        values[point.target] = targetIndex;
        values[point.last] = done ? targetIndex : NOT_SAMPLED;
        const sections = test().draws[facts.draw.get(wave)]?.sections;
        values[point.epilog] = done ? classifyEpilog(sections, pc) : NOT_SAMPLED;
        values[point.channels] = enabled;
        values[point.position] = exportCount.get(wave);
        sampler.sample();
      },
    };
  },
});

/** Returns the index into `EPILOGS` for an export at `pc`. */
function classifyEpilog(sections: ShaderSections | undefined, pc: number): number {
  if (sections === undefined) return 0;
  if (pc < getEpilogStart(sections)) return NOT_SAMPLED;
  const { clamp, alphaTest, stipple, smoothing, alphaToOne } = sections.state;
  const discards = alphaTest !== 'always' || stipple === 'epilog';
  const changesColours = clamp || smoothing || alphaToOne;
  return 1 + (changesColours ? 1 : 0) + (discards ? 2 : 0);
}

/** Returns the byte offset of the epilog. */
function getEpilogStart({ parts }: ShaderSections): number {
  let words = 0;
  for (const part of parts) if (part.part !== 'epilog') words += part.words;
  return words * 4;
}

/** Returns the index into `TARGETS` for an export target number, or -1 for targets that pixel shaders do not have. */
function classifyTarget(target: number): number {
  if (target === 0) return 0;
  if (target < 8) return 1;
  if (target === 8) return 2;
  if (target === 9) return 3;
  return target === 21 || target === 22 ? 4 : -1;
}
