import type { TexelFormat } from '../isa/texels/format.js';

/** Select code of the format's first channel. Codes 0 and 1 select the constants 0 and 1. */
const FIRST_CHANNEL = 4;
const ONE = 1;
const CHANNELS = 4;

/**
 * Returns the 3-bit selects for X, Y, Z and W. Channels missing from the format read as 0, except W, which reads as 1.
 */
export function encodeChannelSelects({ channels }: TexelFormat): number {
  return Array.from({ length: CHANNELS }, (_, i) => {
    if (i < channels.length) return FIRST_CHANNEL + i;
    return i === CHANNELS - 1 ? ONE : 0;
  }).reduce((bits, select, i) => bits | (select << (3 * i)), 0);
}
