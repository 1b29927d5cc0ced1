import { WITH_WAVE_IDS } from '../../../arch/index.js';
import { type KnobValues, setting } from '../../../transactions/index.js';
import { pickCompetingWorkItems } from '../../background/pick-background.js';
import { type Block, createQuadBlock, type FoldBlock } from '../blocks.js';
import type { Expectation, MatrixCell } from '../cell.js';
import { createCell, forGenerations, LAYER_OVERLAP, MANY_SHORT_WAVES } from '../cell.js';
import { STRIP_RESULTS, stripCell } from '../corpus-parts.js';
import { createFoldParts, foldCell } from '../folds.js';
import {
  createDelayedPairs,
  createFullLayers,
  createPixelGrid,
  createQuadLayers,
  createQuadStacks,
} from '../scenes.js';
import type { AccessKind, OutstandingKind } from '../section-texts.js';
import { ACCESS_KINDS, emitExitWait, emitFoldWithCoherentEnds } from '../section-texts.js';

/**
 * The number of pairs. Each has one more wave between owner and waiter than the previous pair, so their placement
 * varies.
 */
const PAIRS = 17;

/**
 * Settings for slow stores and loads. Every instruction fetch hits; otherwise the next cache line might arrive only
 * after the accesses complete.
 */
const SLOW_ACCESSES: Partial<KnobValues> = {
  instructionCacheLines: 0,
  storeLatency: [1500, 2000],
  loadLatency: [1500, 2000],
  scalarLatency: [1500, 2000],
  messageLatency: [1, 8],
  exitVisibleLatency: [1, 8],
  exportLatency: [1, 8],
  caches: setting('caches', 'coherent'),
};

/** Returns pairs of an owner and a waiter on one quad, with an increasing number of waves in between. */
function createSeparatedPairs(size: number): FoldBlock[] {
  const quads = (size / 2) ** 2;
  return Array.from({ length: PAIRS }, (_, between): Block[] => {
    const pair = createQuadBlock(between, size);
    const others = Array.from({ length: Math.min(between, quads - 1) }, (_other, i) =>
      createQuadBlock(between + 1 + i, size),
    );
    return [pair, ...others, pair];
  }).flat();
}

/**
 * The rules that fire if the wait for accesses is missing. The wave exits early, and on chips with wave ids the exit is
 * counted while accesses are still in flight.
 */
const MISSING_WAIT: Expectation = {
  ...forGenerations(WITH_WAVE_IDS, ['RACE-01', 'ORD-06']),
  gfx11: ['RACE-01'],
};

const MISSING_WAIT_REASON =
  'ordered accesses are outstanding at the exit (S-083 to S-087: RACE-01). They are slow enough that the exit is counted before they are performed, i.e. before the section really ends (checking.md, ORD-06); GFX11 has no exiting id. No two waves overlap, so no other rule fires';

function createExitWaitCells(pending: OutstandingKind): MatrixCell[] {
  return [true, false].map((hasWait) =>
    foldCell(
      `H15-${hasWait ? pending : `${pending}_early`}`,
      `the exit ${hasWait ? 'is issued as soon as the last slow access completes' : 'follows slow accesses without waiting for them'} (counter: ${pending})`,
      {
        blocks: (size) => (hasWait ? createFullLayers(size, 3) : createQuadLayers(size, 1)),
        program: [`exit_${pending}`, emitExitWait(pending, hasWait)],
        step: (_word, number) => number,
      },
      {
        knobs: hasWait ? { ...LAYER_OVERLAP, ...SLOW_ACCESSES } : SLOW_ACCESSES,
        ...(hasWait ? {} : { expects: MISSING_WAIT, explanation: MISSING_WAIT_REASON }),
      },
    ),
  );
}

function createAccessKindCell(kind: AccessKind, text: string): MatrixCell {
  return foldCell(`H16-${kind}`, `a section that updates memory using ${text}`, {
    blocks: (size) => createFullLayers(size, 4),
    program: [`fold_${kind}`, ACCESS_KINDS[kind]],
  });
}

