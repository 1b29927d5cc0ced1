import { CHIP_NAMES, type Chip, factsOf, type Gfx, type WaveSize } from '../../arch/index.js';
import {
  type Draw,
  type Freedoms,
  type Program,
  RandomStream,
  type Scenario,
} from '../../transactions/index.js';
import { WAVES_OVERLAP } from '../claims.js';
import { emitPosition, emitSampleFold } from '../coverage-fold/program-text.js';
import { getUpperHalfFields } from '../coverage-fold/sample-fields.js';
import {
  createFoldDraws,
  createFoldProgram,
  createFoldScenario,
  type FoldDraw,
  type FoldTarget,
} from '../coverage-fold/scenario.js';
import { emitSlowExit, MAX_EXPORTS, pickSlowExit } from '../coverage-fold/slow-exit-text.js';
import { emitEntry, getDialect } from '../dialect/index.js';
import { EXPORT_FORMAT } from '../driver/draw-intent.js';
import { pick } from '../pick.js';
import { pickMachineAndKnobs } from '../pick-machine.js';
import type { PrimitiveKind } from '../scenes/geometry.js';
import { pickPrimitives } from '../scenes/primitives.js';
import { deriveSubSeed } from '../schedule-seed.js';
import type { GenerateRequest, Sequence } from '../sequence.js';

const NAME = 'slow_exits';

/** Kept small so that waves wait for one another. */
const SIZES = [4, 8, 16] as const;

const PROGRAMS = 3;
const MIN_DRAWS = 2;
const MAX_EXTRA_DRAWS = 2;

/**
 * Sample counts for each interlock granularity. Mostly high, so that an edge may cover only the upper half of the
 * samples.
 */
const SAMPLES = { samples: [1, 8, 8, 8], pixels: [1, 16, 16, 16] } as const satisfies Record<
  string,
  readonly Draw['samples'][]
>;

/**
 * The primitive types to pick from. Half of the first program's draws are points, so later waves overlap several
 * unrelated waves.
 */
const KINDS = {
  first: ['points', 'points', 'triangles', 'rectangles'],
  others: ['triangles', 'rectangles'],
} as const satisfies Record<string, readonly PrimitiveKind[]>;

/** On average, one sample-interlocked draw in this many covers only the upper half of its samples. */
const HALF_COVERAGE_ODDS = 2;

/** A draw's maximum number of primitives is random, from 1 to this value divided by the sample count. */
const PRIMITIVE_BUDGET = 32;

/** The upper end of that range is at least this value. */
const MIN_UPPER_LIMIT = 4;

/**
 * Possible causes of late exits: none, a slow message path, an export bus that is slow or shared with positions, or
 * little export space.
 */
const CAUSES: readonly Partial<Freedoms>[] = [
  {},
  { messageLatency: [100, 400] },
  { exportLatency: [100, 300], exportBuses: 1, geometryPressure: 100 },
  { exportSpace: 2, exportBuses: 1, exportLatency: [20, 60], geometryPressure: 100 },
  { exportLatency: [4, 20], exportBuses: 1, geometryPressure: 100 },
];

/** The register that half of the programs toggle at each unsuccessful poll. */
const TOGGLED_SGPR = 's13';

/**
 * On chips without an exit message, programs from this index on skip the section for three out of four primitives.
 */
const FIRST_SKIPPING_PROGRAM = 1;

/** Runs waves that exit slowly, each covering pixels of earlier waves (S-092, P-082 to P-085, U11). */
export const slowExits: Sequence<typeof NAME> = {
  name: NAME,
  text: 'sections that exit late because of a busy export bus, a delayed message, or code after the last export',
  chips: CHIP_NAMES,
  claims: [WAVES_OVERLAP],
  faults: [],
  generate,
};

function generate(request: GenerateRequest): Scenario {
  const cause = pick(new RandomStream(deriveSubSeed(request.seed, 'way')), CAUSES);
  const { stream, chip, wave, freedoms } = pickMachineAndKnobs(request, CHIP_NAMES, cause);
  const target: FoldTarget = { chip, wave, width: pick(stream, SIZES), height: pick(stream, SIZES) };
  const programs = Array.from({ length: PROGRAMS }, (_, index) => createProgram(stream, chip, wave, index));
  const count = MIN_DRAWS + stream.below(MAX_EXTRA_DRAWS + 1);
  const draws = Array.from({ length: count }, (_, i) => pickDraw(stream, target, i % PROGRAMS));
  return createFoldScenario(request, {
    name: NAME,
    freedoms,
    programs,
    draws: createFoldDraws(target, draws),
    target,
  });
}

function createProgram(stream: RandomStream, chip: Chip, wave: WaveSize, index: number): Program {
  const { gfx } = chip;
  const entry = emitEntry(gfx, stream.below(2) === 0 ? TOGGLED_SGPR : undefined);
  const exit = emitSlowExit(gfx, getDialect(gfx, wave), pickSlowExit(stream));
  const fold = emitSampleFold(gfx, wave, undefined, entry);
  const section =
    index >= FIRST_SKIPPING_PROGRAM && factsOf(gfx).exitsByExport ? emitEveryFourth(gfx, wave, fold) : fold;
  const text = `${emitPosition(gfx, wave)}${section}${exit}`;
  return createFoldProgram(`exit ${index + 1}`, chip, wave, text);
}

/**
 * Emits code that runs `text` only in lanes of every fourth primitive. A wave with no such lanes skips it, and may
 * exit before earlier waves that it overlaps.
 */
function emitEveryFourth(gfx: Gfx, wave: WaveSize, text: string): string {
  const { mask, exec, vcc } = getDialect(gfx, wave);
  const saved = mask === 'b64' ? 's[14:15]' : 's14';
  return `
  v_and_b32_e32 v9, 3, v1
  v_cmp_eq_u32_e32 ${vcc}, 0, v9
  s_and_saveexec_${mask} ${saved}, ${vcc}
  s_cbranch_execz outside${text}
outside:
  s_mov_${mask} ${exec}, ${saved}`;
}

/** Picks a draw with a sample or pixel interlock; the latter may have sixteen samples. */
function pickDraw(stream: RandomStream, { width, height }: FoldTarget, program: number): FoldDraw {
  const perSample = stream.below(2) === 0;
  const samples = pick(stream, SAMPLES[perSample ? 'samples' : 'pixels']);
  const kind = pick(stream, KINDS[program === 0 ? 'first' : 'others']);
  const maxPrimitives = 1 + stream.below(Math.max(MIN_UPPER_LIMIT, PRIMITIVE_BUDGET / samples));
  return {
    kind,
    samples,
    perSample,
    program,
    ...pickPrimitives(stream, kind, { width, height }, maxPrimitives),
    fields: {
      ...EXPORT_FIELDS,
      ...(perSample && stream.below(HALF_COVERAGE_ODDS) === 0 ? getUpperHalfFields(samples) : {}),
    },
  };
}

/** Register fields that enable all targets that a program may export to, with one component each. */
const EXPORT_FIELDS = Object.fromEntries(
  Array.from({ length: MAX_EXPORTS }, (_, target) => [
    `SPI_SHADER_COL_FORMAT.COL${target}_EXPORT_FORMAT`,
    EXPORT_FORMAT.R32,
  ]),
);
