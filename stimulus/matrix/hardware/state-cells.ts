import { CHIP_NAMES, chipOf, EXIT_BY_EXPORT, GENERATIONS, WITH_WAVE_IDS } from '../../../arch/index.js';
import type { Draw } from '../../../transactions/index.js';
import { setting } from '../../../transactions/index.js';
import type { FieldValues } from '../../driver/register-fields.js';
import { type Block, createPixelBlock, createQuadBlock } from '../blocks.js';
import { forGenerations, type MatrixCell } from '../cell.js';
import { createBlockFoldProgram, createFoldParts, type FoldDraw } from '../fold-parts.js';
import { FOLD_FACTOR } from '../fold-text.js';
import { IN_ORDER_FULL_WAVES, LAYER_OVERLAP } from '../pace.js';
import { createCellProgram } from '../shader.js';
import { createBlockCell, createFieldCell } from './block-cell.js';
import { DRAIN, DRAIN_CELLS } from './drain-cells.js';
import { emitFineFold, type FragmentRate, getRateFields } from './fine-fold.js';
import { createIntrawaveParts, createLayeredWave, createSelfOverlaps } from './intrawave-parts.js';
import { createFullLayers, createQuadLayers, createQuadStacks } from './order-scenes.js';
import { createCountingDrawParts, createRacingDrawParts } from './plain-draws.js';
import { DROPOUT_BITS, emitLaneDropout, emitShaderWithoutSection, emitSum } from './section-texts.js';

/** The chips that miss overlaps unless draws drain. */
const CHIPS_WITH_MISSED_OVERLAPS = CHIP_NAMES.filter(
  (name) => chipOf(name).quirks?.missedOverlapSamples !== undefined,
);

const NO_INTRAWAVE = forGenerations(EXIT_BY_EXPORT, 'there is no intrawave collision argument (S-075)');
const NEVER_COARSE = forGenerations(WITH_WAVE_IDS, 'fragments of ordered shaders are never coarse (S-144)');

/** The indices of all quads in a large wave. */
const ALL_QUADS = Array.from({ length: 16 }, (_, i) => i);

/** The quads where layers start in the worked example from the source documents (S-066). */
const WORKED_EXAMPLE = [2, 7, 8, 9];

/** Returns one draw per sample count, each with two layers of the whole area. */
function createSampleDraws(size: number, counts: readonly Draw['samples'][]): FoldDraw[] {
  return counts.map((samples) => ({ samples, blocks: createFullLayers(size, 2) }));
}

function createIntrawaveCell(
  variant: string,
  title: string,
  starts: readonly (readonly number[])[],
): MatrixCell {
  return {
    kind: 'runs',
    id: 'H23',
    variant,
    title,
    forbidden: NO_INTRAWAVE,
    knobs: { ...LAYER_OVERLAP, ...IN_ORDER_FULL_WAVES },
    make: (target) =>
      createIntrawaveParts(
        target,
        starts.flatMap((layers) => createLayeredWave(target.size, layers)),
      ),
  };
}

function createRateCell(rate: FragmentRate): MatrixCell {
  const text = `${1 << rate.x}x${1 << rate.y}`;
  return {
    kind: 'runs',
    id: 'H27',
    variant: `r${text}`,
    title: `coarse fragments of ${text} pixels: primitives that share a pixel, or share just a coarse fragment`,
    forbidden: NEVER_COARSE,
    knobs: LAYER_OVERLAP,
    make: (target) => {
      const { chip, wave, size } = target;
      const blocks = [
        ...createFullLayers(size, 3),
        ...Array.from({ length: size * size }, (_, i) => createPixelBlock(i % size, Math.floor(i / size))),
      ];
      const program = createCellProgram('fold_fine', chip.gfx, emitFineFold(chip.gfx, wave, rate));
      return createFoldParts(target, [{ blocks, fields: getRateFields(rate) }], { programs: [program] });
    },
  };
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
  draw: Pick<FoldDraw, 'interlock' | 'order'>,
): MatrixCell {
  return {
    kind: 'runs',
    id: 'H31',
    variant,
    title,
    knobs: LAYER_OVERLAP,
    make: (target) => {
      const { chip, wave, size } = target;
      return createFoldParts(
        target,
        [
          {
            blocks: createQuadStacks(size, 3),
            fields: { 'PA_SC_MODE_CNTL_1.OUT_OF_ORDER_PRIMITIVE_ENABLE': 1 },
            ...draw,
          },
        ],
        {
          programs: [createCellProgram('sum', chip.gfx, emitSum(chip.gfx, wave))],
          step: (word, number) => word + number,
        },
      );
    },
  };
}

