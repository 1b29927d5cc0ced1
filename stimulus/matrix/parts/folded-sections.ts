import type { AlphaFunction, SectionPlacement, SectionState } from '../../../transactions/index.js';
import type { PrimitiveColours } from '../../sections/scenario.js';
import { type Block, forEachPixel } from '../blocks.js';
import { FOLD_FACTOR } from '../fold-text.js';

/** The number of words per row of pixels. */
const ROW_WORDS = 64;

/** A draw that consists of blocks. Each fragment is folded unless `state` discards it. */
export interface FoldedDraw {
  readonly state: SectionState;
  readonly blocks: readonly Block[];
  /** The colours of each block, which are the same at all vertices. */
  readonly colours: readonly PrimitiveColours[];
}

/** Properties common to all draws of a cell. */
export interface FoldedScene {
  readonly placement: SectionPlacement;
  readonly alphaReference: number;
  /** Whether the stipple keeps a pixel. */
  readonly keepsPixel: (x: number, y: number) => boolean;
}

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
 * in order. Primitives are numbered from 1 across all draws.
 */
export function foldSections(size: number, scene: FoldedScene, draws: readonly FoldedDraw[]): number[] {
  const words = new Array<number>(size * ROW_WORDS).fill(0);
  let primitiveNumber = 0;
  for (const { state, blocks, colours } of draws)
    for (const [i, block] of blocks.entries()) {
      primitiveNumber++;
      if (!reachesWrite(scene, state, primitiveNumber, colours[i])) continue;
      forEachPixel(block, (x, y) => {
        if (isStippledBeforeWrite(scene, state) && !scene.keepsPixel(x, y)) return;
        const index = y * ROW_WORDS + x;
        words[index] = (Math.imul(words[index], FOLD_FACTOR) + primitiveNumber) >>> 0;
      });
    }
  return words;
}

/** Returns whether a primitive's fragments reach the write, ignoring the stipple. */
function reachesWrite(
  scene: FoldedScene,
  state: SectionState,
  primitiveNumber: number,
  colours: PrimitiveColours,
): boolean {
  const part = WRITING_PART[scene.placement];
  if (part === undefined) return false;
  if (part === 'prolog') return true;
  if (scene.placement === 'E09' && primitiveNumber % 2 === 1) return false;
  const discardsLate = state.mainDiscard === 'last' && part === 'main';
  if (state.mainDiscard !== 'none' && !discardsLate && primitiveNumber % 4 === 3) return false;
  return (
    part === 'main' ||
    ALPHA_TESTS[state.alphaTest](computeAlpha(state, primitiveNumber, colours), scene.alphaReference)
  );
}

/**
 * Returns whether the stipple is applied before the write: it is in the prolog and the write is in a later part, or
 * both are in the epilog.
 */
function isStippledBeforeWrite({ placement }: FoldedScene, { stipple }: SectionState): boolean {
  const part = WRITING_PART[placement];
  return (stipple === 'prolog' && part !== 'prolog') || (stipple === 'epilog' && part === 'epilog');
}

/**
 * Computes the alpha that reaches the alpha test. The main part doubles it and subtracts 0.5. It is then clamped if
 * `clamp` is set.
 */
function computeAlpha(
  { prolog, clamp }: SectionState,
  primitiveNumber: number,
  colours: PrimitiveColours,
): number {
  const input =
    prolog === 'none' ? 1 - (primitiveNumber % 32) / 32 : colours[prolog === 'two-side' ? BACK : 0][0][3];
  const alpha = input * 2 - 0.5;
  return clamp ? Math.min(Math.max(alpha, 0), 1) : alpha;
}
