import { CHIP_NAMES, type Chip, type WaveSize } from '../../arch/index.js';
import {
  type Draw,
  FAULTS,
  type FaultId,
  type Program,
  RandomStream,
  type Scenario,
} from '../../transactions/index.js';
import { claim, WAVES_OVERLAP } from '../claims.js';
import { pickDrainFields } from '../coverage-fold/drains.js';
import {
  emitDepthShaderWithoutSection,
  emitShaderWithoutSection,
  emitStoreShaderWithoutSection,
} from '../coverage-fold/program-text.js';
import {
  createFoldDraws,
  createFoldProgram,
  createFoldScenario,
  type FoldDraw,
  type FoldOrder,
  type FoldTarget,
} from '../coverage-fold/scenario.js';
import { ALL_SAMPLES } from '../coverage-fold/sequence.js';
import { pickFreeTestOrder, withDepthTests } from '../driver/depth-state.js';
import { EXPORT_FORMAT } from '../driver/draw-intent.js';
import { applyRegisterFaults } from '../driver/faults.js';
import type { FieldValues } from '../driver/register-fields.js';
import { pick } from '../pick.js';
import { pickMachineAndKnobs } from '../pick-machine.js';
import { canFaultTakeEffect } from '../programs/faults.js';
import { pickPrimitives } from '../scenes/primitives.js';
import { deriveSubSeed } from '../schedule-seed.js';
import type { GenerateRequest, Sequence } from '../sequence.js';

const NAME = 'plain_draws';

/** Kept small so that draws overlap. */
const SIZES = [8, 16] as const;

/** The minimum number of ordered draws. Every one except the first is preceded by one or two unordered draws. */
const MIN_ORDERED = 2;
const ORDERED_COUNT_RANGE = 2;
const MAX_UNORDERED = 2;

const MAX_PRIMITIVES = 12;
const MIN_PRIMITIVES = 2;

/** Indices into the result of `createPrograms`. */
export const PROGRAM = { FOLD: 0, PLAIN: 1, STORE: 2, DEPTH: 3 } as const;

/**
 * The programs of unordered draws. A quarter of the draws write to the same words that the sections update, and a
 * quarter export values for depth and stencil tests.
 */
const UNORDERED_PROGRAMS = [PROGRAM.PLAIN, PROGRAM.PLAIN, PROGRAM.STORE, PROGRAM.DEPTH] as const;

/**
 * One in `TEST_ODDS` scenarios has a depth buffer. Ordered draws use it only for late tests; other draws use it for
 * all tests.
 */
const TEST_ODDS = 2;

const FEATURES = ['mixed-samples', 'drains'] as const;

/**
 * Faults that leak state (the argument, its source, or the drain) from an ordered draw into an unordered one.
 */
const LEFTOVER_STATE_FAULTS: readonly FaultId[] = ['F40', 'F118', 'F201', 'F202'];

/** Draws unordered primitives between ordered ones, on the same pixels and without a flush (scenarios.md H20; U21). */
export const plainDraws: Sequence<typeof NAME> = {
  name: NAME,
  text: 'ordered folds with unordered draws in between',
  chips: CHIP_NAMES,
  claims: [
    { ...WAVES_OVERLAP, percent: 20 },
    claim('waves of unordered draws run between ordered ones', 15, 'overlap/between/some'),
  ],
  faults: FAULTS.filter(
    ({ id, where }) =>
      LEFTOVER_STATE_FAULTS.includes(id) ||
      (where !== 'program' && where !== 'registers' && canFaultTakeEffect(id, FEATURES)),
  ).map(({ id }) => id),
  generate,
};

function generate(request: GenerateRequest): Scenario {
  return pickUnorderedScenario(request, {
    name: NAME,
    programs: UNORDERED_PROGRAMS,
    testOdds: TEST_ODDS,
    fields: () => ({}),
  });
}

/** Options for sequences with unordered draws between ordered ones. */
export interface UnorderedSpec {
  readonly name: string;
  /** The programs of unordered draws, from `PROGRAM`. */
  readonly programs: readonly number[];
  /** One in `testOdds` scenarios has a depth buffer. */
  readonly testOdds: number;
  /** Picks additional register fields for unordered draws. */
  readonly fields: (stream: RandomStream, program: number) => FieldValues;
}

