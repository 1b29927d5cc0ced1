import type { TexelFormat } from '../isa/texels/format.js';

/** Selects of a channel of the format, of zero and of one. */
const FIRST_CHANNEL = 4;
const ONE = 1;
const CHANNELS = 4;

/** Selects of X, Y, Z and W, three bits each: channels that the format has, 0 for the missing ones and 1 for a missing W. */
export function channelSelects({ channels }: TexelFormat): number {
  return Array.from({ length: CHANNELS }, (_, i) => {
    if (i < channels.length) return FIRST_CHANNEL + i;
    return i === CHANNELS - 1 ? ONE : 0;
  }).reduce((bits, select, i) => bits | (select << (3 * i)), 0);
}
