import type { TexelFormat } from './format.js';

/** How texels are read: with their format and the descriptor's channel selects. */
export interface TexelView {
  readonly format: TexelFormat;
  /** The selects for X, Y, Z and W, three bits each: 0, 1, or a channel from 4 up. */
  readonly selects: number;
}
