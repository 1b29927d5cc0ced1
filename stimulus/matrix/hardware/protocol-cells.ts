import { factsOf, filterGenerations, GENERATIONS, WITH_WAVE_IDS } from '../../../arch/index.js';
import { type Draw, setting } from '../../../transactions/index.js';
import { chipsWith } from '../../kit/test.js';
import type { Triangle } from '../../scenes/geometry.js';
import {
  createCell,
  EXACT_OVERLAPS,
  type Expectation,
  forGenerations,
  LAYER_OVERLAP,
  MANY_SHORT_WAVES,
  type MatrixCell,
  NO_COLLISION_ARGUMENT,
  WAVE_PER_PRIMITIVE,
} from '../cell.js';
import { COVERAGE_SIZES, createCoverageParts } from '../coverage-parts.js';
import { foldCell } from '../folds.js';
import { NO_COMBINED_END } from '../parts/program-edits.js';
import { createPlacementCell } from '../placement.js';
import {
  createDistantPairs,
  createFullLayers,
  createQuadStacks,
  createSlowRegion,
  getSizesForPackers,
  PACKER_REGION,
} from '../scenes.js';
import { emitCombinedEnd, emitExtendedFold } from '../section-texts.js';

const ONLY_GFX9 = forGenerations(
  filterGenerations(({ newestIdOffByOne }) => !newestIdOffByOne),
  'the packer has a separate register (S-026)',
);

/** Writes to MODE within a section, and the rules that each one triggers. */
const MODE_WRITES = [
  { variant: 'round', field: 'hwreg(HW_REG_MODE, 0, 4), 0x0', text: 'the rounding mode', expects: [] },
  { variant: 'denorm', field: 'hwreg(HW_REG_MODE, 4, 4), 0xf', text: 'the denormal mode', expects: [] },
  { variant: 'whole', field: 'hwreg(HW_REG_MODE), 0xc0', text: 'all', expects: ['PROTO-02'] },
] as const;

function createModeCell({ variant, field, text, expects }: (typeof MODE_WRITES)[number]): MatrixCell {
  const isClean = expects.length === 0;
  return foldCell(
    `H35-${variant}`,
    `the section writes ${text} of MODE, which also holds the packer field`,
    {
      blocks: (size) => createQuadStacks(size, isClean ? 3 : 1),
      program: ['fold_mode', emitExtendedFold({ inside: `s_setreg_imm32_b32 ${field}` })],
    },
    {
      forbidden: ONLY_GFX9,
      ...(isClean
        ? {}
        : {
            expects: { gfx9: expects },
            explanation:
              'MODE[25:24] is the packer of the wave, and a write of the whole register overwrites it (S-025 to S-028, pops.md 3)',
            knobs: { messageWithoutPacker: setting('messageWithoutPacker', 'counts') },
          }),
    },
  );
}

/** How a wave recovers from a failed address translation. */
const RECOVERIES = [
  'the access is replayed',
  'the wave runs the trap handler and the access is replayed',
] as const;

/**
 * Returns primitives that alternately cover the two halves of the area, and only partly cover the pixels along their
 * edges.
 */
function createHalfPixels(size: number): Triangle[] {
  const half = 128;
  const [near, far] = [half, size * 256 - half];
  return Array.from({ length: 6 }, (_, i): Triangle => {
    const shift = (i % 3) * 64;
    return i % 2 === 0
      ? [near + shift, near, far, near + shift, near, far]
      : [far, far - shift, far, near, near, far];
  });
}

function createGranularityCell(samples: Draw['samples'], perSample: boolean): MatrixCell {
  const unit = perSample ? 'sample' : 'pixel';
  return createCell(
    `H37-${unit}${samples}`,
    `${unit} interlock at ${samples} ${samples === 1 ? 'sample' : 'samples'}, with partly covered pixels`,
    (target) =>
      createCoverageParts(target, [{ primitives: createHalfPixels(target.size), samples, perSample }]),
    {
      // With sample interlock, neighbouring primitives that share pixels are in separate waves.
      knobs: { ...LAYER_OVERLAP, ...(perSample ? { primitivesPerWave: 1 } : {}) },
      sizes: COVERAGE_SIZES,
    },
  );
}

/**
 * The chip described in the pipeline document (P-032 to P-046). Its headers mark the collision-argument enable bits as
 * reserved.
 */
const MOBILE = chipsWith((_, { quirks }) => quirks?.reservedCollisionEnable === true);
const NOT_MOBILE = forGenerations(['gfx9', 'gfx10', 'gfx11'], 'GC 10.4 is a GFX10.3 core (pops.md 9)');

const NO_EXIT: Expectation = forGenerations(WITH_WAVE_IDS, ['PROTO-01', 'HANG-03']);
const NO_ENTRY: Expectation = {
  ...forGenerations(WITH_WAVE_IDS, ['PROTO-11']),
  gfx11: ['PROTO-11', 'RACE-03'],
};

/**
 * How far apart two waves can be and still conflict (on GFX11 and later) for each percentage of false overlaps: exact,
 * within 8x8 pixels, or within a packer's region (U16).
 */