/** The fold of cells whose sections leave lines in the caches between their first read and last write. */
const COHERENT_ENDS = ['fold_coherent_ends', emitFoldWithCoherentEnds] as const;

/** How much competition there is from geometry and compute waves: none, one work item, or three at once. */
const PRESSURES = [
  { percent: 0, workItems: 0 },
  { percent: 50, workItems: 1 },
  { percent: 100, workItems: 3 },
] as const;

function createPressureCell({ percent, workItems }: (typeof PRESSURES)[number]): MatrixCell {
  return createCell(
    `H13-b${percent}`,
    `geometry and compute waves compete ${percent}% of the time`,
    (target) => {
      const parts = createFoldParts(target, [{ blocks: createQuadStacks(target.size, 3) }]);
      if (workItems === 0) return parts;
      const competing = pickCompetingWorkItems(target.seed, target, workItems);
      const adjustedItems = competing.background.works.map((work) =>
        percent === 100 ? { ...work, start: 0, interval: 1 } : work,
      );
      return {
        ...parts,
        memory: [...parts.memory, ...competing.memory],
        background: { ...competing.background, works: adjustedItems },
        knobs: competing.knobs,
      };
    },
  );
}

/** H11 to H18: simultaneous exits, placement, pressure, export space, counters and caches (scenarios.md 7). */
export const RESOURCE_CELLS: readonly MatrixCell[] = [
  foldCell(
    'H11',
    'messages and wave ends from several SIMDs in the same clock cycle',
    (size) => [...createPixelGrid(size), ...createDelayedPairs(size, 16, 'owner')],
    {
      knobs: {
        ...MANY_SHORT_WAVES,
        instructionCacheLines: 0,
        issueGap: [1, 1],
        launchLatency: [2, 2],
        exportLatency: [1, 2],
      },
    },
  ),
  foldCell(
    'H12',
    'the waiting wave and the owner on one SIMD, on paired SIMDs, in one work-group processor, or in two',
    createSeparatedPairs,
    { knobs: { ...LAYER_OVERLAP, primitivesPerWave: 1 } },
  ),
  ...PRESSURES.map(createPressureCell),
  ...[1, 2, 3, 4].map((exportSpace) =>
    foldCell(
      `H14-e${exportSpace}`,
      `export space for ${exportSpace} ${exportSpace === 1 ? 'wave' : 'waves'}, granted late`,
      (size) => createQuadStacks(size, 3),
      { knobs: { ...LAYER_OVERLAP, exportSpace, exportAllocLatency: [1, 400] } },
    ),
  ),
  ...(['vm', 'vs', 'lgkm', 'mixed'] as const).flatMap(createExitWaitCells),
  createAccessKindCell('buffer', 'buffer accesses'),
  createAccessKindCell('global', 'global accesses'),
  createAccessKindCell('atomic', 'a load and an atomic without return'),
  createAccessKindCell('lanes', 'buffer accesses, with an LDS lane permute between them'),
  ...(
    [
      ['rmw_image', 'img', STRIP_RESULTS.fold],
      ['scratch_array', 'buf1', STRIP_RESULTS.scratch],
    ] as const
  ).map(([shader, object, result]) =>
    stripCell(`H16-${shader}`, `the corpus program ${shader}`, shader, [1, 2], { [object]: result }),
  ),
  foldCell(
    'H17',
    '32 pixels share a cache line, their waves run on several work-group processors, and the caches can be stale',
    { blocks: (size) => createQuadLayers(size, 2), program: COHERENT_ENDS },
    {
      sizes: [32],
      // A wave of 16 quads would not share the line with other waves.
      knobs: { ...LAYER_OVERLAP, caches: setting('caches', 'stale'), primitivesPerWave: 4, waveSlots: 192 },
    },
  ),
  foldCell(
    'H18',
    'the first read and the last write are coherent, but the accesses between them are not',
    { blocks: (size) => createFullLayers(size, 4), program: COHERENT_ENDS },
    { knobs: { ...LAYER_OVERLAP, caches: setting('caches', 'stale') } },
  ),
];
