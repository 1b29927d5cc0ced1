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
  SHORT_WAVES,
  WAVE_PER_PRIMITIVE,
} from '../cell.js';
import { foldCell } from '../folds.js';
import { emitLateFold } from '../programs.js';
import {
  createChains,
  createDistantPairs,
  createFullLayers,
  createLateWaiters,
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
    {
      id: 'H04',
      variant: `w${wrap}`,
      title: `the newest overlapped wave is ${usableDistances(false).join(', ')} ids older, with the id wrap at ${wrap} in between`,
      sizes: [size],
      forbidden: NO_IDS,
      knobs: ({ gfx }, stream) => ({
        ...EXACT_OVERLAPS,
        ...WAVE_PER_PRIMITIVE,
        ...SHORT_WAVES,
        waveSlots: SLOTS,
        idWrap: wrap,
        idWindow: factsOf(gfx).newestIdOffByOne ? wrap - 1 : wrap,
        idStart: stream.below(wrap + 1),
      }),
    },
    {
      draws: ({ chip: { gfx } }) => [
        { blocks: createDistantPairs(size, usableDistances(factsOf(gfx).newestIdOffByOne)) },
      ],
    },
  );
}

function createPackerCell(packers: number): MatrixCell {
  return foldCell(
    {
      id: 'H06',
      variant: `p${packers}`,
      title:
        packers === 1 ? 'a single slow packer' : `${packers} packers, one of them slow; the others continue`,
      sizes: getSizesForPackers(packers),
      chips: chipsWith((_, chip) => chip.packers >= packers),
      knobs: { ...LAYER_OVERLAP, packers, regionSize: PACKER_REGION },
    },
    (size) => createSlowRegion(size, 3),
  );
}

/** H01 to H10: order, ids and exits (scenarios.md 7). */
export const ORDER_CELLS: readonly MatrixCell[] = [
  foldCell({ id: 'H01', title: 'two primitives of one quad on one pixel, back to back' }, () => [
    createPixelBlock(2, 3),
    createPixelBlock(2, 3),
  ]),
  foldCell(
    {
      id: 'H02',
      title: `two primitives on one pixel, 0 to ${MAX_SPACING} clocks apart`,
      knobs: { ...LAYER_OVERLAP, quadsPerCycle: 1 },
    },
    (size) => createSpacedPairs(size, MAX_SPACING),
  ),
  foldCell(
    {
      id: 'H03',
      title: `chains of ${CHAIN_LENGTHS.join(', ')} overlapping waves; the longest exceeds the number of wave slots`,
      // There are more ids than wave slots.
      knobs: { waveSlots: SLOTS, idWrap: 1023, idWindow: 1022 },
    },
    (size) => createChains(size, CHAIN_LENGTHS),
  ),
  createWrapCell(15, 8, [1, 2, 3, 4, 5, 6, 7, 8]),
  createWrapCell(512, 64, [1, 2, 511]),
  createWrapCell(1023, 64, [1, 2, 511, 512]),
  ...[7, 15, 63].map((wrap) =>
    foldCell(
      {
        id: 'H05',
        variant: `w${wrap}`,
        title: `ids that wrap at ${wrap} and are exhausted while every wave slot is in use`,
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
      // Stacks of odd height straddle the wraparound.
      (size) => slowDownFirst(createQuadStacks(size, 1 + 2 * Math.ceil((wrap + 1) / (size / 2) ** 2))),
    ),
  ),
  ...[1, 2, 3, 4].map(createPackerCell),
  foldCell(
    {
      id: 'H07',
      title: 'primitives that span the regions of all packers; the packers run independently',
      sizes: [16, 32],
      knobs: ({ packers }) => ({
        ...LAYER_OVERLAP,
        packers: Math.min(packers, CHECKERBOARD_PACKERS),
        regionSize: PACKER_REGION,
        regionMap: setting('regionMap', 'checkerboard'),
      }),
    },
    (size) => createFullLayers(size, 6),
  ),
  ...['stalls until an entry is free', 'reports additional overlaps', 'stalls until empty'].map(
    (reaction, overlapOverflow) =>
      foldCell(
        {
          id: 'H08',
          variant: `o${overlapOverflow}`,
          title: `an overlap table of four entries that, when full, ${reaction}`,
          knobs: { ...LAYER_OVERLAP, primitivesPerWave: 1, overlapEntries: 4, overlapOverflow },
        },
        createTableRefills,
      ),
  ),
  foldCell(
    {
      id: 'H09',
      title: 'sections end youngest first; then a wave overlaps the middle one',
      knobs: {
        ...MANY_SHORT_WAVES,
        binning: setting('binning', 'off'),
        // A spurious wake would end the sleep early.
        spuriousWakes: 0,
      },
    },
    (size) => createReversedExits(size, 8),
  ),
  foldCell(
    {
      id: 'H10',
      title: 'exits landing on every clock while the waiting wave compares, sleeps and wakes',
      // Exits are counted in order. With so few slots, hardly any waves other than an owner and its waiter are in flight.
      knobs: {
        ...EXACT_OVERLAPS,
        ...SHORT_WAVES,
        ...WAVE_PER_PRIMITIVE,
        waveSlots: 3,
        idWrap: 1023,
        idWindow: 512,
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
    { blocks: (size) => createLateWaiters(size, 64), program: ['fold', emitLateFold] },
  ),
];
