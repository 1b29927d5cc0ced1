import type { Gfx, WaveState } from '../../arch/index.js';
import { registerField } from '../../arch/index.js';
import { QUAD_COLUMNS } from '../../transactions/index.js';
import type { DrawFacts } from '../ledger/draws.js';
import { fragmentMask, rateX, rateY } from '../ledger/fragments.js';
import type { WaveRecord } from '../ledger/wave-record.js';
import { QUAD } from '../ledger/wave-record.js';
import type { Barycentrics } from './barycentrics.js';
import { primitiveKind } from './outlines.js';
import { type Aim, aimAt, type Fragment, type Place } from './shading-points.js';

const QUAD_LANES = 4;

/** Units of coordinates in a pixel. */
const PIXEL = 256;

/** Lowest bits of the ancillary argument's fields: log2 of the fragment's width and height, and the sample's number. */
const RATE_X_BIT = 2;
const RATE_Y_BIT = 4;
const SAMPLE_ID_BIT = 8;

/** Places of the floating-point position by the value of SPI_BARYC_CNTL.POS_FLOAT_LOCATION. */
const POSITION_PLACES: readonly Place[] = ['centre', 'centroid', 'sample'];

/** One lane of a wave as the filling of its registers needs it; one object serves all lanes in turn. */
interface Lane extends Fragment {
  x: number;
  y: number;
  width: number;
  height: number;
  samples: number;
  sampleId: number;
  /** As in a quad's column. */
  rate: number;
  /** Primitive within its draw. */
  primitive: number;
  readonly facts: DrawFacts;
  readonly aim: Aim;
  /** Where the floating-point position is taken. */
  readonly positionPlace: Place;
}

const NOWHERE = { x: 0, y: 0, width: 1, height: 1, samples: 0, sampleId: 0, rate: 0, primitive: 0 };

type Filler = (state: WaveState, at: number, lane: Lane, planes: Barycentrics) => void;

/** Both barycentrics of a place in the pixel; with w = 1 perspective and linear are the same. */
function planesAt(place: Place): Filler {
  return (state, at, lane, planes) => {
    const { aim, facts } = lane;
    aimAt(aim, place, lane, facts.draw.samples);
    state.vf[at] = planes.i(aim.x, aim.y);
    state.vf[at + state.lanes] = planes.j(aim.x, aim.y);
  };
}

const planesAtCentre = planesAt('centre');

/** I, J and 1/w of the pixel's centre, all over w, which is 1. */
const pullModel: Filler = (state, at, lane, planes) => {
  planesAtCentre(state, at, lane, planes);
  state.vf[at + 2 * state.lanes] = 1;
};

/** One coordinate of the floating-point position. */
function positionAlong(axis: 'x' | 'y'): Filler {
  return (state, at, lane) => {
    aimAt(lane.aim, lane.positionPlace, lane, lane.facts.draw.samples);
    state.vf[at] = lane.aim[axis] / PIXEL;
  };
}

/** What the hardware loads into a VGPR argument, by its name in the corpus. */
const FILLERS: Readonly<Record<string, Filler>> = {
  persp_sample: planesAt('sample'),
  persp_center: planesAtCentre,
  persp_centroid: planesAt('centroid'),
  pull_model: pullModel,
  linear_sample: planesAt('sample'),
  linear_center: planesAtCentre,
  linear_centroid: planesAt('centroid'),
  'frag_pos[0]': positionAlong('x'),
  'frag_pos[1]': positionAlong('y'),
  'frag_pos[2]': (state, at, { primitive, facts }) => {
    state.vf[at] = facts.draw.depths[primitive];
  },
  'frag_pos[3]': (state, at) => {
    state.vf[at] = 1;
  },
  front_face: (state, at, _lane, planes) => {
    state.vf[at] = planes.clockwise ? -1 : 1;
  },
  ancillary: (state, at, { sampleId, rate }) => {
    state.v[at] = (sampleId << SAMPLE_ID_BIT) | (rateX(rate) << RATE_X_BIT) | (rateY(rate) << RATE_Y_BIT);
  },
  sample_coverage: (state, at, { samples }) => {
    state.v[at] = samples;
  },
  pos_fixed_pt: (state, at, { x, y }) => {
    state.v[at] = (x & 0xffff) | (y << 16);
  },
};

/** Name of the first argument that this reference cannot fill for a draw, or undefined. */
export function unfillableArgument({ program }: DrawFacts): string | undefined {
  return program.arguments.find(({ file, name }) => file === 'v' && FILLERS[name] === undefined)?.name;
}

/** One VGPR argument of a program with what fills it. */
export interface VectorArgument {
  readonly register: number;
  readonly fill: Filler;
}

/** The VGPR arguments of a draw's program; all of them can be filled (`unfillableArgument`). */
export function vectorArguments({ program }: DrawFacts): readonly VectorArgument[] {
  return program.arguments
    .filter(({ file }) => file === 'v')
    .map(({ name, register }) => ({ register, fill: FILLERS[name] }));
}

/** Fills the VGPR arguments of all lanes of the wave's quads from `first` to before `end`, helpers included. */
export function loadVectors(
  gfx: Gfx,
  state: WaveState,
  wave: WaveRecord,
  vectors: readonly VectorArgument[],
  planes: Barycentrics,
  first = 0,
  end = wave.quadCount,
): void {
  const { facts, quads } = wave;
  const positionPlace = placeOfPosition(gfx, facts.draw.registers);
  const kind = primitiveKind(gfx, facts.draw.registers);
  const lane: Lane = { ...NOWHERE, facts, aim: { x: 0, y: 0 }, positionPlace };
  for (let quad = first; quad < end; quad++) {
    const row = quad * QUAD_COLUMNS;
    lane.primitive = quads[row + QUAD.PRIMITIVE] - facts.firstPrimitive;
    lane.sampleId = quads[row + QUAD.SAMPLE];
    lane.rate = quads[row + QUAD.RATE];
    lane.width = 1 << rateX(lane.rate);
    lane.height = 1 << rateY(lane.rate);
    planes.aim(kind, facts.draw.vertices, lane.primitive);
    for (let pixel = 0; pixel < QUAD_LANES; pixel++) {
      lane.x = quads[row + QUAD.X] + (pixel & 1) * lane.width;
      lane.y = quads[row + QUAD.Y] + (pixel >> 1) * lane.height;
      lane.samples = fragmentMask(quads, row, pixel);
      const at = quad * QUAD_LANES + pixel;
      for (let i = 0; i < vectors.length; i++) {
        vectors[i].fill(state, vectors[i].register * state.lanes + at, lane, planes);
      }
    }
  }
}

function placeOfPosition(gfx: Gfx, registers: Readonly<Record<string, number>>): Place {
  return POSITION_PLACES[registerField(gfx, registers, 'SPI_BARYC_CNTL.POS_FLOAT_LOCATION') ?? 0] ?? 'centre';
}
