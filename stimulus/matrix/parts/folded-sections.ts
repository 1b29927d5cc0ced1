import type { AlphaFunction, SectionPlacement, SectionState } from '../../../transactions/index.js';
import type { PrimitiveColours } from '../../sections/scenario.js';
import { type Block, forEachPixel } from '../blocks.js';
import { FOLD_FACTOR } from '../fold-text.js';

/** The number of words per row of pixels. */
const ROW_WORDS = 64;

/** A draw of blocks whose fragments fold unless their state discards them. */
export interface FoldedDraw {
  readonly state: SectionState;
  readonly blocks: readonly Block[];
  /** The colours of each block, which are the same at all vertices. */
  readonly colours: readonly PrimitiveColours[];
}

/** The properties that all draws of a cell share. */
export interface FoldedScene {
  readonly placement: SectionPlacement;
  readonly alphaReference: number;
  /** Whether the stipple keeps a pixel. */
  readonly passesAt: (x: number, y: number) => boolean;
}

/**
 * The index of the first back-face colour, after the two front-face ones. A block's corners are in clockwise order,
 * so its back faces the viewer.
 */
const BACK = 2;

/** The part in which each placement's section writes; E08 has no section. */
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
 * Computes, independently of the shaders, the final words of sections in the prolog, main part or epilog
 * (scenarios.md 5.1). Each fragment that is still alive when its section writes updates its pixel's word to word *
 * 31 + number, in order. Primitives are numbered from 1 across all draws.
 */
export function foldSections(size: number, scene: FoldedScene, draws: readonly FoldedDraw[]): number[] {
  const words = new Array<number>(size * ROW_WORDS).fill(0);
  let number = 0;
  for (const { state, blocks, colours } of draws)
    for (const [i, block] of blocks.entries()) {
      number++;
      if (!isWritten(scene, state, number, colours[i])) continue;
      forEachPixel(block, (x, y) => {
        if (isStippled(scene, state) && !scene.passesAt(x, y)) return;
        const index = y * ROW_WORDS + x;
        words[index] = (Math.imul(words[index], FOLD_FACTOR) + number) >>> 0;
      });
    }
  return words;
}

/** Returns whether a primitive's fragments reach the write, ignoring the stipple. */
function isWritten(
  scene: FoldedScene,
  state: SectionState,
  number: number,
  colours: PrimitiveColours,
): boolean {
  const part = WRITING_PART[scene.placement];
  if (part === undefined) return false;
  if (part === 'prolog') return true;
  if (scene.placement === 'E09' && number % 2 === 1) return false;
  const isLate = state.mainDiscard === 'last' && part === 'main';
  if (state.mainDiscard !== 'none' && !isLate && number % 4 === 3) return false;
  return (
    part === 'main' ||
    ALPHA_TESTS[state.alphaTest](computeAlpha(state, number, colours), scene.alphaReference)
  );
}

/**
 * Returns whether the stipple precedes the write. The prolog's does unless the section writes in the prolog; the
 * epilog's does only if the section writes in the epilog.
 */
function isStippled({ placement }: FoldedScene, { stipple }: SectionState): boolean {
  const part = WRITING_PART[placement];
  return (stipple === 'prolog' && part !== 'prolog') || (stipple === 'epilog' && part === 'epilog');
}

/**
 * Computes alpha as the alpha test sees it. The main part doubles it and subtracts one half, and the clamp precedes the
 * test.
 */
function computeAlpha({ prolog, clamp }: SectionState, number: number, colours: PrimitiveColours): number {
  const input = prolog === 'none' ? 1 - (number % 32) / 32 : colours[prolog === 'two-side' ? BACK : 0][0][3];
  const alpha = input * 2 - 0.5;
  return clamp ? Math.min(Math.max(alpha, 0), 1) : alpha;
}