const NO_DRAIN: FieldValues = { 'DB_DFSM_CONTROL.POPS_DRAIN_PS_ON_OVERLAP': 0 };

/** H19 to H31: samples, draws, layers, rates, bins and registers (scenarios.md 7). */
export const STATE_CELLS: readonly MatrixCell[] = [
  {
    kind: 'runs',
    id: 'H19',
    title: 'draws with 1, 4, 8 and then 1 sample again on the same pixels, without a flush in between',
    // A draw that waits for all earlier waves when the sample count changes would overlap none of them.
    knobs: { ...LAYER_OVERLAP, sampleChange: setting('sampleChange', 'goes-on') },
    make: (target) => createFoldParts(target, createSampleDraws(target.size, [1, 4, 8, 1])),
  },
  {
    kind: 'runs',
    id: 'H20',
    title: 'a draw without a section between two draws with one; the register state is left unchanged',
    knobs: LAYER_OVERLAP,
    make: (target) => {
      const { chip, wave, size } = target;
      const sectionless = createCellProgram('plain', chip.gfx, emitShaderWithoutSection(chip.gfx, wave));
      const [before, between, after] = [0, 1, 0].map((program) => ({
        program,
        blocks: createFullLayers(size, 2),
      }));
      const isFromPlainDraw = (number: number): boolean =>
        number > before.blocks.length && number <= before.blocks.length + between.blocks.length;
      return createFoldParts(target, [before, between, after], {
        programs: [createBlockFoldProgram(target), sectionless],
        step: (word, number) => (isFromPlainDraw(number) ? word : Math.imul(word, FOLD_FACTOR) + number),
      });
    },
  },
  {
    kind: 'runs',
    id: 'H20',
    variant: 'off',
    title:
      'an unordered draw between two ordered ones: it counts its fragments with atomics on the same pixels',
    // The draw in between has more waves than there are slots in other cells.
    knobs: { ...LAYER_OVERLAP, waveSlots: 192 },
    make: createCountingDrawParts,
  },
  {
    kind: 'runs',
    id: 'H20',
    variant: 'races',
    title:
      'an unordered draw that stores to words updated by ordered draws; this is a race, but no rule reports it',
    knobs: LAYER_OVERLAP,
    make: createRacingDrawParts,
  },
  createFieldCell(
    {
      id: 'H21',
      variant: 'raster8',
      title: '8 raster samples, with a drain if the chip needs it',
      knobs: LAYER_OVERLAP,
    },
    (size) => ({
      samples: 8,
      blocks: createFullLayers(size, 4),
    }),
  ),
  createFieldCell(
    {
      id: 'H21',
      variant: 'depth8',
      title: '8 depth samples and one raster sample; chips that miss overlaps drain',
      chips: CHIPS_WITH_MISSED_OVERLAPS,
      forbidden: forGenerations(
        ['gfx10', 'gfx10.3', 'gfx11'],
        'overlaps are missed on vega10 and raven only (S-130)',
      ),
    },
    (size) => ({ blocks: createFullLayers(size, 4), fields: { ...DRAIN, 'DB_Z_INFO.NUM_SAMPLES': 3 } }),
  ),
  createFieldCell(
    {
      id: 'H21',
      variant: 'undrained',
      title: '8 raster samples without the drain that the chip needs',
      chips: CHIPS_WITH_MISSED_OVERLAPS,
      forbidden: forGenerations(
        ['gfx10', 'gfx10.3', 'gfx11'],
        'overlaps are missed on vega10 and raven only (S-130)',
      ),
      expects: { gfx9: ['CFG-12'] },
      explanation:
        'these chips may miss overlaps at 8 samples (S-130), and the draw does not drain (S-131: CFG-12). No two waves overlap, so none is missed',
    },
    (size) => ({ samples: 8, blocks: createQuadLayers(size, 1), fields: NO_DRAIN }),
  ),
  ...DRAIN_CELLS,
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
  {
    kind: 'runs',
    id: 'H24',
    title: 'waves that overlap only themselves',
    forbidden: NO_INTRAWAVE,
    knobs: IN_ORDER_FULL_WAVES,
    make: (target) => createIntrawaveParts(target, createSelfOverlaps(target.size, target.wave)),
  },
  {
    kind: 'runs',
    id: 'H25',
    title: 'primitives that cover nothing, and waves whose lanes all end before or inside the section',
    knobs: { ...LAYER_OVERLAP, primitivesPerWave: 1 },
    make: (target) => {
      const { chip, wave, size } = target;
      const nothing = { x: 1, y: 1, width: 0, height: 2 };
      const blocks = createQuadStacks(size, 3).flatMap((block, i) =>
        i % 8 === 0 ? [nothing, block] : [block],
      );
      const isFolded = (number: number): boolean =>
        (number & DROPOUT_BITS.mask) !== DROPOUT_BITS.before &&
        (number & DROPOUT_BITS.mask) !== DROPOUT_BITS.inside;
      return createFoldParts(target, [{ blocks, shader: { kills: true } }], {
        programs: [createCellProgram('fold_leaving', chip.gfx, emitLaneDropout(chip.gfx, wave))],
        step: (word, number) => (isFolded(number) ? Math.imul(word, FOLD_FACTOR) + number : word),
      });
    },
  },
  ...[0, 8, 16, 32].map((edge, code) =>
    createFieldCell(
      {
        id: 'H26',
        variant: `b${code}`,
        title: `wave-break regions: ${edge === 0 ? 'none' : `${edge}x${edge}`}`,
        sizes: getSizesForSquares(edge),
        // A layer of the largest area has more waves than there are slots in other cells.
        knobs: { ...LAYER_OVERLAP, ...IN_ORDER_FULL_WAVES, waveSlots: 192 },
        forbidden: forGenerations(['gfx9'], 'there are no wave-break regions (pops.md 7)'),
      },
      (size) => ({
        // The last and the first quad would share a wave if they were in the same region.
        blocks: [
          ...createFullLayers(size, 3),
          getLastQuad(size),
          ...createQuadLayers(size, 1),
          getLastQuad(size),
        ],
        fields: { 'PA_SC_SHADER_CONTROL.WAVE_BREAK_REGION_SIZE': code },
      }),
    ),
  ),
  ...[
    { x: 1, y: 0 },
    { x: 1, y: 1 },
    { x: 2, y: 2 },
  ].map(createRateCell),
  createFieldCell(
    {
      id: 'H28',
      title: 'a rate of 2x2 while the bit that forces ordered fragments to 1x1 is set',
      forbidden: forGenerations(WITH_WAVE_IDS, 'GFX11 introduced the bit (pops.md 7)'),
      knobs: LAYER_OVERLAP,
    },
    (size) => ({
      blocks: createFullLayers(size, 4),
      fields: { ...getRateFields({ x: 1, y: 1 }), 'PA_SC_VRS_SURFACE_CNTL_1.FORCE_SC_VRS_RATE_FINE_POPS': 1 },
    }),
  ),
  ...[0, 8, 16, 32].flatMap((binSize) =>
    [1, 5].map((batchPrimitives) =>
      createBlockCell(
        {
          id: 'H30',
          variant: `s${binSize}b${batchPrimitives}`,
          title: `${binSize === 0 ? 'binning off' : `bins of ${binSize} pixels`}, batches of ${batchPrimitives === 1 ? '1 primitive' : `${batchPrimitives} primitives`}`,
          sizes: getSizesForSquares(binSize),
          knobs: {
            ...LAYER_OVERLAP,
            binning: setting('binning', binSize === 0 ? 'off' : 'on'),
            binSize,
            batchPrimitives,
          },
        },
        // The last quad repeats immediately, because in the largest areas, all earlier waves may already have exited.
        (size) => [...createFullLayers(size, 3), ...createQuadLayers(size, 1), getLastQuad(size)],
      ),
    ),
  ),
  createFieldCell(
    {
      id: 'H31',
      variant: 'ordered',
      title: 'out-of-order rasterisation with an ordered interlock',
      expects: forGenerations(GENERATIONS, ['CFG-16']),
      explanation:
        'an ordered interlock forbids out-of-order rasterisation (S-140). Its effect on the order is unknown (S-138), so no other rule is expected',
    },
    () => ({
      blocks: [createPixelBlock(0, 0)],
      fields: { 'PA_SC_MODE_CNTL_1.OUT_OF_ORDER_PRIMITIVE_ENABLE': 1 },
    }),
  ),
  createOutOfOrderCell(
    'unordered',
    'out-of-order rasterisation with an unordered interlock: no update is lost',
    {
      interlock: 'pixel-unordered',
    },
  ),
  createOutOfOrderCell(
    'relaxed',
    'out-of-order rasterisation, with relaxed order requested by the application',
    {
      order: 'relaxed',
    },
  ),
];