/** Picks a scenario of ordered draws, with unordered draws of the specified programs in between. */
export function pickUnorderedScenario(request: GenerateRequest, spec: UnorderedSpec): Scenario {
  const { stream, chip, wave, freedoms } = pickMachineAndKnobs(request, CHIP_NAMES);
  const target: FoldTarget = { chip, wave, width: pick(stream, SIZES), height: pick(stream, SIZES) };
  const draws = pickOrders(stream).map((order) => pickDraw(stream, target, order, spec));
  const drains = pickDrainFields(request.seed, chip, draws.length);
  const scenario = createFoldScenario(request, {
    name: spec.name,
    freedoms,
    programs: createPrograms(spec.name, chip, wave),
    draws: withFaults(
      chip,
      createFoldDraws(
        target,
        draws.map((draw, i) => (draw.order === 'none' ? draw : { ...draw, fields: drains[i] })),
      ),
      request.faults,
    ),
    target,
  });
  const depthStream = new RandomStream(deriveSubSeed(request.seed, 'depth'));
  return depthStream.below(spec.testOdds) === 0 ? withDepthTests(scenario, depthStream) : scenario;
}

/** Injects faults into the unordered draws only, since leftover-state faults only show up there. */
function withFaults({ gfx }: Chip, draws: readonly Draw[], faults: readonly FaultId[]): Draw[] {
  const faulty = applyRegisterFaults(gfx, draws, faults);
  return draws.map((draw, i) => (draw.interlock === 'none' ? faulty[i] : draw));
}

/** Picks the interlock of each draw, in order. */
function pickOrders(stream: RandomStream): FoldOrder[] {
  const rounds = 1 + stream.below(ORDERED_COUNT_RANGE);
  const orders: FoldOrder[] = ['ordered'];
  for (let i = MIN_ORDERED; i < MIN_ORDERED + rounds; i++) {
    const unorderedCount = 1 + stream.below(MAX_UNORDERED);
    orders.push(
      ...new Array<'none'>(unorderedCount).fill('none'),
      stream.below(4) === 0 ? 'unordered' : 'ordered',
    );
  }
  return orders;
}

function createPrograms(name: string, chip: Chip, wave: WaveSize): Program[] {
  const { gfx } = chip;
  return [
    createFoldProgram(name, chip, wave),
    createFoldProgram('plain', chip, wave, emitShaderWithoutSection(gfx, wave), false),
    createFoldProgram('store', chip, wave, emitStoreShaderWithoutSection(gfx, wave), false),
    createFoldProgram('depth', chip, wave, emitDepthShaderWithoutSection(gfx, wave), false),
  ];
}

function pickDraw(stream: RandomStream, area: FoldTarget, order: FoldOrder, spec: UnorderedSpec): FoldDraw {
  const { width, height } = area;
  const samples = pick(stream, ALL_SAMPLES);
  const maxPrimitives = 1 + stream.below(Math.max(MIN_PRIMITIVES, MAX_PRIMITIVES / samples));
  const kind = pick(stream, ['triangles', 'rectangles'] as const);
  const program = order === 'none' ? pick(stream, spec.programs) : PROGRAM.FOLD;
  return {
    kind,
    samples,
    perSample: false,
    program,
    order,
    ...pickPrimitives(stream, kind, { width, height }, maxPrimitives),
    fields: {
      ...pickUnorderedFields(stream, program),
      ...(order === 'none' ? spec.fields(stream, program) : {}),
    },
  };
}

/** Picks the register fields of an unordered draw. If its program has no stores, the tests can run early or late. */
function pickUnorderedFields(stream: RandomStream, program: number): FieldValues {
  if (program === PROGRAM.PLAIN) return pickFreeTestOrder(stream);
  if (program === PROGRAM.DEPTH) return { ...pickFreeTestOrder(stream), ...pickExportedTests(stream) };
  return {};
}

/** Enables depth export and picks which exported stencil values the tests use. */
function pickExportedTests(stream: RandomStream): FieldValues {
  return {
    'SPI_SHADER_Z_FORMAT.Z_EXPORT_FORMAT': EXPORT_FORMAT.GR32,
    'DB_SHADER_CONTROL.Z_EXPORT_ENABLE': 1,
    'DB_SHADER_CONTROL.STENCIL_TEST_VAL_EXPORT_ENABLE': stream.below(2),
    'DB_SHADER_CONTROL.STENCIL_OP_VAL_EXPORT_ENABLE': stream.below(2),
  };
}
