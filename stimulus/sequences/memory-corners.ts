import { CHIP_NAMES, factsOf, type Gfx, type WaveSize } from '../../arch/index.js';
import { type RandomStream, type Scenario, setting } from '../../transactions/index.js';
import { WAVES_OVERLAP } from '../claims.js';
import { emitCornerCases, MAX_SCENE_SIZE } from '../coverage-fold/corner-text.js';
import { emitPosition, emitSampleFold } from '../coverage-fold/program-text.js';
import { createFoldDraws, createFoldProgram, createFoldScenario } from '../coverage-fold/scenario.js';
import { emitEntry, emitExit, getDialect } from '../dialect/index.js';
import { withScratchMemory } from '../driver/scratch.js';
import { pick } from '../pick.js';
import { pickMachineAndKnobs } from '../pick-machine.js';
import { pickPrimitives } from '../scenes/primitives.js';
import type { GenerateRequest, Sequence } from '../sequence.js';

const NAME = 'memory_corners';
const SIZES = [4, MAX_SCENE_SIZE] as const;
const CACHE_SETS = [1, 1, 2, 4] as const;
const PROGRAMS = 2;
const MIN_DRAWS = 2;
const DRAW_COUNT_RANGE = 3;
const MAX_PRIMITIVES = 10;

/** A multiple of 4 GiB within scratch memory. */
const SCRATCH_BOUNDARY = 4 * 2 ** 32;
/** The maximum number of waves with scratch memory below that boundary. */
const MAX_WAVES_BELOW_BOUNDARY = 3;
/** The scratch memory per wave: 16 bytes per lane. */
const BYTES_PER_WAVE = 1024;

/**
 * Tests corner cases of caches and atomics, with caches that have only a few lines and keep stale data (S-100, S-105),
 * and scratch memory that crosses a multiple of 4 GiB.
 */
export const memoryCorners: Sequence<typeof NAME> = {
  name: NAME,
  text: 'reads back its own stores from evicted lines, across two lines, and after atomics that compare zeros and NaNs',
  chips: CHIP_NAMES,
  claims: [{ ...WAVES_OVERLAP, percent: 20 }],
  faults: ['F259'],
  generate,
};

function generate(request: GenerateRequest): Scenario {
  const { stream, chip, wave, freedoms } = pickMachineAndKnobs(request, CHIP_NAMES, {
    caches: setting('caches', 'stale'),
  });
  const target = { chip, wave, width: pick(stream, SIZES), height: pick(stream, SIZES) };
  const programs = Array.from({ length: PROGRAMS }, (_, i) =>
    createFoldProgram(`corners ${i + 1}`, chip, wave, emitProgram(stream, chip.gfx, wave)),
  );
  const draws = Array.from({ length: MIN_DRAWS + stream.below(DRAW_COUNT_RANGE) }, (_, i) => {
    const kind = pick(stream, ['triangles', 'rectangles'] as const);
    const primitives = pickPrimitives(stream, kind, target, 1 + stream.below(MAX_PRIMITIVES));
    return { kind, samples: 1 as const, perSample: false, program: i % PROGRAMS, ...primitives, fields: {} };
  });
  const scenario = createFoldScenario(request, {
    name: NAME,
    freedoms: { ...freedoms, cacheSets: pick(stream, CACHE_SETS), ...request.knobs },
    programs,
    draws: createFoldDraws(target, draws),
    target,
  });
  if (!factsOf(chip.gfx).hardwareScratchBase) return scenario;
  const bytesBelow = stream.below(MAX_WAVES_BELOW_BOUNDARY + 1) * BYTES_PER_WAVE;
  return withScratchMemory(scenario, {
    address: SCRATCH_BOUNDARY - bytesBelow,
    bytesPerWave: BYTES_PER_WAVE,
  });
}

function emitProgram(stream: RandomStream, gfx: Gfx, wave: WaveSize): string {
  const entry = `${emitEntry(gfx)}${emitCornerCases(stream, gfx, wave)}`;
  return `${emitPosition(gfx, wave)}${emitSampleFold(gfx, wave, undefined, entry)}${emitExit(gfx, getDialect(gfx, wave))}`;
}
