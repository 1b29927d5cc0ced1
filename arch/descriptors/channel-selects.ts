import type { TexelFormat } from '../isa/texels/format.js';

/** Select of the format's first channel; selects 0 and 1 yield these constants. */
const FIRST_CHANNEL = 4;
const ONE = 1;
const CHANNELS = 4;

/** Selects of X, Y, Z and W, three bits each: the format's channels, 0 for missing ones, 1 for a missing W. */
export function channelSelects({ channels }: TexelFormat): number {
  return Array.from({ length: CHANNELS }, (_, i) => {
    if (i < channels.length) return FIRST_CHANNEL + i;
    return i === CHANNELS - 1 ? ONE : 0;
  }).reduce((bits, select, i) => bits | (select << (3 * i)), 0);
}
