import { type ChipName, makeWaveState } from '../../../arch/index.js';
import { DeviceContext, getReceiver, UNIT } from '../../../rtl-model/context.js';
import { NO_EVENT, RandomChoices, ReplayChoices } from '../../../rtl-model/kernel/index.js';
import { LOCATION } from '../../../rtl-model/sc/sampling.js';
import { planDraws, type VectorInput } from '../../../rtl-model/spi/draw-plan.js';
import { ExportGate } from '../../../rtl-model/spi/export-space.js';
import { getLocationOffset, type Invocation, loadVectorInput } from '../../../rtl-model/spi/vector-inputs.js';
import { Wave } from '../../../rtl-model/wave.js';
import { type Draw, QUAD_COLUMN, QUAD_COLUMNS } from '../../../transactions/index.js';
import { scene } from '../../checkers/support/scenes.js';

/** What the gate checks: whether a wave has export space, and how many waves it is still waiting for. */
interface GateState {
  readonly hasSpace: boolean;
  readonly pending: number;
}

/** Returns the number of export-ready flags in flight after a wave has passed through the given states. */
function countFlags(chip: ChipName, states: readonly GateState[]): number {
  const context = new DeviceContext(scene({ chip }), new ReplayChoices([]), null);
  const gate = new ExportGate(context);
  const wave = new Wave(0);
  for (const { hasSpace, pending } of states) {
    wave.exports.hasSpace = hasSpace;
    wave.overlap.pending = pending;
    gate.check(wave);
  }
  let count = 0;
  for (let event = context.wheel.next(); event !== NO_EVENT; event = context.wheel.next())
    if (getReceiver(event) === UNIT.EXPORT_READY) count++;
  return count;
}

const OPEN = { hasSpace: true, pending: 0 };

it('sends one flag to a wave with space once the waves that it overlaps have exited (S-054)', () => {
  expect(countFlags('navi31', [{ hasSpace: false, pending: 0 }])).toBe(0);
  expect(countFlags('navi31', [{ hasSpace: true, pending: 1 }])).toBe(0);
  expect(countFlags('navi31', [{ hasSpace: true, pending: 1 }, OPEN])).toBe(1);
  expect(countFlags('navi31', [OPEN, OPEN])).toBe(1);
});

it('sends no flag before GFX11, where waves poll instead', () => {
  expect(countFlags('navi21', [OPEN, OPEN])).toBe(0);
});

function makePlan(draw: Partial<Draw>) {
  const scenario = scene({ draw, chip: 'navi31' });
  return planDraws(new DeviceContext(scenario, new RandomChoices('0x1'), null), scenario)[0]!;
}

const COARSE = { GE_VRS_RATE: 1 | (2 << 4) };

/** Returns the VGPRs of a wave with one quad at (4, 8) whose last fragment has samples 0 and 3 covered. */
function loadRegisters(name: VectorInput['name'], draw: Partial<Draw> = {}) {
  const quads = new Int32Array(QUAD_COLUMNS);
  quads[QUAD_COLUMN.X] = 4;
  quads[QUAD_COLUMN.Y] = 8;
  quads[QUAD_COLUMN.PRIMITIVE] = 1;
  quads[QUAD_COLUMN.SAMPLE] = 3;
  quads[QUAD_COLUMN.MASK23] = 0b1001 << 16;
  const state = makeWaveState(32, 4, 256);
  state.v.fill(77);
  const wave = { quads, quadCount: 1, plan: makePlan(draw), state } as unknown as Wave;
  loadVectorInput(wave, { name, register: 1, registerCount: 1 });
  return {
    ints: [...state.v.subarray(32, 36)],
    floats: [...state.vf.subarray(32, 36)],
    third: [...state.vf.subarray(96, 100)],
    after: state.v[36],
  };
}

it('loads the same word into every lane of the quads and leaves other lanes alone', () => {
  expect(loadRegisters('line_stipple').ints).toEqual([0, 0, 0, 0]);
  expect(loadRegisters('frag_pos_w').floats).toEqual([1, 1, 1, 1]);
  expect(loadRegisters('frag_pos_z', { depths: [0.25, 0.75] }).floats).toEqual([0.75, 0.75, 0.75, 0.75]);
  expect(loadRegisters('line_stipple').after).toBe(77);
});

it("loads the centre's barycentrics and 1 / w (which is 1) for the pull model", () => {
  const { floats, third } = loadRegisters('pull_model');
  expect([floats, third]).toEqual([loadRegisters('persp_center').floats, [1, 1, 1, 1]]);
});

