import type { RandomStream } from '../../transactions/index.js';
import type { Area } from '../scenes/geometry.js';

/** By default, one draw in four has scissor rectangles. */
const SCISSOR_ODDS = 4;

/** Name prefixes of the scissor registers, before `_TL` and `_BR`. Only pixels inside all rectangles are drawn. */
const SCISSORS = ['PA_SC_SCREEN_SCISSOR', 'PA_SC_GENERIC_SCISSOR', 'PA_SC_VPORT_SCISSOR_0'] as const;

/**
 * The maximum number of pixels by which a rectangle may exceed the area. In small areas the limit is one pixel,
 * because rectangles with a larger margin would rarely cut anything off.
 */
const MAX_EXCESS = 3;
const SMALL_EDGE = 16;

/**
 * Picks scissor registers for up to three rectangles, or none. They can cut the area anywhere, even through quads
 * and fragments.
 *
 * @param oneIn one in `oneIn` draws has scissor rectangles
 */
export function pickScissors(
  stream: RandomStream,
  { width, height }: Area,
  oneIn = SCISSOR_ODDS,
): Record<string, number> {
  if (stream.below(oneIn) !== 0) return {};
  const rectangles = SCISSORS.filter(() => stream.below(2) === 0);
  return Object.fromEntries(
    rectangles.flatMap((name) => {
      const packCorner = (x: number, y: number): number => (y << 16) | x;
      const [left, top] = [stream.below(width >> 1), stream.below(height >> 1)];
      const pickEnd = (edge: number): number =>
        edge < SMALL_EDGE
          ? edge + 1 - stream.below((edge >> 1) + 1)
          : edge + MAX_EXCESS - stream.below(edge >> 1);
      const [right, bottom] = [pickEnd(width), pickEnd(height)];
      return [
        [`${name}_TL`, packCorner(left, top)],
        [`${name}_BR`, packCorner(right, bottom)],
      ];
    }),
  );
}
