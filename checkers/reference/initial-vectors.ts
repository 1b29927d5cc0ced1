import type { WaveState } from '../../arch/index.js';
import { QUAD_COLUMNS } from '../../transactions/index.js';
import type { DrawFacts } from '../ledger/draws.js';
import type { WaveRecord } from '../ledger/wave-record.js';
import { QUAD } from '../ledger/wave-record.js';
import type { Barycentrics } from './barycentrics.js';

const QUAD_LANES = 4;
const PIXEL_CENTRE = 0.5;

/** Bits that the samples of one pixel take in a mask column. */
const SAMPLE_BITS = 16;

/** One lane of a wave as the filling of its registers needs it; one object serves all lanes in turn. */
interface Lane {
  x: number;
  y: number;
  /** Covered samples of its pixel; 0 for a helper. */
  samples: number;
  /** Primitive within its draw. */
  primitive: number;
  readonly facts: DrawFacts;
}

type Filler = (state: WaveState, at: number, lane: Lane, planes: Barycentrics) => void;

/** Both barycentrics of the pixel centre; with w = 1 perspective and linear are the same. */
const atCentre: Filler = (state, at, { x, y }, planes) => {
  state.vf[at] = planes.i(x, y);
  state.vf[at + state.lanes] = planes.j(x, y);
};

/** What the hardware loads into a VGPR argument, by its name in the corpus. */
const FILLERS: Readonly<Record<string, Filler>> = {
  persp_sample: atCentre,
  persp_center: atCentre,
  persp_centroid: atCentre,
  linear_sample: atCentre,
  linear_center: atCentre,
  linear_centroid: atCentre,
  'frag_pos[0]': (state, at, { x }) => {
    state.vf[at] = x + PIXEL_CENTRE;
  },
  'frag_pos[1]': (state, at, { y }) => {
    state.vf[at] = y + PIXEL_CENTRE;
  },
  'frag_pos[2]': (state, at, { primitive, facts }) => {
    state.vf[at] = facts.draw.depths[primitive];
  },
  'frag_pos[3]': (state, at) => {
    state.vf[at] = 1;
  },
  ancillary: (state, at) => {
    state.v[at] = 0;
  },
  sample_coverage: (state, at, { samples }) => {
    state.v[at] = samples;
  },
  pos_fixed_pt: (state, at, { x, y }) => {
    state.v[at] = (x & 0xffff) | (y << 16);
  },
};

/** Points other than the centre differ from it as soon as a pixel has several samples. */
const NEEDS_ONE_SAMPLE = /_(sample|centroid)$/;

/** Name of the first argument that this reference cannot fill for a draw, or undefined. */
export function unfillableArgument({ program, draw }: DrawFacts): string | undefined {
  return program.arguments.find(
    ({ file, name }) =>
      file === 'v' && (FILLERS[name] === undefined || (draw.samples > 1 && NEEDS_ONE_SAMPLE.test(name))),
  )?.name;
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

/** Fills the VGPR arguments of all lanes of the wave's quads, helpers included. */
export function loadVectors(
  state: WaveState,
  wave: WaveRecord,
  vectors: readonly VectorArgument[],
  planes: Barycentrics,
): void {
  const { facts, quads } = wave;
  const lane: Lane = { x: 0, y: 0, samples: 0, primitive: 0, facts };
  for (let quad = 0; quad < wave.quadCount; quad++) {
    const row = quad * QUAD_COLUMNS;
    lane.primitive = quads[row + QUAD.PRIMITIVE] - facts.firstPrimitive;
    planes.aim(facts.draw.vertices, lane.primitive);
    for (let pixel = 0; pixel < QUAD_LANES; pixel++) {
      const masks = quads[row + (pixel < 2 ? QUAD.MASK01 : QUAD.MASK23)];
      lane.x = quads[row + QUAD.X] + (pixel & 1);
      lane.y = quads[row + QUAD.Y] + (pixel >> 1);
      lane.samples = (masks >>> ((pixel & 1) * SAMPLE_BITS)) & 0xffff;
      const at = quad * QUAD_LANES + pixel;
      for (let i = 0; i < vectors.length; i++) {
        vectors[i].fill(state, vectors[i].register * state.lanes + at, lane, planes);
      }
    }
  }
}
