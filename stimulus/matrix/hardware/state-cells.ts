import { EXIT_BY_EXPORT, GENERATIONS, WITH_WAVE_IDS } from '../../../arch/index.js';
import { setting } from '../../../transactions/index.js';
import { type FragmentRate, getRateFields } from '../../coverage-fold/sample-fields.js';
import type { FieldValues } from '../../driver/draw-intent.js';
import { chipsWith } from '../../kit/test.js';
import { type Block, createPixelBlock, createQuadBlock } from '../blocks.js';
import type { MatrixCell } from '../cell.js';
import { createCell, forGenerations, IN_ORDER_FULL_WAVES, LAYER_OVERLAP, NEVER_COARSE } from '../cell.js';
import { type BlockDraw, createBlockFoldProgram, createFoldParts, fold, foldCell } from '../folds.js';
import { createCellProgram } from '../programs.js';
import { createFullLayers, createPixelGrid, createQuadLayers, createQuadStacks } from '../scenes.js';
import {
  DROPOUT_BITS,
  emitFineFold,
  emitLaneDropout,
  emitSectionlessCell,
  emitSum,
} from '../section-texts.js';
import {
  createCountingDrawParts,
  createDrainCell,
  createIntrawaveParts,
  createLayeredWave,
  createRacingDrawParts,
  createSelfOverlaps,
  DRAIN,
  SQUAD_CONTROLS,
} from './draw-parts.js';

/** The chips that miss overlaps unless draws drain. */
const CHIPS_WITH_MISSED_OVERLAPS = chipsWith((_, { quirks }) => quirks?.missedOverlapSamples !== undefined);

const NO_INTRAWAVE = forGenerations(EXIT_BY_EXPORT, 'there is no intrawave collision argument (S-075)');

/** The indices of all quads in a large wave. */
const ALL_QUADS = Array.from({ length: 16 }, (_, i) => i);

/** The quads where layers start in the worked example from the source documents (S-066). */
const WORKED_EXAMPLE = [2, 7, 8, 9];

function createIntrawaveCell(
  variant: string,
  title: string,
  starts: readonly (readonly number[])[],
): MatrixCell {
  return createCell(
    `H23-${variant}`,
    title,
    (target) =>
      createIntrawaveParts(
        target,
        starts.flatMap((layers) => createLayeredWave(target.size, layers)),
      ),
    { forbidden: NO_INTRAWAVE, knobs: { ...LAYER_OVERLAP, ...IN_ORDER_FULL_WAVES } },
  );
}

function createRateCell(rate: FragmentRate): MatrixCell {
  const [x, y] = rate.split('x').map(Number);
  const text = `${1 << x}x${1 << y}`;
  return foldCell(
    `H27-r${text}`,
    `coarse fragments of ${text} pixels: primitives that share a pixel, or share just a coarse fragment`,
    {
      blocks: (size) => [...createFullLayers(size, 3), ...createPixelGrid(size)],
      draw: { fields: getRateFields(rate) },
      program: ['fold_fine', emitFineFold(x)],
    },
    { forbidden: NEVER_COARSE },
  );
}

/** Returns the block of the quad in the lower right corner. */
function getLastQuad(size: number): Block {
  return createQuadBlock((size / 2) ** 2 - 1, size);
}

/** Returns the area sizes to run. The largest fits several squares of the given edge length. */
function getSizesForSquares(edge: number): readonly number[] {
  return [...new Set([8, 16, Math.max(16, 2 * edge)])];
}

/** Creates a cell for out-of-order rasterisation under the given interlock or ordering. */
function createOutOfOrderCell(
  variant: string,
  title: string,
  draw: Pick<BlockDraw, 'interlock' | 'order'>,
): MatrixCell {
  return foldCell(`H31-${variant}`, title, {
    blocks: (size) => createQuadStacks(size, 3),
    draw: { ...draw, fields: OUT_OF_ORDER },
    program: ['sum', emitSum],
    step: (word, number) => word + number,
  });
}

const OUT_OF_ORDER: FieldValues = { 'PA_SC_MODE_CNTL_1.OUT_OF_ORDER_PRIMITIVE_ENABLE': 1 };

