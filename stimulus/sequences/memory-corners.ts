import { factsOf } from '../../arch/index.js';
import { setting } from '../../transactions/index.js';
import { emitCornerCases, emitHandOver, MAX_SCENE_SIZE } from '../coverage-fold/corner-text.js';
import { emitFoldProgram } from '../coverage-fold/program-text.js';
import { createFoldProgram, foldScenario, pickFilledDraw } from '../coverage-fold/scenario.js';
import { withScratchMemory } from '../driver/scratch.js';
import { pick } from '../kit/chance.js';
import { sequence } from '../kit/test.js';
import { WAVES_OVERLAP } from '../sequence.js';
import { withBarriers } from './wrappers.js';

const SIZES = [4, MAX_SCENE_SIZE] as const;
const CACHE_SETS = [1, 1, 2, 4] as const;
/** With few slots, waves of later draws run where lines of earlier ones are. */
const FEW_SLOTS = [2, 3, 4, 8] as const;
/** How many pixels all waves read behind a barrier. The reference does not compare what waves derive from them. */
const HANDED_PIXELS = [0, 4] as const;
const PROGRAMS = 2;
const MIN_DRAWS = 2;
const DRAW_COUNT_RANGE = 3;
const MAX_PRIMITIVES = 10;

/** A multiple of 4 GiB within scratch memory. */
const SCRATCH_BOUNDARY = 4 * 2 ** 32;
const MAX_WAVES_BELOW_BOUNDARY = 3;
/** The scratch memory per wave: 16 bytes per lane. */
const BYTES_PER_WAVE = 1024;

/**
 * Tests corner cases of caches and atomics, with caches that have only a few lines and keep stale data (S-100, S-105),
 * and scratch memory that crosses a multiple of 4 GiB.
 */
export const memoryCorners = sequence({
  name: 'memory_corners',
  text: 'reads back its own stores from evicted lines, across two lines and behind barriers, and after wrapping atomics',
  claims: [{ ...WAVES_OVERLAP, percent: 20 }],
  faults: ['F259'],
  knobs: { caches: setting('caches', 'stale') },
  generate: (test) => {
    const { dialect } = test;
    const area = test.area(SIZES);
    const barriers = test.branch('barriers');
    const hasBarriers = barriers.below(2) === 0;
    const pixels = Array.from(
      { length: pick(barriers, HANDED_PIXELS) },
      () => [barriers.below(area.width), barriers.below(area.height)] as const,
    );
    const programs = Array.from({ length: PROGRAMS }, (_, i) => {
      const handOver = hasBarriers ? emitHandOver(dialect, i, pixels) : '';
      const entry = `${dialect.entry}${handOver}${emitCornerCases(test.stream, dialect)}`;
      return createFoldProgram(test, `corners ${i + 1}`, emitFoldProgram(dialect, { entry }), {
        isUnique: true,
      });
    });
    const draws = test.times(MIN_DRAWS, DRAW_COUNT_RANGE, (i) => ({
      ...pickFilledDraw(test, area, MAX_PRIMITIVES),
      program: i % PROGRAMS,
    }));
    const cacheSets = test.pick(CACHE_SETS);
    const caches = hasBarriers ? { waveSlots: pick(barriers, FEW_SLOTS) } : { cacheSets };
    const freedoms = { ...test.freedoms, ...caches, ...test.request.knobs };
    const folds = foldScenario(test, area, { freedoms, programs, draws });
    const scenario = hasBarriers ? withBarriers(folds) : folds;
    if (!factsOf(test.gfx).hardwareScratchBase) return scenario;
    const bytesBelow = test.below(MAX_WAVES_BELOW_BOUNDARY + 1) * BYTES_PER_WAVE;
    return withScratchMemory(scenario, {
      address: SCRATCH_BOUNDARY - bytesBelow,
      bytesPerWave: BYTES_PER_WAVE,
    });
  },
});
