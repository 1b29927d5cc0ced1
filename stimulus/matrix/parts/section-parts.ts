import type { Draw, RandomStream, SectionPlacement, SectionState } from '../../../transactions/index.js';
import { pickAttachments } from '../../driver/colour-buffers.js';
import type { FieldValues } from '../../driver/register-fields.js';
import {
  colourExports,
  type PrimitiveColours,
  type SectionDraw,
  type SectionScene,
  sectionDraws,
  sectionMemory,
  sectionPrograms,
} from '../../sections/scenario.js';
import { STIPPLE_EDGE } from '../../sections/stipple.js';
import { type Block, blockVertices } from '../blocks.js';
import type { CellParts, CellTarget } from '../cell.js';
import { quadLayers, wholeLayers } from '../hardware/order-scenes.js';
import { foldedSections } from './folded-sections.js';

/** State with nothing to emulate, one unchanged colour. */
export const PLAIN: SectionState = {
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

/** Stipple texels: alternately passing, or all blocking. */
export type StipplePattern = 'alternating' | 'closed';

/** One draw of a prolog, main part and epilog cell. */
export interface PartsDraw {
  readonly state: SectionState;
  readonly samples?: Draw['samples'];
  readonly fields?: FieldValues;
  readonly blocks?: readonly Block[];
}

/** What all draws of a cell have in common. */
export interface PartsScene {
  readonly placement: SectionPlacement;
  readonly stipple?: StipplePattern;
}

/** Reference of the alpha test; colours may have this value. */
const ALPHA_REFERENCE = 0.5;

/** Colours are multiples of 1/64 from -1 to 2. */
const COLOUR_STEP = 64;
const COLOUR_STEPS = 193;

/** The parts of a cell whose draws each have a prolog, main part and epilog for a separate state. */
export function sectionParts(target: CellTarget, cell: PartsScene, draws: readonly PartsDraw[]): CellParts {
  const { chip, wave, size, stream, seed } = target;
  const { placement, stipple = 'alternating' } = cell;
  const passesAt = (x: number, y: number): boolean => stipple !== 'closed' && (x + y) % 2 === 1;
  const area: SectionScene = {
    chip,
    wave,
    width: size,
    height: size,
    placement,
    stipple: Array.from({ length: STIPPLE_EDGE ** 2 }, (_, texel) =>
      passesAt(texel % STIPPLE_EDGE, Math.floor(texel / STIPPLE_EDGE)) ? 1 : 0,
    ),
  };
  const scene = { placement, alphaReference: ALPHA_REFERENCE, passesAt };
  const blocks = draws.map((draw) => draw.blocks ?? [...wholeLayers(size, 3), ...quadLayers(size, 1)]);
  const partDraws = draws.map((draw, i) => sectionDraw(draw, blocks[i], stream));
  const words = foldedSections(
    size,
    scene,
    partDraws.map(({ state, colours }, i) => ({ state, colours, blocks: blocks[i] })),
  );
  const { memory, ordered } = sectionMemory(area);
  const colourBuffers = pickAttachments(
    seed,
    partDraws.map(({ state }) => colourExports(state)),
  );
  return {
    programs: sectionPrograms(area, partDraws),
    draws: sectionDraws(area, partDraws, colourBuffers),
    ...(colourBuffers.length === 0 ? {} : { colourBuffers }),
    memory: memory.map((object, i) => (i === 0 ? { ...object, expected: { words } } : object)),
    ordered,
  };
}

function sectionDraw(
  { state, samples = 1, fields = {} }: PartsDraw,
  blocks: readonly Block[],
  stream: RandomStream,
): SectionDraw {
  const primitives = blocks.map(blockVertices);
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

/** Four colours, each equal at all vertices. */
function pickColours(stream: RandomStream): PrimitiveColours {
  const component = (): number => (stream.below(COLOUR_STEPS) - COLOUR_STEP) / COLOUR_STEP;
  return Array.from({ length: 4 }, () => {
    const vertex = Array.from({ length: 4 }, component);
    return [vertex, vertex, vertex];
  });
}
