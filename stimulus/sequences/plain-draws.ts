import { CHIP_NAMES, type Chip, chipOf, type WaveSize } from '../../arch/index.js';
import {
  type Draw,
  FAULTS,
  type FaultId,
  type Program,
  RandomStream,
  type Scenario,
} from '../../transactions/index.js';
import { drainFields } from '../coverage-fold/drains.js';
import { plainStoreText, plainText } from '../coverage-fold/program-text.js';
import {
  type FoldDraw,
  type FoldTarget,
  foldDraws,
  foldProgram,
  foldScenario,
} from '../coverage-fold/scenario.js';
import { ALL_SAMPLES } from '../coverage-fold/sequence.js';
import { applyRegisterFaults } from '../driver/faults.js';
import { drawFreedoms } from '../knobs.js';
import { faultCanAct } from '../programs/faults.js';
import { drawPrimitives } from '../scenes/primitives.js';
import type { GenerateRequest, Sequence } from '../sequence.js';

const NAME = 'plain_draws';

/** Areas are small, so that draws meet on the same pixels. */
const SIZES = [8, 16] as const;

/** Draws with ordering, each but the first behind one or two without. */
const ORDERED_MIN = 2;
const ORDERED_MORE = 2;
const PLAIN_MOST = 2;

const PRIMITIVES_MAX = 12;
const PRIMITIVES_MIN = 2;

type Order = NonNullable<FoldDraw['order']>;

/** Places among `programsOf`. */
const PROGRAM = { FOLD: 0, PLAIN: 1, STORE: 2 } as const;

/** Of the draws without ordering one in so many stores to the words that sections fold. */
const STORE_SHARE = 4;

const FEATURES = ['mixed-samples', 'drains'] as const;

/** State of an ordered draw that is not taken back for one without: its argument, or what supplies it, and its drain (F40, F201, F202, F118). */
const OF_STATE: readonly FaultId[] = ['F40', 'F118', 'F201', 'F202'];

/** Draws whose ordering is off between draws with it, on the same pixels and without a flush (scenarios.md H20; U21). */
export const plainDraws: Sequence<typeof NAME> = {
  name: NAME,
  text: 'fold in sections, with draws between whose ordering is off: they take part in nothing, and order goes on across them',
  chips: CHIP_NAMES,
  faults: FAULTS.filter(
    ({ id, where }) =>
      OF_STATE.includes(id) || (where !== 'program' && where !== 'registers' && faultCanAct(id, FEATURES)),
  ).map(({ id }) => id),
  generate,
};

function generate(request: GenerateRequest): Scenario {
  const stream = new RandomStream(request.seed);
  const chip = chipOf(pick(stream, request.chips ?? CHIP_NAMES));
  const wave = pick(stream, chip.waveSizes);
  const freedoms = drawFreedoms(stream, chip, request.knobs);
  const target: FoldTarget = { chip, wave, width: pick(stream, SIZES), height: pick(stream, SIZES) };
  const draws = drawOrders(stream).map((order) => drawOf(stream, target, order));
  const drains = drainFields(request.seed, chip, draws.length);
  return foldScenario(request, {
    name: NAME,
    freedoms,
    programs: programsOf(chip, wave),
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
}

/** Faults of state that is left behind show in the draws without ordering alone. */
function withFaults({ gfx }: Chip, draws: readonly Draw[], faults: readonly FaultId[]): Draw[] {
  const faulty = applyRegisterFaults(gfx, draws, faults);
  return draws.map((draw, i) => (draw.interlock === 'none' ? faulty[i] : draw));
}

/** What each draw promises, in order. */
function drawOrders(stream: RandomStream): Order[] {
  const more = 1 + stream.below(ORDERED_MORE);
  const orders: Order[] = ['ordered'];
  for (let i = ORDERED_MIN; i < ORDERED_MIN + more; i++) {
    const plain = 1 + stream.below(PLAIN_MOST);
    orders.push(...new Array<'none'>(plain).fill('none'), stream.below(4) === 0 ? 'unordered' : 'ordered');
  }
  return orders;
}

function programsOf(chip: Chip, wave: WaveSize): Program[] {
  const { gfx } = chip;
  return [
    foldProgram(NAME, chip, wave),
    foldProgram('plain', chip, wave, plainText(gfx, wave), false),
    foldProgram('store', chip, wave, plainStoreText(gfx, wave), false),
  ];
}

function drawOf(stream: RandomStream, area: FoldTarget, order: Order): FoldDraw {
  const { width, height } = area;
  const samples = pick(stream, ALL_SAMPLES);
  const most = 1 + stream.below(Math.max(PRIMITIVES_MIN, PRIMITIVES_MAX / samples));
  const kind = pick(stream, ['triangles', 'rectangles'] as const);
  const stores = stream.below(STORE_SHARE) === 0;
  return {
    kind,
    samples,
    perSample: false,
    program: order === 'none' ? (stores ? PROGRAM.STORE : PROGRAM.PLAIN) : PROGRAM.FOLD,
    order,
    ...drawPrimitives(stream, kind, { width, height }, most),
    fields: {},
  };
}

function pick<T>(stream: RandomStream, values: readonly T[]): T {
  return values[stream.below(values.length)];
}
