import type { ChipName } from '../../../arch/index.js';
import {
  ALPHA_FUNCTIONS,
  COLOUR_OUTPUTS,
  MAIN_DISCARDS,
  SECTION_PLACEMENTS,
  type SectionPlacement,
  type SectionState,
  STIPPLE_PARTS,
  setting,
} from '../../../transactions/index.js';
import { withFields } from '../../driver/draw-registers.js';
import { illegalReason } from '../../sections/legality.js';
import { createPixelBlock, createQuadBlock, type FoldBlock, getBlockVertices } from '../blocks.js';
import type { CellOptions, CellParts, CellTarget, MatrixCell, RunnableCell } from '../cell.js';
import { createCell, forbidCell, forGenerations, NO_DEPTH_ALPHA } from '../cell.js';
import { createCorpusParts } from '../corpus-parts.js';
import { foldCell } from '../folds.js';
import { emitLateFold, MAX_DELAY } from '../programs.js';
import { getCoveringRows } from './covering-set.js';
import { NO_COMBINED_END, withCombinedEnds } from './program-edits.js';
import { createSectionParts, DEFAULT_SECTION_STATE } from './section-parts.js';

/** Enough 512-clock sleeps to outlast every latency. */
const SLEEPS = 40;

/** Creates a runnable cell, or a forbidden one if `reason` says why its state cannot be assembled. */
function createStateCell(
  name: string,
  title: string,
  reason: string | undefined,
  make: RunnableCell['make'],
  options: CellOptions = {},
): MatrixCell {
  return reason === undefined ? createCell(name, title, make, options) : forbidCell(name, title, reason);
}

/**
 * Crosses placement, discard and exit kind. The normal exit is the message on GFX10.3 and earlier, and the last export
 * on GFX11 and later.
 */
function createExitCells(placement: SectionPlacement): MatrixCell[] {
  return MAIN_DISCARDS.flatMap((mainDiscard) =>
    [false, true].map((isCombined): MatrixCell => {
      const state: SectionState = { ...DEFAULT_SECTION_STATE, mainDiscard };
      return createStateCell(
        `${placement}-${mainDiscard}_${isCombined ? 'combined' : 'own'}`,
        `placement ${placement}, discard in main: ${mainDiscard}, exit: ${isCombined ? 'combined with the end of the program' : 'message or last export'}`,
        illegalReason(placement, state),
        (target) => {
          const parts = createSectionParts(target, { placement }, [{ state }]);
          return isCombined ? withCombinedEnds(target, parts) : parts;
        },
        { ...(isCombined ? { forbidden: NO_COMBINED_END } : {}) },
      );
    }),
  );
}

/** Crosses alpha function and stipple, with one draw per discard mode of the main part. */
function createAlphaCells(): MatrixCell[] {
  return ALPHA_FUNCTIONS.flatMap((alphaTest) =>
    STIPPLE_PARTS.map((stipple) =>
      createCell(
        `R01-${alphaTest.replaceAll('-', '_')}_${stipple}`,
        `alpha test ${alphaTest}, stipple ${stipple}, with each kind of discard in the main part`,
        (target) =>
          createSectionParts(
            target,
            { placement: 'E02' },
            MAIN_DISCARDS.map((mainDiscard) => ({
              state: { ...DEFAULT_SECTION_STATE, alphaTest, stipple, mainDiscard },
            })),
          ),
      ),
    ),
  );
}

/** Crosses the colour outputs, the depth target (present only for alpha to coverage) and the epilog. */
function createDepthTargetCells(): MatrixCell[] {
  return COLOUR_OUTPUTS.flatMap((outputs) =>
    [false, true].flatMap((alphaToCoverage) =>
      (['E01', 'E02'] as const).map((placement) => {
        const conversion = outputs === 'none' ? ('ZERO' as const) : DEFAULT_SECTION_STATE.conversion;
        const state: SectionState = { ...DEFAULT_SECTION_STATE, outputs, conversion, alphaToCoverage };
        const epilog = placement === 'E01' ? 'alone' : 'epilog';
        return createStateCell(
          `R02-${outputs}_${alphaToCoverage ? 'mrtz' : 'no_mrtz'}_${epilog}`,
          `colour outputs: ${outputs}, ${alphaToCoverage ? 'with' : 'without'} the depth target, ${placement === 'E01' ? 'without' : 'with'} an epilog`,
          illegalReason(placement, state),
          (target) => createSectionParts(target, { placement }, [{ state, samples: 4 }]),
          { forbidden: NO_DEPTH_ALPHA },
        );
      }),
    ),
  );
}

