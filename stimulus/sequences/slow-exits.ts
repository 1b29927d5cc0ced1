import { factsOf } from '../../arch/index.js';
import type { Draw, KnobValues, RandomStream } from '../../transactions/index.js';
import { emitPosition, emitSampleFold } from '../coverage-fold/program-text.js';
import { getUpperHalfFields } from '../coverage-fold/sample-fields.js';
import { createFoldProgram, type FoldDraw, foldScenario } from '../coverage-fold/scenario.js';
import { type Dialect, emitEntry, formatExport } from '../dialect/index.js';
import { EXPORT_FORMAT } from '../driver/draw-intent.js';
import { pick } from '../kit/chance.js';
import { sequence, type TestArea } from '../kit/test.js';
import { FILLED_KINDS, type PrimitiveKind } from '../scenes/geometry.js';
import { pickPrimitives } from '../scenes/scene.js';
import { WAVES_OVERLAP } from '../sequence.js';

/** Kept small so that waves wait for one another. */
const SIZES = [4, 8, 16] as const;

const PROGRAMS = 3;
const MIN_DRAWS = 2;
const DRAW_COUNT_RANGE = 3;

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
  others: FILLED_KINDS,
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
const CAUSES: readonly Partial<KnobValues>[] = [
  {},
  { messageLatency: [100, 400] },
  { exportLatency: [100, 300], exportBuses: 1, geometryPressure: 100 },
  { exportSpace: 2, exportBuses: 1, exportLatency: [20, 60], geometryPressure: 100 },
  { exportLatency: [4, 20], exportBuses: 1, geometryPressure: 100 },
];

/** The code before the poll loop, and at each unsuccessful poll, of half of the programs. */
const TOGGLE = ['\n  s_mov_b32 s13, 0', '\n  s_xor_b32 s13, s13, 1'] as const;

/** On chips without an exit message, programs from this index on skip the section for three out of four primitives. */
const FIRST_SKIPPING_PROGRAM = 1;

/** Runs waves that exit slowly, each covering pixels of earlier waves (S-092, P-082 to P-085, U11). */
export const slowExits = sequence({
  name: 'slow_exits',
  text: 'sections that exit late because of a busy export bus, a delayed message, or code after the last export',
  claims: [WAVES_OVERLAP],
  knobs: (branch) => pick(branch('way'), CAUSES),
  generate: (test) => {
    const area = test.area(SIZES);
    const programs = Array.from({ length: PROGRAMS }, (_, i) => {
      const text = emitProgram(test.stream, test.dialect, i);
      return createFoldProgram(test, `exit ${i + 1}`, text, { isUnique: true });
    });
    const draws = test.times(MIN_DRAWS, DRAW_COUNT_RANGE, (i) => pickDraw(test.stream, area, i % PROGRAMS));
    return foldScenario(test, area, { programs, draws });
  },
});

function emitProgram(stream: RandomStream, dialect: Dialect, index: number): string {
  const { gfx } = dialect;
  const entry = emitEntry(gfx, ...(stream.below(2) === 0 ? TOGGLE : []));
  const fold = emitSampleFold(dialect, { entry });
  const skips = index >= FIRST_SKIPPING_PROGRAM && factsOf(gfx).exitsByExport;
  return `
  ${emitPosition(dialect)}
  ${skips ? emitEveryFourth(dialect, fold) : fold}
  ${emitSlowExit(stream, dialect)}`;
}

/**
 * Emits code that runs `text` only in lanes of every fourth primitive. A wave with no such lanes skips it, and may
 * exit before earlier waves that it overlaps.
 */
function emitEveryFourth({ mask, exec, vcc }: Dialect, text: string): string {
  const saved = mask === 'b64' ? 's[14:15]' : 's14';
  return `
  v_and_b32_e32 v9, 3, v1
  v_cmp_eq_u32_e32 ${vcc}, 0, v9
  s_and_saveexec_${mask} ${saved}, ${vcc}
  s_cbranch_execz outside
  ${text}
outside:
  s_mov_${mask} ${exec}, ${saved}`;
}

/** Picks a draw with a sample or pixel interlock; the latter may have sixteen samples. */
function pickDraw(stream: RandomStream, area: TestArea, program: number): FoldDraw {
  const perSample = stream.below(2) === 0;
  const samples = pick(stream, SAMPLES[perSample ? 'samples' : 'pixels']);
  const kind = pick(stream, KINDS[program === 0 ? 'first' : 'others']);
  const limit = 1 + stream.below(Math.max(MIN_UPPER_LIMIT, PRIMITIVE_BUDGET / samples));
  return {
    kind,
    samples,
    perSample,
    program,
    ...pickPrimitives(stream, kind, area, limit),
    fields: {
      ...EXPORT_FIELDS,
      ...(perSample && stream.below(HALF_COVERAGE_ODDS) === 0 ? getUpperHalfFields(samples) : {}),
    },
  };
}

/** The maximum number of exports per wave: enough for several waves to keep the bus busy. */
const MAX_EXPORTS = 4;

/** Delays from nothing to much longer than an export takes. */
const DELAYS = [
  '',
  '\n  s_nop 7',
  '\n  s_sleep 8',
  '\n  s_nop 15'.repeat(8),
  '\n  s_nop 15'.repeat(24),
] as const;

/**
 * Emits code that exits the section and ends the wave, with independent random delays between its steps. Sends the exit
 * message first, unless the last export is the exit. v1 is exported several times, each time to the next target.
 */
function emitSlowExit(stream: RandomStream, { gfx, waitStores, doneMessage }: Dialect): string {
  const count = MAX_EXPORTS - stream.below(stream.below(MAX_EXPORTS) + 1);
  const [before, between, after] = Array.from({ length: 3 }, () => pick(stream, DELAYS));
  const exportLines = Array.from(
    { length: count },
    (_, target) =>
      `\n  ${formatExport(gfx, `mrt${target}`, 'v1, off, off, off', { isLast: target === count - 1 })}`,
  );
  // If the last export is the exit, the others precede the delay, so the bus can be either busy or idle when the wave
  // exits.
  const { exitsByExport } = factsOf(gfx);
  const earlyExports = exitsByExport ? exportLines.slice(0, -1).join('') : '';
  const lateExports = exitsByExport ? exportLines.at(-1)! : exportLines.join('');
  return `
  ${waitStores}
  ${before}
  ${doneMessage}
  ${earlyExports}
  ${between}
  ${lateExports}
  ${after}
  s_endpgm`;
}

/** Register fields that enable all targets that a program may export to, with one component each. */
const EXPORT_FIELDS = Object.fromEntries(
  Array.from({ length: MAX_EXPORTS }, (_, target) => [
    `SPI_SHADER_COL_FORMAT.COL${target}_EXPORT_FORMAT`,
    EXPORT_FORMAT.R32,
  ]),
);