const REACH_BY_PERCENTAGE = {
  0: setting('overlapReach', 'exact'),
  50: setting('overlapReach', 'tile'),
  100: setting('overlapReach', 'region'),
} as const;

/** H32 to H39: traps, markers, modes and sweeps (scenarios.md 7). */
export const PROTOCOL_CELLS: readonly MatrixCell[] = [
  ...RECOVERIES.map((outcome, xnackAction) =>
    foldCell(
      `H32-x${xnackAction}`,
      `every address translation in the section fails once; ${outcome}`,
      (size) => createFullLayers(size, 3),
      { knobs: { ...LAYER_OVERLAP, xnackRate: 100, xnackAction } },
    ),
  ),
  foldCell(
    'H32-x2',
    'every address translation in the section fails permanently, and no trap handler runs',
    (size) => createFullLayers(size, 3),
    {
      knobs: { ...LAYER_OVERLAP, xnackRate: 100, xnackAction: setting('xnackAction', 'halt') },
      expects: forGenerations(GENERATIONS, ['HANG-01']),
      explanation:
        'the wave halts and raises an interrupt (P-149) that is never serviced. It never exits, and waves that overlap it wait forever (HANG-01)',
    },
  ),
  createPlacementCell('H33-twice', 'two entry waits, each followed by a memory update', 'begin-twice'),
  createPlacementCell('H33-some', 'only some waves begin the section, but all end it', 'begin-in-if'),
  createPlacementCell('H33-noend', 'a section that begins but never ends', 'no-end', {
    expects: NO_EXIT,
    explanation:
      'one path sets the packer and ends without sending the message, which is PROTO-01 (S-077, S-078); any wave waiting for it would hang, which is HANG-03, though none waits here. On GFX11 the last export is the exit (S-092)',
  }),
  createPlacementCell(
    'H33-nobegin',
    'a section that ends but never begins: allowed in a run whose collision argument reports no overlap',
    'no-begin',
    {
      expects: NO_ENTRY,
      explanation:
        'every path writes without a wait (S-008: PROTO-11). In the run, a wave without overlap may skip the wait (S-022) and still send the message (S-080). GFX11 never reports the absence of overlap, so on GFX11 the accesses come before the entry (S-054: RACE-03)',
    },
  ),
  createPlacementCell(
    'H33-told',
    'a section that ends but never begins, with an argument that reports false overlaps',
    'no-begin',
    {
      knobs: { falseOverlap: 100 },
      expects: forGenerations(GENERATIONS, ['PROTO-11', 'RACE-03']),
      explanation:
        'the argument reports an overlap, and the wave accesses ordered memory without a wait (S-008: RACE-03), as every path does (PROTO-11). The overlap is false, so no other rule fires',
    },
  ),
  foldCell(
    'H34',
    's_endpgm_ordered_ps_done instead of the message and s_endpgm',
    { blocks: (size) => createQuadStacks(size, 3), program: ['fold_combined_end', emitCombinedEnd] },
    { forbidden: NO_COMBINED_END },
  ),
  ...MODE_WRITES.map(createModeCell),
  ...([0, 50, 100] as const).map((falseOverlap) =>
    foldCell(
      `H36-f${falseOverlap}`,
      `${falseOverlap}% of the waves without overlap are reported as overlapping`,
      (size) => createQuadStacks(size, 3),
      {
        // With wide waves or coarse detection, every wave would have a real overlap. GFX11 has no wave ids; its false
        // overlaps come from a wider conflict reach.
        knobs: ({ gfx }) => ({
          ...LAYER_OVERLAP,
          ...EXACT_OVERLAPS,
          ...WAVE_PER_PRIMITIVE,
          // With fixed priorities, every wave would get the same choice.
          pctDepth: 0,
          ...(factsOf(gfx).exitsByExport
            ? { overlapReach: REACH_BY_PERCENTAGE[falseOverlap] }
            : { falseOverlap }),
        }),
      },
    ),
  ),
  ...([1, 2, 4, 8] as const).flatMap((samples) =>
    [false, true].map((perSample) => createGranularityCell(samples, perSample)),
  ),
  ...[2, 3].flatMap((packers) =>
    [0, 1].map((collisionSupply) =>
      foldCell(
        `H38-p${packers}s${collisionSupply}`,
        `GC 10.4 with ${packers} packers; the collision argument is ${collisionSupply === setting('collisionSupply', 'by-register') ? 'supplied only on request from SC' : 'always supplied'}`,
        (size) => createSlowRegion(size, 3),
        {
          chips: MOBILE,
          forbidden: NOT_MOBILE,
          sizes: getSizesForPackers(packers),
          knobs: { ...LAYER_OVERLAP, packers, collisionSupply, regionSize: PACKER_REGION },
        },
      ),
    ),
  ),
  foldCell(
    'H39',
    'one slow wave, then 30 or 48 short ones (ids only go back 30 waves), then one that overlaps the slow wave',
    (size) => createDistantPairs(size, [30, 48]),
    {
      forbidden: NO_COLLISION_ARGUMENT,
      knobs: { ...MANY_SHORT_WAVES, idWrap: 31, idWindow: 30 },
    },
  ),
];
