import { makeWaveState } from '../../../../arch/index.js';
import type { WaveRecord } from '../../../../checkers/evidence/ledger/wave-record.js';
import type { DrawFacts } from '../../../../checkers/evidence/program/draws.js';
import { VectorInputs } from '../../../../checkers/evidence/reference/initial-vectors.js';
import { QUAD_COLUMN, QUAD_COLUMNS } from '../../../../transactions/index.js';
import { scene } from '../../support/scenes.js';

const FRONT_FACE = [0, 0, 0, 512, 512, 0];
const BACK_FACE = [0, 0, 512, 0, 0, 512];

/** Loads an input into v1 of a quad at (4, 8) whose last pixel has samples 0 and 3 of four covered. Returns v1. */
function loadInput(name: string, control: number, vertices: readonly number[] = FRONT_FACE) {
  const quads = new Int32Array(QUAD_COLUMNS);
  quads[QUAD_COLUMN.X] = 4;
  quads[QUAD_COLUMN.Y] = 8;
  quads[QUAD_COLUMN.MASK23] = 0b1001 << 16;
  const registers = { SPI_BARYC_CNTL: control };
  const draw = scene({ draw: { samples: 4, registers, vertices: [...vertices] } }).draws[0]!;
  const program = { arguments: [{ name, file: 'v', register: 1, size: 1 }] };
  const facts = { draw, program, firstPrimitive: 0 } as unknown as DrawFacts;
  const state = makeWaveState(32, 4, 256);
  new VectorInputs('gfx10.3', facts).load(state, { quads, quadCount: 1 } as unknown as WaveRecord);
  return { ints: [...state.v.subarray(32, 36)], floats: [...state.vf.subarray(32, 36)] };
}

it('SPI_BARYC_CNTL can move the position to the corner of the pixel', () => {
  expect(loadInput('frag_pos[0]', 0).floats).toEqual([4.5, 5.5, 4.5, 5.5]);
  expect(loadInput('frag_pos[0]', 1 << 20).floats).toEqual([4, 5, 4, 5]);
  expect(loadInput('frag_pos[1]', (1 << 20) | (2 << 16)).floats).toEqual([8, 8, 9, 9]);
});

it.each([
  ['persp_center', 'persp_centroid', 0],
  ['linear_center', 'linear_centroid', 8],
] as const)(
  'SPI_BARYC_CNTL moves %s to the centroid and %s to the centre, using bit %i and the bit four positions above it',
  (centre, centroid, bit) => {
    const [atCentre, atCentroid] = [loadInput(centre, 0), loadInput(centroid, 0)];
    expect(atCentre).not.toEqual(atCentroid);
    expect(loadInput(centre, 1 << bit)).toEqual(atCentroid);
    expect(loadInput(centroid, 1 << (bit + 4))).toEqual(atCentre);
  },
);

it('the face is encoded as +1 or -1, or as 1 or 0 if it takes up the whole register', () => {
  const ALL_BITS = 1 << 24;
  expect([loadInput('front_face', 0).floats[0], loadInput('front_face', 0, BACK_FACE).floats[0]]).toEqual([
    1, -1,
  ]);
  expect(loadInput('front_face', ALL_BITS).ints).toEqual([1, 1, 1, 1]);
  expect(loadInput('front_face', ALL_BITS, BACK_FACE).ints).toEqual([0, 0, 0, 0]);
});

it('the pixel position of each lane is packed into one word, with x in the lower half', () => {
  const [left, top] = [4, 8];
  const positions = [0, 1, 2, 3].map((lane) => (left + (lane & 1)) | ((top + (lane >> 1)) << 16));
  expect(loadInput('pos_fixed_pt', 0).ints).toEqual(positions);
});
