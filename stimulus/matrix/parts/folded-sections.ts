import type { AlphaFunction, SectionPlacement, SectionState } from '../../../transactions/index.js';
import type { PrimitiveColours } from '../../sections/scenario.js';
import { type Block, eachPixel } from '../blocks.js';
import { FOLD_FACTOR } from '../fold-text.js';

/** Words from one row of pixels to the next. */
const ROW_WORDS = 64;

/** One draw of blocks whose fragments fold as its state lets them. */
export interface FoldedDraw {
  readonly state: SectionState;
  readonly blocks: readonly Block[];
  /** Of each block, the same at all vertices. */
  readonly colours: readonly PrimitiveColours[];
}

/** What is the same for all draws of a cell. */
export interface FoldedScene {
  readonly placement: SectionPlacement;
  readonly alphaReference: number;
  /** Whether the stipple lets a pixel live. */
  readonly livesAt: (x: number, y: number) => boolean;
}

/** A block has its corners clockwise, so its back is seen: colours of back faces come after the two of front faces. */
const BACK = 2;

/** Part in which each section writes; E08 has none. */
const WRITES_IN: Readonly<Record<SectionPlacement, 'prolog' | 'main' | 'epilog' | undefined>> = {
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

const PASSES: Readonly<Record<AlphaFunction, (alpha: number, reference: number) => boolean>> = {
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
 * Words that sections of prolog, main part and epilog leave (scenarios.md 5.1), by arithmetic of its own: each fragment that is
 * alive where its section writes makes word * 31 + number of its pixel's word, in order. Primitives count from 1 through all draws.
 */
export function foldedSections(size: number, scene: FoldedScene, draws: readonly FoldedDraw[]): number[] {
  const words = new Array<number>(size * ROW_WORDS).fill(0);
  let number = 0;
  for (const { state, blocks, colours } of draws)
    for (const [i, block] of blocks.entries()) {
      number++;
      if (!isWritten(scene, state, number, colours[i])) continue;
      eachPixel(block, (x, y) => {
        if (isStippled(scene, state) && !scene.livesAt(x, y)) return;
        const at = y * ROW_WORDS + x;
        words[at] = (Math.imul(words[at], FOLD_FACTOR) + number) >>> 0;
      });
    }
  return words;
}

/** Whether fragments of a primitive reach the write, wherever they lie. */
function isWritten(
  scene: FoldedScene,
  state: SectionState,
  number: number,
  colours: PrimitiveColours,
): boolean {
  const part = WRITES_IN[scene.placement];
  if (part === undefined) return false;
  if (part === 'prolog') return true;
  if (scene.placement === 'E09' && number % 2 === 1) return false;
  const isLate = state.mainDiscard === 'last' && part === 'main';
  if (state.mainDiscard !== 'none' && !isLate && number % 4 === 3) return false;
  return part === 'main' || PASSES[state.alphaTest](alphaOf(state, number, colours), scene.alphaReference);
}

/** Whether the stipple comes before the write: a prolog's after a section of the prolog alone, an epilog's in one of the epilog. */
function isStippled({ placement }: FoldedScene, { stipple }: SectionState): boolean {
  const part = WRITES_IN[placement];
  return (stipple === 'prolog' && part !== 'prolog') || (stipple === 'epilog' && part === 'epilog');
}

/** Alpha of r0 at the alpha test: the main part doubles it and takes one half away; the clamp comes before the test. */
function alphaOf({ prolog, clamp }: SectionState, number: number, colours: PrimitiveColours): number {
  const input = prolog === 'none' ? 1 - (number % 32) / 32 : colours[prolog === 'two-side' ? BACK : 0][0][3];
  const alpha = input * 2 - 0.5;
  return clamp ? Math.min(Math.max(alpha, 0), 1) : alpha;
}
