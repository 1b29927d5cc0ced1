import { findRegisterField } from '../../arch/index.js';
import type { FaultId, KnobValues, RandomStream, Scenario } from '../../transactions/index.js';
import { FAULTS, setting } from '../../transactions/index.js';
import {
  emitCoverageFold,
  emitSectionless,
  emitSectionlessDepth,
  emitSectionlessStore,
} from '../coverage-fold/program-text.js';
import { pickDrainFields } from '../coverage-fold/sample-fields.js';
import type { FoldDraw, FoldOrder } from '../coverage-fold/scenario.js';
import { buildFolds, createFoldDraws, createFoldProgram } from '../coverage-fold/scenario.js';
import { ALL_SAMPLES } from '../coverage-fold/sequence.js';
import { pickFreeTestOrder, withDepthTests } from '../driver/depth-state.js';
import { EXPORT_FORMAT, type FieldValues } from '../driver/draw-intent.js';
import { withFields } from '../driver/draw-registers.js';
import { pick } from '../kit/chance.js';
import { type SequenceSpec, sequence, type Test, type TestArea } from '../kit/test.js';
import { canFaultTakeEffect } from '../programs/faults.js';
import { FILLED_KINDS } from '../scenes/geometry.js';
import { pickPrimitives } from '../scenes/scene.js';
import { claim, type Sequence, WAVES_OVERLAP } from '../sequence.js';

/** Kept small so that draws overlap. */
const SIZES = [8, 16] as const;

/** The maximum number of ordered draws after the first. Each is preceded by one or two unordered draws. */
const MAX_ROUNDS = 2;
const MAX_UNORDERED = 2;

const MAX_PRIMITIVES = 12;
const MIN_PRIMITIVES = 2;

/** The programs, by index: the fold of ordered draws, and those of unordered draws. */
const PROGRAM = { FOLD: 0, PLAIN: 1, STORE: 2, DEPTH: 3 } as const;

/** Faults that leak state (the argument, its source, or the drain) from an ordered draw into an unordered one. */
const LEFTOVER_STATE_FAULTS: readonly FaultId[] = ['F40', 'F118', 'F201', 'F202'];

/** What distinguishes sequences with unordered draws between ordered ones. */
interface UnorderedSpec<Name extends string = string> extends Omit<SequenceSpec<Name>, 'generate'> {
  /** The programs of unordered draws, from `PROGRAM`. */
  readonly programs: readonly number[];
  /** One in `testOdds` scenarios has a depth buffer. */
  readonly testOdds: number;
  /** Picks additional register fields for unordered draws. */
  readonly fields?: (stream: RandomStream, program: number) => FieldValues;
  /** Changes a scenario. */
  readonly change?: (scenario: Scenario, test: Test) => Scenario;
}

/** Creates a sequence of ordered draws, with unordered draws of the specified programs in between. */
function unorderedSequence<Name extends string>(spec: UnorderedSpec<Name>): Sequence<Name> {
  return sequence({
    ...spec,
    generate: (test) => {
      const { chip, dialect, stream } = test;
      const area = test.area(SIZES);
      const draws = pickOrders(stream).map((order) => pickDraw(stream, area, order, spec));
      const drains = pickDrainFields(test.seed, chip, draws.length);
      const drained = draws.map((draw, i) => (draw.order === 'none' ? draw : { ...draw, fields: drains[i] }));
      const faultless = createFoldDraws(area, drained);
      const faulty = test.withRegisterFaults(faultless);
      const emitters = [emitSectionless, emitSectionlessStore, emitSectionlessDepth];
      const scenario = buildFolds(test, area, {
        programs: [
          createFoldProgram(dialect, test.name, emitCoverageFold(dialect)),
          ...['plain', 'store', 'depth'].map((name, i) =>
            createFoldProgram(dialect, name, emitters[i](dialect), { isOrdered: false }),
          ),
        ],
        // Leftover-state faults only show up in the unordered draws.
        draws: faultless.map((draw, i) => (draw.interlock === 'none' ? faulty[i] : draw)),
      });
      const depthStream = test.branch('depth');
      const tested =
        depthStream.below(spec.testOdds) === 0 ? withDepthTests(scenario, depthStream) : scenario;
      return spec.change?.(tested, test) ?? tested;
    },
  });
}

function pickOrders(stream: RandomStream): FoldOrder[] {
  const rounds = Array.from({ length: 1 + stream.below(MAX_ROUNDS) }, (): FoldOrder[] => [
    ...new Array<'none'>(1 + stream.below(MAX_UNORDERED)).fill('none'),
    stream.below(4) === 0 ? 'unordered' : 'ordered',
  ]);
  return ['ordered', ...rounds.flat()];
}

function pickDraw(stream: RandomStream, area: TestArea, order: FoldOrder, spec: UnorderedSpec): FoldDraw {
  const samples = pick(stream, ALL_SAMPLES);
  const maxPrimitives = 1 + stream.below(Math.max(MIN_PRIMITIVES, MAX_PRIMITIVES / samples));
  const kind = pick(stream, FILLED_KINDS);
  const program = order === 'none' ? pick(stream, spec.programs) : PROGRAM.FOLD;
  return {
    kind,
    samples,
    program,
    order,
    ...pickPrimitives(stream, kind, area, maxPrimitives),
    fields: {
      ...pickUnorderedFields(stream, program),
      ...(order === 'none' ? spec.fields?.(stream, program) : {}),
    },
  };
}

