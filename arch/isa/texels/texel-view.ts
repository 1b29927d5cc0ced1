import type { TexelFormat } from './format.js';

/** How texels are read: with their format and the descriptor's channel selects. */
export interface TexelView {
  readonly format: TexelFormat;
  /** The selects for X, Y, Z and W, three bits each: 0, 1, or 4 plus a channel. */
  readonly selects: number;
}
