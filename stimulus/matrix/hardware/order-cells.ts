import { EXIT_BY_EXPORT, factsOf } from '../../../arch/index.js';
import { setting } from '../../../transactions/index.js';
import { chipsWith } from '../../kit/test.js';
import { createPixelBlock } from '../blocks.js';
import {
  EXACT_OVERLAPS,
  forGenerations,
  LAYER_OVERLAP,
  MANY_SHORT_WAVES,
  type MatrixCell,
  WAVE_PER_PRIMITIVE,
} from '../cell.js';
import { foldCell } from '../folds.js';
import { emitLateFold } from '../programs.js';
import {
  createChains,
  createDelayedPairs,
  createDistantPairs,
  createFullLayers,
  createQuadStacks,
  createReversedExits,
  createSlowRegion,
  createSpacedPairs,
  createTableRefills,
  getSizesForPackers,
  PACKER_REGION,
  slowDownFirst,
} from '../scenes.js';

/** The maximum spacing in a sweep, in quads (or equivalently in clocks, at one quad per clock). */
const MAX_SPACING = 64;

/** The chain lengths. The last chain is longer than the number of slots. */
const CHAIN_LENGTHS = [2, 3, 16, 64, 193] as const;
const SLOTS = 192;

/** The number of packers that can each have a region in a two-by-two checkerboard. */
const CHECKERBOARD_PACKERS = 3;

const NO_IDS = forGenerations(EXIT_BY_EXPORT, 'there are no wave ids (S-054)');

/**
 * Creates a cell whose ids wrap at `wrap`, with overlapped waves at distances up to the largest usable one. On GFX9, a
 * distance equal to the wrap is ambiguous (pops.md 5.4).
 */
function createWrapCell(wrap: number, size: number, distances: readonly number[]): MatrixCell {
  const usableDistances = (isGfx9: boolean): number[] =>
    [...new Set([...distances, wrap - 1, wrap])].filter((distance) => distance < wrap || !isGfx9);
  return foldCell(
    `H04-w${wrap}`,
    `the newest overlapped wave is ${usableDistances(false).join(', ')} ids older, with the id wrap at ${wrap} in between`,
    {
      draws: ({ chip: { gfx } }) => [
        { blocks: createDistantPairs(size, usableDistances(factsOf(gfx).newestIdOffByOne)) },
      ],
    },
    {
      sizes: [size],
      forbidden: NO_IDS,
      knobs: ({ gfx }, stream) => ({
        ...MANY_SHORT_WAVES,
        waveSlots: SLOTS,
        idWrap: wrap,
        idWindow: factsOf(gfx).newestIdOffByOne ? wrap - 1 : wrap,
        idStart: stream.below(wrap + 1),
      }),
    },
  );
}

function createPackerCell(packers: number): MatrixCell {
  return foldCell(
    `H06-p${packers}`,
    packers === 1 ? 'a single slow packer' : `${packers} packers, one of them slow; the others continue`,
    (size) => createSlowRegion(size, 3),
    {
      sizes: getSizesForPackers(packers),
      chips: chipsWith((_, chip) => chip.packers >= packers),
      knobs: { ...LAYER_OVERLAP, packers, regionSize: PACKER_REGION },
    },
  );
}

/** H01 to H10: order, ids and exits (scenarios.md 7). */
export const ORDER_CELLS: readonly MatrixCell[] = [
  foldCell('H01', 'two primitives of one quad on one pixel, back to back', () => [
    createPixelBlock(2, 3),
    createPixelBlock(2, 3),
  ]),
  foldCell(
    'H02',
    `two primitives on one pixel, 0 to ${MAX_SPACING} clocks apart`,
    (size) => createSpacedPairs(size, MAX_SPACING),
    { knobs: { ...LAYER_OVERLAP, quadsPerCycle: 1 } },
  ),
  foldCell(
    'H03',
    `chains of ${CHAIN_LENGTHS.join(', ')} overlapping waves; the longest exceeds the number of wave slots`,
    (size) => createChains(size, CHAIN_LENGTHS),
    {
      // There are more ids than wave slots.
      knobs: { waveSlots: SLOTS, idWrap: 1023, idWindow: 1022 },
    },
  ),
  createWrapCell(15, 8, [1, 2, 3, 4, 5, 6, 7, 8]),
  createWrapCell(512, 64, [1, 2, 511]),
  createWrapCell(1023, 64, [1, 2, 511, 512]),
  ...[7, 15, 63].map((wrap) =>
    foldCell(
      `H05-w${wrap}`,
      `ids that wrap at ${wrap} and are exhausted while every wave slot is in use`,
      // Stacks of odd height straddle the wraparound.
      (size) => slowDownFirst(createQuadStacks(size, 1 + 2 * Math.ceil((wrap + 1) / (size / 2) ** 2))),
      {
        forbidden: NO_IDS,
        // Formed waves that wait for a slot hold the remaining ids; a packer keeps up to eight such waves.
        knobs: {
          ...EXACT_OVERLAPS,
          ...WAVE_PER_PRIMITIVE,
          waveSlots: wrap - Math.min(7, wrap >> 2),
          stagedWaves: 64,
          idWrap: wrap,
          idWindow: wrap - 1,
        },
      },
    ),
  ),
  ...[1, 2, 3, 4].map(createPackerCell),
  foldCell(
    'H07',
    'primitives that span the regions of all packers; the packers run independently',
    (size) => createFullLayers(size, 6),
    {
      sizes: [16, 32],
      knobs: ({ packers }) => ({
        ...LAYER_OVERLAP,
        packers: Math.min(packers, CHECKERBOARD_PACKERS),
        regionSize: PACKER_REGION,
        regionMap: setting('regionMap', 'checkerboard'),
      }),
    },
  ),
  ...['stalls until an entry is free', 'reports additional overlaps', 'stalls until empty'].map(
    (reaction, overlapOverflow) =>
      foldCell(
        `H08-o${overlapOverflow}`,
        `an overlap table of four entries that, when full, ${reaction}`,
        createTableRefills,
        { knobs: { ...LAYER_OVERLAP, primitivesPerWave: 1, overlapEntries: 4, overlapOverflow } },
      ),
  ),
  foldCell(
    'H09',
    'sections end youngest first; then a wave overlaps the middle one',
    (size) => createReversedExits(size, 8),
    {
      knobs: {
        ...MANY_SHORT_WAVES,
        binning: setting('binning', 'off'),
        // A spurious wake would end the sleep early.
        spuriousWakes: 0,
      },
    },
  ),
  foldCell(
    'H10',
    'exits landing on every clock while the waiting wave compares, sleeps and wakes',
    { blocks: (size) => createDelayedPairs(size, 64, 'waiter'), program: ['fold', emitLateFold] },
    {
      // Exits are counted in order. With so few slots, hardly any waves other than an owner and its waiter are in flight.
      knobs: {
        ...MANY_SHORT_WAVES,
        waveSlots: 3,
        instructionCacheLines: 0,
        launchLatency: [2, 2],
        issueGap: [1, 1],
        loadLatency: [20, 20],
        storeLatency: [20, 20],
        returnLatency: [1, 1],
        messageLatency: [1, 16],
        exitVisibleLatency: [1, 4],
        wakeLatency: [1, 4],
      },
    },
  ),
];
