import type { Draw, RandomStream, SectionPlacement, SectionState } from '../../../transactions/index.js';
import { pickAttachments } from '../../driver/colour-buffers.js';
import type { FieldValues } from '../../driver/register-fields.js';
import {
  createSectionDraws,
  createSectionMemory,
  createSectionPrograms,
  getStateColourExports,
  type PrimitiveColours,
  type SectionDraw,
  type SectionScene,
} from '../../sections/scenario.js';
import { STIPPLE_EDGE } from '../../sections/stipple.js';
import { type Block, getBlockVertices } from '../blocks.js';
import type { CellParts, CellTarget } from '../cell.js';
import { createFullLayers, createQuadLayers } from '../hardware/order-scenes.js';
import { foldSections } from './folded-sections.js';

/** A state that emulates nothing and exports one unchanged colour. */
export const DEFAULT_SECTION_STATE: SectionState = {
  prolog: 'none',
  mainDiscard: 'none',
  clamp: false,
  alphaTest: 'always',
  stipple: 'off',
  smoothing: false,
  alphaToOne: false,
  alphaToCoverage: false,
  outputs: 'one',
  conversion: 'ABGR32',
};

/** Which stipple texels let pixels through: alternate ones, or none. */
export type StipplePattern = 'alternating' | 'closed';

/** A draw in a cell with a prolog, main part and epilog. */
export interface PartsDraw {
  readonly state: SectionState;
  readonly samples?: Draw['samples'];
  readonly fields?: FieldValues;
  readonly blocks?: readonly Block[];
}

/** Properties common to all draws of a cell. */
export interface PartsScene {
  readonly placement: SectionPlacement;
  readonly stipple?: StipplePattern;
}

/** The reference value of the alpha test. Colours can be equal to it. */
const ALPHA_REFERENCE = 0.5;

/** The number of colour steps per unit: colours are multiples of 1/64. */
const STEPS_PER_UNIT = 64;
/** The number of distinct colour values, from -1 to 2. */
const COLOUR_STEPS = 193;

/** Returns the parts of a cell whose draws each have a prolog, main part and epilog for their own state. */
export function createSectionParts(
  target: CellTarget,
  partsScene: PartsScene,
  draws: readonly PartsDraw[],
): CellParts {
  const { chip, wave, size, stream, seed } = target;
  const { placement, stipple = 'alternating' } = partsScene;
  const keepsPixel = (x: number, y: number): boolean => stipple !== 'closed' && (x + y) % 2 === 1;
  const area: SectionScene = {
    chip,
    wave,
    width: size,
    height: size,
    placement,
    stipple: Array.from({ length: STIPPLE_EDGE ** 2 }, (_, texel) =>
      keepsPixel(texel % STIPPLE_EDGE, Math.floor(texel / STIPPLE_EDGE)) ? 1 : 0,
    ),
  };
  const scene = { placement, alphaReference: ALPHA_REFERENCE, keepsPixel };
  const blocks = draws.map(
    (draw) => draw.blocks ?? [...createFullLayers(size, 3), ...createQuadLayers(size, 1)],
  );
  const cellDraws = draws.map((draw, i) => createSectionDraw(draw, blocks[i], stream));
  const words = foldSections(
    size,
    scene,
    cellDraws.map(({ state, colours }, i) => ({ state, colours, blocks: blocks[i] })),
  );
  const { memory, ordered } = createSectionMemory(area);
  const colourBuffers = pickAttachments(
    seed,
    cellDraws.map(({ state }) => getStateColourExports(state)),
  );
  return {
    programs: createSectionPrograms(area, cellDraws),
    draws: createSectionDraws(area, cellDraws, colourBuffers),
    ...(colourBuffers.length === 0 ? {} : { colourBuffers }),
    memory: memory.map((object, i) => (i === 0 ? { ...object, expected: { words } } : object)),
    ordered,
  };
}

function createSectionDraw(
  { state, samples = 1, fields = {} }: PartsDraw,
  blocks: readonly Block[],
  stream: RandomStream,
): SectionDraw {
  const primitives = blocks.map(getBlockVertices);
  return {
    state,
    samples,
    alphaReference: ALPHA_REFERENCE,
    kind: 'rectangles',
    primitives,
    colours: primitives.map(() => pickColours(stream)),
    fields,
  };
}

/** Picks four colours, each the same at all vertices. */
function pickColours(stream: RandomStream): PrimitiveColours {
  const component = (): number => (stream.below(COLOUR_STEPS) - STEPS_PER_UNIT) / STEPS_PER_UNIT;
  return Array.from({ length: 4 }, () => {
    const vertex = Array.from({ length: 4 }, component);
    return [vertex, vertex, vertex];
  });
}