it('encodes the face as +1 or -1, or as 1 or 0 in all-bits mode', () => {
  const clockwise = [0, 0, 512, 0, 0, 512];
  const anticlockwise = [0, 0, 0, 512, 512, 0];
  const loadFaces = (second: readonly number[], bits: number) =>
    loadRegisters('front_face', {
      vertices: [...anticlockwise, ...second],
      registers: { SPI_BARYC_CNTL: bits },
    });
  expect(loadFaces(anticlockwise, 0).floats[0]).toBe(1);
  expect(loadFaces(clockwise, 0).floats[0]).toBe(-1);
  expect(loadFaces(anticlockwise, 1 << 24).ints).toEqual([1, 1, 1, 1]);
  expect(loadFaces(clockwise, 1 << 24).ints).toEqual([0, 0, 0, 0]);
});

it('puts the position of a 2x4-pixel fragment at its centre', () => {
  const registers = COARSE;
  expect(loadRegisters('pos_fixed_pt', { registers }).ints).toEqual([
    4 | (8 << 16),
    6 | (8 << 16),
    4 | (12 << 16),
    6 | (12 << 16),
  ]);
  expect(loadRegisters('ancillary', { registers }).ints).toEqual(new Array(4).fill((3 << 8) | (9 << 2)));
  expect(loadRegisters('frag_pos_x', { registers }).floats).toEqual([5, 7, 5, 7]);
  expect(loadRegisters('frag_pos_y', { registers }).floats).toEqual([10, 10, 14, 14]);
  const atCentroid = { ...COARSE, SPI_BARYC_CNTL: 1 << 16 };
  expect(loadRegisters('frag_pos_x', { registers: atCentroid }).floats).toEqual([5, 7, 5, 7]);
  expect(loadRegisters('frag_pos_y', { registers: atCentroid }).floats).toEqual([10, 10, 14, 14]);
  const atCorner = { ...COARSE, SPI_BARYC_CNTL: 1 << 20 };
  expect(loadRegisters('frag_pos_x', { registers: atCorner }).floats).toEqual([4, 6, 4, 6]);
});

function findOffset(location: number, mask: number, draw: Partial<Draw> = {}): number[] {
  const invocation: Invocation = {
    plan: makePlan({ samples: 4, ...draw }),
    x: 0,
    y: 0,
    mask,
    sample: 2,
    primitive: 0,
  };
  return [getLocationOffset(invocation, location, 0), getLocationOffset(invocation, location, 1)];
}

it('uses the pixel centre, the sample, or the covered sample nearest the centre (the lowest if tied)', () => {
  expect(findOffset(LOCATION.CENTRE, 1)).toEqual([128, 128]);
  expect(findOffset(LOCATION.SAMPLE, 1)).toEqual([2 * 16, 10 * 16]);
  expect(findOffset(LOCATION.CENTROID, 0)).toEqual([128, 128]);
  expect(findOffset(LOCATION.CENTROID, 0b1111)).toEqual([128, 128]);
  expect(findOffset(LOCATION.CENTROID, 0b0001)).toEqual([6 * 16, 2 * 16]);
  expect(findOffset(LOCATION.CENTROID, 0b1010)).toEqual([14 * 16, 6 * 16]);
  const eightSamples = { samples: 8 as const };
  expect(findOffset(LOCATION.CENTROID, 0b10000011, eightSamples)).toEqual([9 * 16, 5 * 16]);
  expect(findOffset(LOCATION.CENTROID, 0b00010100, eightSamples)).toEqual([13 * 16, 9 * 16]);
});

it.each([
  ['two samples', { samples: 2 }],
  ['four samples', { samples: 4 }],
  ['eight samples', { samples: 8 }],
  ['2x4 pixels', { samples: 1, registers: COARSE }],
] as const)(
  'the centroid for %s is the covered point nearest to the centre, or the lowest-numbered one if tied',
  (_, draw) => {
    const plan = makePlan(draw);
    const { points, x, y, width, height } = plan.sampling.footprint;
    const distances = Array.from({ length: points }, (_, i) =>
      Math.hypot(x[i]! - 128 * width, y[i]! - 128 * height),
    );
    const invocation: Invocation = { plan, x: 0, y: 0, mask: 0, sample: 0, primitive: 0 };
    for (let mask = 1; mask < 2 ** points - 1; mask++) {
      invocation.mask = mask;
      const position = [0, 1].map((axis) => getLocationOffset(invocation, LOCATION.CENTROID, axis as 0 | 1));
      const point = distances.findIndex((_, i) => x[i] === position[0] && y[i] === position[1]);
      const covered = distances.map((distance, i) => ((mask >> i) & 1 ? distance : Number.POSITIVE_INFINITY));
      expect(point).toBe(covered.indexOf(Math.min(...covered)));
    }
  },
);

it('ignores the sample index for fragments that cover several pixels', () => {
  const coarse = { samples: 1 as const, registers: COARSE };
  expect(findOffset(LOCATION.SAMPLE, 1, coarse)).toEqual([256, 512]);
  expect(findOffset(LOCATION.CENTROID, 0b10, coarse)).toEqual([384, 128]);
});
