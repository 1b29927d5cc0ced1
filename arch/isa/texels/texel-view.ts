import type { TexelFormat } from './format.js';

/** The format and channel selects used to read texels. */
export interface TexelView {
  readonly format: TexelFormat;
  /** The selects for X, Y, Z and W, three bits each: the constant 0 or 1, or 4 plus a channel. */
  readonly selects: number;
}
