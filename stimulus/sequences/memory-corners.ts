import { factsOf } from '../../arch/index.js';
import { setting } from '../../transactions/index.js';
import { emitCornerCases, MAX_SCENE_SIZE } from '../coverage-fold/corner-text.js';
import { emitPosition, emitSampleFold } from '../coverage-fold/program-text.js';
import { buildFolds, createFoldDraws, createFoldProgram, type FoldDraw } from '../coverage-fold/scenario.js';
import { withScratchMemory } from '../driver/scratch.js';
import { sequence } from '../kit/test.js';
import { FILLED_KINDS } from '../scenes/geometry.js';
import { pickPrimitives } from '../scenes/scene.js';
import { WAVES_OVERLAP } from '../sequence.js';

const SIZES = [4, MAX_SCENE_SIZE] as const;
const CACHE_SETS = [1, 1, 2, 4] as const;
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
  text: 'reads back its own stores from evicted lines, across two lines, and after atomics that compare zeros and NaNs',
  claims: [{ ...WAVES_OVERLAP, percent: 20 }],
  faults: ['F259'],
  knobs: { caches: setting('caches', 'stale') },
  generate: (test) => {
    const { stream, dialect } = test;
    const area = test.area(SIZES);
    const programs = Array.from({ length: PROGRAMS }, (_, i) => {
      const entry = `${dialect.entry}${emitCornerCases(stream, dialect)}`;
      const text = `
  ${emitPosition(dialect)}
  ${emitSampleFold(dialect, { entry })}
  ${dialect.exit}`;
      return createFoldProgram(dialect, `corners ${i + 1}`, text, { isUnique: true });
    });
    const draws = Array.from({ length: MIN_DRAWS + test.below(DRAW_COUNT_RANGE) }, (_, i): FoldDraw => {
      const kind = test.pick(FILLED_KINDS);
      const primitives = pickPrimitives(stream, kind, area, 1 + test.below(MAX_PRIMITIVES));
      return { kind, program: i % PROGRAMS, ...primitives };
    });
    const cacheSets = test.pick(CACHE_SETS);
    const scenario = buildFolds(test, area, {
      freedoms: { ...test.freedoms, cacheSets, ...test.request.knobs },
      programs,
      draws: createFoldDraws(area, draws),
    });
    if (!factsOf(test.gfx).hardwareScratchBase) return scenario;
    const bytesBelow = test.below(MAX_WAVES_BELOW_BOUNDARY + 1) * BYTES_PER_WAVE;
    return withScratchMemory(scenario, {
      address: SCRATCH_BOUNDARY - bytesBelow,
      bytesPerWave: BYTES_PER_WAVE,
    });
  },
});