/** The export formats, all zero, so no export space is reserved. */
const NO_FORMATS = {
  'SPI_SHADER_COL_FORMAT.COL0_EXPORT_FORMAT': 0,
  'SPI_SHADER_Z_FORMAT.Z_EXPORT_FORMAT': 0,
};

function createZeroFormatParts(target: CellTarget): CellParts {
  const state: SectionState = { ...DEFAULT_SECTION_STATE, outputs: 'none', conversion: 'ZERO' };
  const draw = { state, blocks: [createPixelBlock(0, 0)] };
  const parts = createSectionParts(target, { placement: 'E02' }, [draw]);
  const { chip: _, ...others } = withFields(
    { ...parts, chip: target.chip.name as ChipName },
    () => NO_FORMATS,
  );
  return others;
}

/**
 * Blocks for two waves that fold into one pixel. The first wave sleeps between its read and its write. The second one
 * starts its section late, so it does not overtake the first.
 */
const UNSYNCHRONISED_BLOCKS: readonly FoldBlock[] = [
  { ...createPixelBlock(0, 0), sleeps: SLEEPS },
  { ...createPixelBlock(0, 0), rounds: MAX_DELAY },
];

/** Creates a cell with one draw for each row of the covering set that has the given placement. */
function createCoveringCell(placement: SectionPlacement): MatrixCell {
  return createCell(
    `R04-${placement}`,
    `every pair of values on any two axes, at placement ${placement}`,
    (target) => {
      const { chip, size } = target;
      const rows = getCoveringRows(chip.gfx).filter((row) => row.placement === placement);
      return createSectionParts(
        target,
        { placement },
        rows.map(({ state, samples }, i) => ({
          state,
          samples,
          blocks: [createQuadBlock(i, size), createQuadBlock(i, size), { x: 0, y: 0, width: 4, height: 4 }],
        })),
      );
    },
  );
}

/** The full crosses and the covering set for prologs, main parts and epilogs (scenarios.md 5.2). */
export const CROSS_CELLS: readonly MatrixCell[] = [
  ...SECTION_PLACEMENTS.flatMap(createExitCells),
  ...createAlphaCells(),
  ...createDepthTargetCells(),
  createCell(
    'R02-dual_source',
    'dual-source blending, as compiled by a driver: on GFX11 its program leaves the section while a store is still outstanding',
    // A single quad forms a single wave, so the rules that fire depend only on the program.
    (target) =>
      createCorpusParts(target, 'dual_source', [[getBlockVertices(createQuadBlock(0, target.size))]]),
    {
      expects: { gfx11: ['RACE-01'] },
      explanation:
        'one of the section’s stores is still outstanding at the done export, which is the exit on GFX11 (S-083, S-092). On GFX10.3 and earlier, the driver waits before the message',
      knobs: {},
    },
  ),
  createCell(
    'R03',
    'a shader that has a section, but whose export formats are all zero',
    createZeroFormatParts,
    {
      expects: {
        gfx9: ['CFG-11'],
        gfx10: ['CFG-11'],
        'gfx10.3': ['CFG-11'],
        gfx11: ['CFG-11', 'HANG-01', 'HANG-04'],
      },
      explanation:
        'no export space is reserved (S-110: CFG-11). GFX11 then never opens the section (S-112: HANG-04) and goes idle with work outstanding (HANG-01). With only one wave there can be no race',
      knobs: {},
    },
  ),
  foldCell(
    'R03-overlap',
    'all export formats zero, with a slow section and a second wave that overlaps it',
    { blocks: () => UNSYNCHRONISED_BLOCKS, draw: { fields: NO_FORMATS }, program: ['fold', emitLateFold] },
    {
      forbidden: forGenerations(
        ['gfx9', 'gfx11'],
        'only GFX10 continues without synchronisation (S-111, S-112)',
      ),
      knobs: {
        primitivesPerWave: 1,
        packers: 1,
        falseOverlap: 0,
        overlapReach: setting('overlapReach', 'exact'),
        waveSlots: 16,
        issueGap: [1, 1],
        launchLatency: [2, 2],
        instructionCacheLines: 0,
      },
      expects: forGenerations(['gfx10', 'gfx10.3'], ['CFG-11', 'ORD-01', 'ORD-02', 'ORD-03', 'ORD-04']),
      explanation:
        'as in R03. The second wave is not told that it overlaps (ORD-04, S-111), so it updates the pixel while the first wave is asleep between its read and its write. That is inside the first wave’s section (ORD-01) and before its exit (ORD-02); the first wave’s write then overwrites that update (ORD-03)',
    },
  ),
  ...SECTION_PLACEMENTS.map(createCoveringCell),
];
