import { CHIP_NAMES, type Gfx, type WaveSize } from '../../arch/index.js';
import { RandomStream, type Scenario } from '../../transactions/index.js';
import { WAVES_OVERLAP } from '../claims.js';
import { emitLongCode } from '../coverage-fold/long-text.js';
import { emitPosition, emitSampleFold } from '../coverage-fold/program-text.js';
import {
  createFoldDraws,
  createFoldProgram,
  createFoldScenario,
  type FoldDraw,
  type FoldTarget,
} from '../coverage-fold/scenario.js';
import { emitExit, getDialect } from '../dialect/index.js';
import { pick } from '../pick.js';
import { pickMachineAndKnobs } from '../pick-machine.js';
import { pickPrimitives } from '../scenes/primitives.js';
import { deriveSubSeed } from '../schedule-seed.js';
import type { GenerateRequest, Sequence } from '../sequence.js';

const NAME = 'held_lines';

/** The edge lengths of areas in pixels, small enough for waves of several programs to run concurrently. */
const SIZES = [8, 16] as const;

const PROGRAMS = 3;
const MIN_DRAWS = 3;
const DRAW_COUNT_RANGE = 3;
const MAX_PRIMITIVES = 10;

/** The numbers of lines in each of the four banks. None is enough to hold a whole program. */
const LINE_COUNTS = [1, 1, 2, 3] as const;

/**
 * The fill latencies in cycles: random, or long enough for waves of all programs to request other lines in the
 * meantime.
 */
const FILL_LATENCIES = [undefined, [20, 60], [100, 400]] as const;

/**
 * Runs programs that do not fit in the instruction cache, so that their waves evict each other's lines (P-099 to
 * P-108).
 */
export const heldLines: Sequence<typeof NAME> = {
  name: NAME,
  text: "three programs whose waves evict each other's lines from a small instruction cache",
  chips: CHIP_NAMES,
  claims: [{ ...WAVES_OVERLAP, percent: 20 }],
  faults: [],
  generate,
};

function generate(request: GenerateRequest): Scenario {
  const lineStream = new RandomStream(deriveSubSeed(request.seed, 'lines'));
  const instructionCacheLines = pick(lineStream, LINE_COUNTS);
  const fillLatency = pick(lineStream, FILL_LATENCIES);
  const { stream, chip, wave, freedoms } = pickMachineAndKnobs(request, CHIP_NAMES, {
    instructionCacheLines,
    ...(fillLatency === undefined ? {} : { fillLatency }),
  });
  const target: FoldTarget = { chip, wave, width: pick(stream, SIZES), height: pick(stream, SIZES) };
  const programs = Array.from({ length: PROGRAMS }, (_, i) => {
    return createFoldProgram(`long ${i + 1}`, chip, wave, emitProgram(stream, chip.gfx, wave));
  });
  const count = MIN_DRAWS + stream.below(DRAW_COUNT_RANGE);
  const draws = Array.from({ length: count }, (_, i) => pickDraw(stream, target, i % PROGRAMS));
  return createFoldScenario(request, {
    name: NAME,
    freedoms,
    programs,
    draws: createFoldDraws(target, draws),
    target,
  });
}

function emitProgram(stream: RandomStream, gfx: Gfx, wave: WaveSize): string {
  const fold = `${emitLongCode(stream, gfx, wave)}${emitSampleFold(gfx, wave)}`;
  return `${emitPosition(gfx, wave)}${fold}${emitExit(gfx, getDialect(gfx, wave))}`;
}

function pickDraw(stream: RandomStream, { width, height }: FoldTarget, program: number): FoldDraw {
  const kind = pick(stream, ['triangles', 'rectangles'] as const);
  const maxPrimitives = 1 + stream.below(MAX_PRIMITIVES);
  return {
    kind,
    samples: 1,
    perSample: false,
    program,
    ...pickPrimitives(stream, kind, { width, height }, maxPrimitives),
    fields: {},
  };
}
