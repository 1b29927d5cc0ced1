import { findRegisterField, type Gfx, lookup, type WaveState } from '../../../arch/index.js';
import { type Draw, QUAD_COLUMNS } from '../../../transactions/index.js';
import { Barycentrics } from '../geometry/barycentrics.js';
import { getFragmentMask, getRateX, getRateY } from '../geometry/fragments.js';
import { getPrimitiveKind, type PrimitiveKind } from '../geometry/outlines.js';
import { QUAD } from '../geometry/quad-columns.js';
import { QuadPoints, ShadedQuad, type ShadingLocation, setQuadPoints } from '../geometry/shading-points.js';
import type { WaveRecord } from '../ledger/wave-record.js';
import type { DrawFacts } from '../program/draws.js';

const QUAD_LANES = 4;

const UNITS_PER_PIXEL = 256;

/** Lowest bit of the log2 of the fragment's width in the ancillary argument. */
const RATE_X_BIT = 2;
/** Lowest bit of the log2 of the fragment's height in the ancillary argument. */
const RATE_Y_BIT = 4;
/** Lowest bit of the sample number in the ancillary argument. */
const SAMPLE_ID_BIT = 8;

/** Where the floating-point position is evaluated, by SPI_BARYC_CNTL.POS_FLOAT_LOCATION. */
const POSITION_LOCATIONS: readonly ShadingLocation[] = ['centre', 'centroid', 'sample'];

/** The quad whose registers are being filled. One object is reused for all quads. */
class QuadInputs extends ShadedQuad {
  /** The shading rate, in the format of the RATE column. */
  rate = 0;
  primitive = 0;
  readonly planes = new Barycentrics();
  readonly points = new QuadPoints();

  /** @param positionLocation where the floating-point position is evaluated */
  constructor(
    readonly draw: Draw,
    readonly positionLocation: ShadingLocation,
  ) {
    super();
  }
}

/** Fills the four lanes of a quad, starting at register index `start`. */
type Filler = (state: WaveState, start: number, quad: QuadInputs) => void;

/**
 * Returns a filler for both barycentric coordinates at a location in the fragment. Perspective and linear
 * coordinates are equal because w = 1.
 */
function createPlaneFiller(location: ShadingLocation): Filler {
  return ({ vf, lanes }, start, quad) => {
    const { planes, points, draw } = quad;
    setQuadPoints(points, location, quad, draw.samples);
    for (let lane = 0; lane < QUAD_LANES; lane++) {
      vf[start + lane] = planes.getI(points.xs[lane], points.ys[lane]);
      vf[start + lanes + lane] = planes.getJ(points.xs[lane], points.ys[lane]);
    }
  };
}

const fillCentrePlanes = createPlaneFiller('centre');

/** Fills in I/w, J/w and 1/w at the pixel's centre, where w is 1. */
const fillPullModel: Filler = (state, start, quad) => {
  fillCentrePlanes(state, start, quad);
  for (let lane = 0; lane < QUAD_LANES; lane++) state.vf[start + 2 * state.lanes + lane] = 1;
};

function createPositionFiller(axis: keyof QuadPoints): Filler {
  return ({ vf }, start, quad) => {
    const { points, positionLocation, draw } = quad;
    setQuadPoints(points, positionLocation, quad, draw.samples);
    for (let lane = 0; lane < QUAD_LANES; lane++) vf[start + lane] = points[axis][lane] / UNITS_PER_PIXEL;
  };
}

/** Returns a filler that sets all lanes to the same value. */
function createUniformFiller(value: (quad: QuadInputs) => number): Filler {
  return ({ vf }, start, quad) => {
    const number = value(quad);
    for (let lane = 0; lane < QUAD_LANES; lane++) vf[start + lane] = number;
  };
}

/** Fillers for the values that the hardware loads into each VGPR argument, by argument name. */
const FILLERS: Readonly<Record<string, Filler>> = lookup({
  persp_sample: createPlaneFiller('sample'),
  persp_center: fillCentrePlanes,
  persp_centroid: createPlaneFiller('centroid'),
  pull_model: fillPullModel,
  linear_sample: createPlaneFiller('sample'),
  linear_center: fillCentrePlanes,
  linear_centroid: createPlaneFiller('centroid'),
  'frag_pos[0]': createPositionFiller('xs'),
  'frag_pos[1]': createPositionFiller('ys'),
  'frag_pos[2]': createUniformFiller(({ primitive, draw }) => draw.depths[primitive]),
  'frag_pos[3]': createUniformFiller(() => 1),
  front_face: createUniformFiller(({ planes }) => (planes.isClockwise ? -1 : 1)),
  ancillary: ({ v }, start, { sampleId, rate }) => {
    const word =
      (sampleId << SAMPLE_ID_BIT) | (getRateX(rate) << RATE_X_BIT) | (getRateY(rate) << RATE_Y_BIT);
    for (let lane = 0; lane < QUAD_LANES; lane++) v[start + lane] = word;
  },
  sample_coverage: ({ v }, start, { masks }) => {
    for (let lane = 0; lane < QUAD_LANES; lane++) v[start + lane] = masks[lane];
  },
  pos_fixed_pt: ({ v }, start, { x, y, width, height }) => {
    for (let lane = 0; lane < QUAD_LANES; lane++)
      v[start + lane] = ((x + (lane & 1) * width) & 0xffff) | ((y + (lane >> 1) * height) << 16);
  },
});

