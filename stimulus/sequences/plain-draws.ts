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
import { drainFields } from '../coverage-fold/drains.js';
import { plainDepthText, plainStoreText, plainText } from '../coverage-fold/program-text.js';
import {
  type FoldDraw,
  type FoldOrder,
  type FoldTarget,
  foldDraws,
  foldProgram,
  foldScenario,
} from '../coverage-fold/scenario.js';
import { ALL_SAMPLES } from '../coverage-fold/sequence.js';
import { pickMachineWithFreedoms } from '../drawn-machine.js';
import { freeTestOrder, withDepthTests } from '../driver/depth-state.js';
import { EXPORT_FORMAT } from '../driver/draw-intent.js';
import { applyRegisterFaults } from '../driver/faults.js';
import type { FieldValues } from '../driver/register-fields.js';
import { pick } from '../pick.js';
import { faultApplies } from '../programs/faults.js';
import { pickPrimitives } from '../scenes/primitives.js';
import { deriveSideSeed } from '../schedule-seed.js';
import type { GenerateRequest, Sequence } from '../sequence.js';

const NAME = 'plain_draws';

/** Small areas, so draws share pixels. */
const SIZES = [8, 16] as const;

/** The minimum number of draws with ordering. Each one except the first follows one or two draws without ordering. */
const MIN_ORDERED = 2;
const EXTRA_ORDERED = 2;
const MAX_PLAIN = 2;

const MAX_PRIMITIVES = 12;
const MIN_PRIMITIVES = 2;

/** Indices into the result of `createPrograms`. */
export const PROGRAM = { FOLD: 0, PLAIN: 1, STORE: 2, DEPTH: 3 } as const;

/**
 * The programs of draws without ordering. One in four stores to the words that sections fold, and one in four
 * exports values for depth and stencil tests.
 */
const PLAIN_PROGRAMS = [PROGRAM.PLAIN, PROGRAM.PLAIN, PROGRAM.STORE, PROGRAM.DEPTH] as const;

/**
 * One scenario in `TESTS_SHARE` has a depth buffer, which is used by late tests of ordered draws and by any tests of
 * the others.
 */
const TESTS_SHARE = 2;

const FEATURES = ['mixed-samples', 'drains'] as const;

/**
 * Faults that leave an ordered draw's state set in an unordered one: its argument, the argument's source, or its drain.
 */
const LEFTOVER_STATE_FAULTS: readonly FaultId[] = ['F40', 'F118', 'F201', 'F202'];

/** Draws unordered primitives between ordered ones, on the same pixels and without a flush (scenarios.md H20; U21). */
export const plainDraws: Sequence<typeof NAME> = {
  name: NAME,
  text: 'fold in sections, with unordered draws in between',
  chips: CHIP_NAMES,
  claims: [
    { ...WAVES_OVERLAP, percent: 20 },
    claim('waves of unordered draws are in between', 15, 'overlap/between/some'),
  ],
  faults: FAULTS.filter(
    ({ id, where }) =>
      LEFTOVER_STATE_FAULTS.includes(id) ||
      (where !== 'program' && where !== 'registers' && faultApplies(id, FEATURES)),
  ).map(({ id }) => id),
  generate,
};

function generate(request: GenerateRequest): Scenario {
  return pickPlain(request, {
    name: NAME,
    programs: PLAIN_PROGRAMS,
    testsShare: TESTS_SHARE,
    fields: () => ({}),
  });
}

/** The parameters of sequences with unordered draws between ordered ones. */
export interface PlainDraws {
  readonly name: string;
  /** The programs of draws without ordering, from `PROGRAM`. */
  readonly programs: readonly number[];
  /** One scenario in `testsShare` has a depth buffer. */
  readonly testsShare: number;
  /** Picks additional fields for draws without ordering. */
  readonly fields: (stream: RandomStream, program: number) => FieldValues;
}

