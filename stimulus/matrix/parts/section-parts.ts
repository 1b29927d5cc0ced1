import type {
  AlphaFunction,
  Draw,
  RandomStream,
  SectionPlacement,
  SectionState,
} from '../../../transactions/index.js';
import { pickAttachments } from '../../driver/attachments.js';
import type { FieldValues } from '../../driver/draw-intent.js';
import {
  createSectionDraws,
  createSectionMemory,
  createSectionPrograms,
  getStateColourExports,
  type PrimitiveColours,
  pickColourValue,
  type SectionDraw,
  type SectionScene,
} from '../../sections/scenario.js';
import { STIPPLE_EDGE } from '../../sections/stipple.js';
import { type Block, forEachPixel, getBlockVertices } from '../blocks.js';
import type { CellParts, CellTarget } from '../cell.js';
import { FOLD_FACTOR } from '../programs.js';
import { createFullLayers, createQuadLayers } from '../scenes.js';

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
  /** Which stipple texels let pixels through: alternate ones (the default), or none. */
  readonly stipple?: 'alternating' | 'closed';
}

/** The reference value of the alpha test. Colours can be equal to it. */
const ALPHA_REFERENCE = 0.5;

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
  const blocks = draws.map(
    (draw) => draw.blocks ?? [...createFullLayers(size, 3), ...createQuadLayers(size, 1)],
  );
  const cellDraws = draws.map((draw, i) => createSectionDraw(draw, blocks[i], stream));
  const words = foldSections(size, { placement, keepsPixel }, cellDraws, blocks);
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
  return Array.from({ length: 4 }, () => {
    const vertex = Array.from({ length: 4 }, () => pickColourValue(stream));
    return [vertex, vertex, vertex];
  });
}

const ROW_WORDS = 64;

/**
 * The index of the first back-face colour, after the two front-face ones. Blocks are back-facing because their corners
 * are in clockwise order.
 */
const BACK = 2;

/** The part that performs the write, by placement. E08 has no section. */
const WRITING_PART: Readonly<Record<SectionPlacement, 'prolog' | 'main' | 'epilog' | undefined>> = {
  E01: 'main',
  E02: 'main',
  E03: 'epilog',
  E04: 'epilog',
  E05: 'main',
  E06: 'epilog',
  E07: 'prolog',
  E08: undefined,
  E09: 'main',
  E10: 'main',
};

const ALPHA_TESTS: Readonly<Record<AlphaFunction, (alpha: number, reference: number) => boolean>> = {
  never: () => false,
  less: (alpha, reference) => alpha < reference,
  equal: (alpha, reference) => alpha === reference,
  'less-equal': (alpha, reference) => alpha <= reference,
  greater: (alpha, reference) => alpha > reference,
  'not-equal': (alpha, reference) => alpha !== reference,
  'greater-equal': (alpha, reference) => alpha >= reference,
  always: () => true,
};

/**
 * Computes, independently of the shaders, the final memory contents after sections in the prolog, main part or epilog
 * (scenarios.md 5.1). Each fragment still alive at its section's write sets the pixel's word to `word * 31 + number`,
 * in order. Primitives are numbered from 1 across all draws, each of which has a list of `blocks`.
 */
function foldSections(
  size: number,
  { placement, keepsPixel }: { placement: SectionPlacement; keepsPixel: (x: number, y: number) => boolean },
  draws: readonly Pick<SectionDraw, 'state' | 'colours'>[],
  blocks: readonly (readonly Block[])[],
): number[] {
  const words = new Array<number>(size * ROW_WORDS).fill(0);
  const part = WRITING_PART[placement];
  let primitiveNumber = 0;
  for (const [draw, { state, colours }] of draws.entries())
    for (const [i, block] of blocks[draw]!.entries()) {
      primitiveNumber++;
      if (!reachesWrite(placement, state, primitiveNumber, colours[i])) continue;
      const { stipple } = state;
      // The stipple comes before the write if it is in an earlier part, or if both are in the epilog.
      const isStippled =
        (stipple === 'prolog' && part !== 'prolog') || (stipple === 'epilog' && part === 'epilog');
      forEachPixel(block, (x, y) => {
        if (isStippled && !keepsPixel(x, y)) return;
        const index = y * ROW_WORDS + x;
        words[index] = (Math.imul(words[index], FOLD_FACTOR) + primitiveNumber) >>> 0;
      });
    }
  return words;
}

/** Returns whether a primitive's fragments reach the write, ignoring the stipple. */
function reachesWrite(
  placement: SectionPlacement,
  state: SectionState,
  primitiveNumber: number,
  colours: PrimitiveColours,
): boolean {
  const part = WRITING_PART[placement];
  if (part === undefined) return false;
  if (part === 'prolog') return true;
  if (placement === 'E09' && primitiveNumber % 2 === 1) return false;
  const discardsLate = state.mainDiscard === 'last' && part === 'main';
  if (state.mainDiscard !== 'none' && !discardsLate && primitiveNumber % 4 === 3) return false;
  if (part === 'main') return true;
  // The main part doubles alpha and subtracts 0.5. It is then clamped if `clamp` is set.
  const { prolog, clamp, alphaTest } = state;
  const vertexAlpha = colours[prolog === 'two-side' ? BACK : 0][0][3];
  const alpha = 2 * (prolog === 'none' ? 1 - (primitiveNumber % 32) / 32 : vertexAlpha) - 0.5;
  return ALPHA_TESTS[alphaTest](clamp ? Math.min(Math.max(alpha, 0), 1) : alpha, ALPHA_REFERENCE);
}