/** Fills in the facing as an integer: 1 for front-facing and 0 for back-facing. */
const fillFaceFlag: Filler = ({ v }, start, { planes }) => {
  v.fill(planes.isClockwise ? 0 : 1, start, start + QUAD_LANES);
};

/** Fillers that replace those in `FILLERS` if a field of SPI_BARYC_CNTL is 1 (AMD's register reference). */
const REPLACEMENT_FILLERS: Readonly<Record<string, readonly [field: string, filler: Filler]>> = lookup({
  persp_center: ['PERSP_CENTER_CNTL', createPlaneFiller('centroid')],
  persp_centroid: ['PERSP_CENTROID_CNTL', fillCentrePlanes],
  linear_center: ['LINEAR_CENTER_CNTL', createPlaneFiller('centroid')],
  linear_centroid: ['LINEAR_CENTROID_CNTL', fillCentrePlanes],
  front_face: ['FRONT_FACE_ALL_BITS', fillFaceFlag],
});

type Registers = Readonly<Record<string, number>>;

function getFiller(gfx: Gfx, registers: Registers, name: string): Filler {
  const replacement = REPLACEMENT_FILLERS[name];
  if (replacement === undefined) return FILLERS[name];
  const [field, filler] = replacement;
  return findRegisterField(gfx, registers, `SPI_BARYC_CNTL.${field}`) === 1 ? filler : FILLERS[name];
}

/** Returns the name of the first VGPR argument that the reference cannot fill, or undefined if there is none. */
export function findUnsupportedArgument({ program }: DrawFacts): string | undefined {
  return program.arguments.find(({ file, name }) => file === 'v' && FILLERS[name] === undefined)?.name;
}

/** Fills the VGPR arguments of a draw's program. All of them must be fillable (`findUnsupportedArgument`). */
export class VectorInputs {
  private readonly arguments: readonly { readonly register: number; readonly fill: Filler }[];
  private readonly kind: PrimitiveKind;
  private readonly quad: QuadInputs;

  constructor(
    gfx: Gfx,
    private readonly facts: DrawFacts,
  ) {
    const { program, draw } = facts;
    this.arguments = program.arguments
      .filter(({ file }) => file === 'v')
      .map(({ name, register }) => ({ register, fill: getFiller(gfx, draw.registers, name) }));
    this.kind = getPrimitiveKind(gfx, draw.registers);
    this.quad = new QuadInputs(draw, getPositionLocation(gfx, draw.registers));
  }

  /** Fills the arguments of all lanes, including helpers, in quads `first` to `end - 1`. */
  load(state: WaveState, { quads, quadCount }: WaveRecord, first = 0, end = quadCount): void {
    const { quad, facts } = this;
    for (let index = first; index < end; index++) {
      const row = index * QUAD_COLUMNS;
      quad.primitive = quads[row + QUAD.PRIMITIVE] - facts.firstPrimitive;
      quad.sampleId = quads[row + QUAD.SAMPLE];
      quad.rate = quads[row + QUAD.RATE];
      quad.width = 1 << getRateX(quad.rate);
      quad.height = 1 << getRateY(quad.rate);
      quad.x = quads[row + QUAD.X];
      quad.y = quads[row + QUAD.Y];
      for (let lane = 0; lane < QUAD_LANES; lane++) quad.masks[lane] = getFragmentMask(quads, row, lane);
      quad.planes.select(this.kind, facts.draw.vertices, quad.primitive);
      for (const { register, fill } of this.arguments)
        fill(state, register * state.lanes + index * QUAD_LANES, quad);
    }
  }
}

function getPositionLocation(gfx: Gfx, registers: Registers): ShadingLocation {
  if (findRegisterField(gfx, registers, 'SPI_BARYC_CNTL.POS_FLOAT_ULC') === 1) return 'corner';
  return (
    POSITION_LOCATIONS[findRegisterField(gfx, registers, 'SPI_BARYC_CNTL.POS_FLOAT_LOCATION') ?? 0] ??
    'centre'
  );
}