/** Picks ordered draws, with unordered draws of the specified programs in between. */
export function pickPlain(request: GenerateRequest, plain: PlainDraws): Scenario {
  const { stream, chip, wave, freedoms } = pickMachineWithFreedoms(request, CHIP_NAMES);
  const target: FoldTarget = { chip, wave, width: pick(stream, SIZES), height: pick(stream, SIZES) };
  const draws = pickOrders(stream).map((order) => pickDraw(stream, target, order, plain));
  const drains = drainFields(request.seed, chip, draws.length);
  const scenario = foldScenario(request, {
    name: plain.name,
    freedoms,
    programs: createPrograms(plain.name, chip, wave),
    draws: withFaults(
      chip,
      foldDraws(
        target,
        draws.map((draw, i) => (draw.order === 'none' ? draw : { ...draw, fields: drains[i] })),
      ),
      request.faults,
    ),
    target,
  });
  const depthStream = new RandomStream(deriveSideSeed(request.seed, 'depth'));
  return depthStream.below(plain.testsShare) === 0 ? withDepthTests(scenario, depthStream) : scenario;
}

/** Injects faults into the unordered draws, since faults in leftover state are only visible there. */
function withFaults({ gfx }: Chip, draws: readonly Draw[], faults: readonly FaultId[]): Draw[] {
  const faulty = applyRegisterFaults(gfx, draws, faults);
  return draws.map((draw, i) => (draw.interlock === 'none' ? faulty[i] : draw));
}

/** Picks the interlock of each draw, in order. */
function pickOrders(stream: RandomStream): FoldOrder[] {
  const extraOrdered = 1 + stream.below(EXTRA_ORDERED);
  const orders: FoldOrder[] = ['ordered'];
  for (let i = MIN_ORDERED; i < MIN_ORDERED + extraOrdered; i++) {
    const plainCount = 1 + stream.below(MAX_PLAIN);
    orders.push(
      ...new Array<'none'>(plainCount).fill('none'),
      stream.below(4) === 0 ? 'unordered' : 'ordered',
    );
  }
  return orders;
}

function createPrograms(name: string, chip: Chip, wave: WaveSize): Program[] {
  const { gfx } = chip;
  return [
    foldProgram(name, chip, wave),
    foldProgram('plain', chip, wave, plainText(gfx, wave), false),
    foldProgram('store', chip, wave, plainStoreText(gfx, wave), false),
    foldProgram('depth', chip, wave, plainDepthText(gfx, wave), false),
  ];
}

function pickDraw(stream: RandomStream, area: FoldTarget, order: FoldOrder, plain: PlainDraws): FoldDraw {
  const { width, height } = area;
  const samples = pick(stream, ALL_SAMPLES);
  const maxPrimitives = 1 + stream.below(Math.max(MIN_PRIMITIVES, MAX_PRIMITIVES / samples));
  const kind = pick(stream, ['triangles', 'rectangles'] as const);
  const program = order === 'none' ? pick(stream, plain.programs) : PROGRAM.FOLD;
  return {
    kind,
    samples,
    perSample: false,
    program,
    order,
    ...pickPrimitives(stream, kind, { width, height }, maxPrimitives),
    fields: {
      ...pickPlainFields(stream, program),
      ...(order === 'none' ? plain.fields(stream, program) : {}),
    },
  };
}

/** Picks the fields of an unordered draw with a given program. If it stores nothing, its tests may run at any time. */
function pickPlainFields(stream: RandomStream, program: number): FieldValues {
  if (program === PROGRAM.PLAIN) return freeTestOrder(stream);
  if (program === PROGRAM.DEPTH) return { ...freeTestOrder(stream), ...pickExportedTests(stream) };
  return {};
}

/** Picks which exported values the tests use. */
function pickExportedTests(stream: RandomStream): FieldValues {
  return {
    'SPI_SHADER_Z_FORMAT.Z_EXPORT_FORMAT': EXPORT_FORMAT.GR32,
    'DB_SHADER_CONTROL.Z_EXPORT_ENABLE': 1,
    'DB_SHADER_CONTROL.STENCIL_TEST_VAL_EXPORT_ENABLE': stream.below(2),
    'DB_SHADER_CONTROL.STENCIL_OP_VAL_EXPORT_ENABLE': stream.below(2),
  };
}