const NO_DRAIN: FieldValues = { 'DB_DFSM_CONTROL.POPS_DRAIN_PS_ON_OVERLAP': 0 };

/** Cells for draws with eight samples on the chips that miss overlaps. */
const MISSED_OVERLAPS = {
  chips: CHIPS_WITH_MISSED_OVERLAPS,
  forbidden: forGenerations(
    ['gfx10', 'gfx10.3', 'gfx11'],
    'overlaps are missed on vega10 and raven only (S-130)',
  ),
  knobs: {},
};

/** H19 to H31: samples, draws, layers, rates, bins and registers (scenarios.md 7). */
export const STATE_CELLS: readonly MatrixCell[] = [
  foldCell(
    'H19',
    'draws with 1, 4, 8 and then 1 sample again on the same pixels, without a flush in between',
    {
      draws: ({ size }) =>
        ([1, 4, 8, 1] as const).map((samples) => ({ samples, blocks: createFullLayers(size, 2) })),
    },
    {
      // A draw that waits for all earlier waves when the sample count changes would overlap none of them.
      knobs: { ...LAYER_OVERLAP, sampleChange: setting('sampleChange', 'goes-on') },
    },
  ),
  createCell(
    'H20',
    'a draw without a section between two draws with one; the register state is left unchanged',
    (target) => {
      const { dialect, size } = target;
      const draws = [0, 1, 0].map((program) => ({ program, blocks: createFullLayers(size, 2) }));
      const [before, between] = draws.map(({ blocks }) => blocks.length);
      const isFromPlainDraw = (number: number): boolean => number > before && number <= before + between;
      return createFoldParts(target, draws, {
        programs: [
          createBlockFoldProgram(target),
          createCellProgram(dialect, 'plain', emitSectionlessCell(dialect)),
        ],
        step: (word, number) => (isFromPlainDraw(number) ? word : fold(word, number)),
      });
    },
  ),
  createCell(
    'H20-off',
    'an unordered draw between two ordered ones: it counts its fragments with atomics on the same pixels',
    createCountingDrawParts,
    {
      // The draw in between has more waves than there are slots in other cells.
      knobs: { ...LAYER_OVERLAP, waveSlots: 192 },
    },
  ),
  createCell(
    'H20-races',
    'an unordered draw that stores to words updated by ordered draws; this is a race, but no rule reports it',
    createRacingDrawParts,
  ),
  foldCell('H21-raster8', '8 raster samples, with a drain if the chip needs it', {
    blocks: (size) => createFullLayers(size, 4),
    draw: { samples: 8 },
  }),
  foldCell(
    'H21-depth8',
    '8 depth samples and one raster sample; chips that miss overlaps drain',
    {
      blocks: (size) => createFullLayers(size, 4),
      draw: { fields: { ...DRAIN, 'DB_Z_INFO.NUM_SAMPLES': 3 } },
    },
    MISSED_OVERLAPS,
  ),
  foldCell(
    'H21-undrained',
    '8 raster samples without the drain that the chip needs',
    { blocks: (size) => createQuadLayers(size, 1), draw: { samples: 8, fields: NO_DRAIN } },
    {
      ...MISSED_OVERLAPS,
      expects: { gfx9: ['CFG-12'] },
      explanation:
        'these chips may miss overlaps at 8 samples (S-130), and the draw does not drain (S-131: CFG-12). No two waves overlap, so none is missed',
    },
  ),
  ...SQUAD_CONTROLS.map(createDrainCell),
  createIntrawaveCell('none', 'waves without an intrawave collision', [[], []]),
  createIntrawaveCell(
    'single',
    'waves with two layers; the second begins at each quad in turn',
    Array.from({ length: 15 }, (_, i) => [i + 1]),
  ),
  createIntrawaveCell('all', 'waves in which every quad begins a layer', [ALL_QUADS, ALL_QUADS]),
  createIntrawaveCell(
    'worked',
    'the worked example from the source documents: layers begin at quads 2, 7, 8 and 9',
    [WORKED_EXAMPLE, WORKED_EXAMPLE],
  ),
  createCell(
    'H24',
    'waves that overlap only themselves',
    (target) => createIntrawaveParts(target, createSelfOverlaps(target.size, target.wave)),
    { forbidden: NO_INTRAWAVE, knobs: IN_ORDER_FULL_WAVES },
  ),
  foldCell(
    'H25',
    'primitives that cover nothing, and waves whose lanes all end before or inside the section',
    {
      blocks: (size) => {
        const nothing = { x: 1, y: 1, width: 0, height: 2 };
        return createQuadStacks(size, 3).flatMap((block, i) => (i % 8 === 0 ? [nothing, block] : [block]));
      },
      draw: { shader: { kills: true } },
      program: ['fold_leaving', emitLaneDropout],
      step: (word, number) => {
        const bits = number & DROPOUT_BITS.mask;
        return bits === DROPOUT_BITS.before || bits === DROPOUT_BITS.inside ? word : fold(word, number);
      },
    },
    { knobs: { ...LAYER_OVERLAP, primitivesPerWave: 1 } },
  ),
  ...[0, 8, 16, 32].map((edge, code) =>
    foldCell(
      `H26-b${code}`,
      `wave-break regions: ${edge === 0 ? 'none' : `${edge}x${edge}`}`,
      {
        // The last and the first quad would share a wave if they were in the same region.
        blocks: (size) => [
          ...createFullLayers(size, 3),
          getLastQuad(size),
          ...createQuadLayers(size, 1),
          getLastQuad(size),
        ],
        draw: { fields: { 'PA_SC_SHADER_CONTROL.WAVE_BREAK_REGION_SIZE': code } },
      },
      {
        sizes: getSizesForSquares(edge),
        // A layer of the largest area has more waves than there are slots in other cells.
        knobs: { ...LAYER_OVERLAP, ...IN_ORDER_FULL_WAVES, waveSlots: 192 },
        forbidden: forGenerations(['gfx9'], 'there are no wave-break regions (pops.md 7)'),
      },
    ),
  ),
  ...(['1x0', '1x1', '2x2'] as const).map(createRateCell),
  foldCell(
    'H28',
    'a rate of 2x2 while the bit that forces ordered fragments to 1x1 is set',
    {
      blocks: (size) => createFullLayers(size, 4),
      draw: {
        fields: { ...getRateFields('1x1'), 'PA_SC_VRS_SURFACE_CNTL_1.FORCE_SC_VRS_RATE_FINE_POPS': 1 },
      },
    },
    { forbidden: forGenerations(WITH_WAVE_IDS, 'GFX11 introduced the bit (pops.md 7)') },
  ),
  ...[0, 8, 16, 32].flatMap((binSize) =>
    [1, 5].map((batchPrimitives) =>
      foldCell(
        `H30-s${binSize}b${batchPrimitives}`,
        `${binSize === 0 ? 'binning off' : `bins of ${binSize} pixels`}, batches of ${batchPrimitives === 1 ? '1 primitive' : `${batchPrimitives} primitives`}`,
        // The last quad repeats immediately, because in the largest areas, all earlier waves may already have exited.
        (size) => [...createFullLayers(size, 3), ...createQuadLayers(size, 1), getLastQuad(size)],
        {
          sizes: getSizesForSquares(binSize),
          knobs: {
            ...LAYER_OVERLAP,
            binning: setting('binning', binSize === 0 ? 'off' : 'on'),
            binSize,
            batchPrimitives,
          },
        },
      ),
    ),
  ),
  foldCell(
    'H31-ordered',
    'out-of-order rasterisation with an ordered interlock',
    { blocks: () => [createPixelBlock(0, 0)], draw: { fields: OUT_OF_ORDER } },
    {
      expects: forGenerations(GENERATIONS, ['CFG-16']),
      explanation:
        'an ordered interlock forbids out-of-order rasterisation (S-140). Its effect on the order is unknown (S-138), so no other rule is expected',
      knobs: {},
    },
  ),
  createOutOfOrderCell(
    'unordered',
    'out-of-order rasterisation with an unordered interlock: no update is lost',
    { interlock: 'pixel-unordered' },
  ),
  createOutOfOrderCell(
    'relaxed',
    'out-of-order rasterisation, with relaxed order requested by the application',
    { order: 'relaxed' },
  ),
];