/** Picks the register fields of an unordered draw. If its program has no stores, the tests can run early or late. */
function pickUnorderedFields(stream: RandomStream, program: number): FieldValues {
  if (program === PROGRAM.PLAIN) return pickFreeTestOrder(stream);
  if (program !== PROGRAM.DEPTH) return {};
  return {
    ...pickFreeTestOrder(stream),
    'SPI_SHADER_Z_FORMAT.Z_EXPORT_FORMAT': EXPORT_FORMAT.GR32,
    'DB_SHADER_CONTROL.Z_EXPORT_ENABLE': 1,
    'DB_SHADER_CONTROL.STENCIL_TEST_VAL_EXPORT_ENABLE': stream.below(2),
    'DB_SHADER_CONTROL.STENCIL_OP_VAL_EXPORT_ENABLE': stream.below(2),
  };
}

/** Draws unordered primitives between ordered ones, on the same pixels and without a flush (scenarios.md H20; U21). */
export const plainDraws = unorderedSequence({
  name: 'plain_draws',
  text: 'ordered folds with unordered draws in between',
  claims: [
    { ...WAVES_OVERLAP, percent: 20 },
    claim('waves of unordered draws run between ordered ones', 15, 'overlap/between/some'),
  ],
  faults: FAULTS.filter(
    ({ id, where }) =>
      LEFTOVER_STATE_FAULTS.includes(id) ||
      (where !== 'program' && where !== 'registers' && canFaultTakeEffect(id, ['mixed-samples', 'drains'])),
  ).map(({ id }) => id),
  // A quarter of the draws write to the same words that the sections update, and a quarter export values for tests.
  programs: [PROGRAM.PLAIN, PROGRAM.PLAIN, PROGRAM.STORE, PROGRAM.DEPTH],
  // Ordered draws use the depth buffer only for late tests; other draws use it for all tests.
  testOdds: 2,
});

/** Which stencil values are exported, as bits: a reference, an operand, or both. */
const STENCIL_EXPORTS = [1, 2, 3] as const;

/**
 * The values of CONSERVATIVE_Z_EXPORT: exported depth is unbounded, no greater than the interpolated depth, or no less
 * than it.
 */
const BOUNDS = [0, 1, 2, 1, 2] as const;

/** A comparison that no bound can decide early, because the shader may still export exactly the stored depth. */
const EQUAL = { 'DB_DEPTH_CONTROL.ZFUNC': 2, 'DB_DEPTH_CONTROL.STENCIL_ENABLE': 0 };

/**
 * Waves end long before their exits move the id window, so a packer holds back a draw's last wave while nothing runs,
 * and the next draw has to wait for it (U22, U26).
 */
const HELD_BACK: Partial<KnobValues> = {
  sampleChange: setting('sampleChange', 'waits'),
  idWrap: 7,
  idWindow: 2,
  primitivesPerWave: 1,
  messageLatency: [200, 400],
  exitVisibleLatency: [1000, 1000],
};

/** One test in this many holds waves back. */
const HELD_BACK_ODDS = 2;

/** Draws that export depth, stencil or both, with bounds on exported depth that permit early tests. */
export const depthExports = unorderedSequence({
  name: 'depth_exports',
  text: 'accumulate in ordered sections, interleaved with draws that export depth and stencil values',
  claims: [{ ...WAVES_OVERLAP, percent: 15 }],
  knobs: (branch) => (branch('window').below(HELD_BACK_ODDS) === 0 ? HELD_BACK : {}),
  // Two in three export depth or stencil. Draws with the third merely declare that the shader may remove samples.
  programs: [PROGRAM.DEPTH, PROGRAM.DEPTH, PROGRAM.PLAIN],
  testOdds: 1,
  fields: (stream, program) =>
    program === PROGRAM.DEPTH ? pickExportFields(stream) : pickSampleRemovalFields(stream),
  change: (scenario, test) => {
    const stream = test.branch('equal');
    return withFields(scenario, (gfx, { registers }) => {
      const bound = findRegisterField(gfx, registers, 'DB_SHADER_CONTROL.CONSERVATIVE_Z_EXPORT') ?? 0;
      return bound !== 0 && stream.below(3) === 0 ? EQUAL : {};
    });
  },
});

function pickExportFields(stream: RandomStream): FieldValues {
  const exportsDepth = stream.below(3) !== 0;
  const stencil = exportsDepth && stream.below(2) === 0 ? 0 : pick(stream, STENCIL_EXPORTS);
  return {
    'DB_SHADER_CONTROL.DEPTH_BEFORE_SHADER': 0,
    'DB_SHADER_CONTROL.Z_ORDER': stream.below(4) === 0 ? 0 : 1 + stream.below(3),
    'DB_SHADER_CONTROL.CONSERVATIVE_Z_EXPORT': pick(stream, BOUNDS),
    'DB_SHADER_CONTROL.Z_EXPORT_ENABLE': exportsDepth ? 1 : 0,
    'DB_SHADER_CONTROL.STENCIL_TEST_VAL_EXPORT_ENABLE': stencil & 1,
    'DB_SHADER_CONTROL.STENCIL_OP_VAL_EXPORT_ENABLE': stencil >> 1,
  };
}

/**
 * Enables early tests and declares that the shader may remove samples. It never actually removes any, so any
 * declaration is legal.
 */
function pickSampleRemovalFields(stream: RandomStream): FieldValues {
  return {
    'DB_SHADER_CONTROL.Z_ORDER': 1 + stream.below(3),
    'DB_SHADER_CONTROL.DEPTH_BEFORE_SHADER': 0,
    'DB_SHADER_CONTROL.KILL_ENABLE': stream.below(2),
    'DB_SHADER_CONTROL.COVERAGE_TO_MASK_ENABLE': stream.below(2),
  };
}
