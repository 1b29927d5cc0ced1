import { bitsOfFloat, floatOfBits } from '../numbers/bits.js';
import { roundToEven } from '../numbers/float.js';
import { TEXEL } from './image-descriptor.js';

const ONE = bitsOfFloat(1);

/** Channel `i` of a texel before the descriptor's selects, as register bits. */
function channel(texel: number, kind: number, i: number): number {
  if (kind === TEXEL.UNORM8) return bitsOfFloat(((texel >>> (8 * i)) & 0xff) / 255);
  if (i === 0) return texel;
  return i === 3 ? one(kind) : 0;
}

function one(kind: number): number {
  return kind === TEXEL.UINT ? 1 : ONE;
}

/** Component `i` as a load gives it: the select may name a constant or another channel. */
export function loadedComponent(texel: number, kind: number, selects: number, i: number): number {
  const select = (selects >>> (3 * i)) & 7;
  if (select >= 4) return channel(texel, kind, select - 4);
  return select === 1 ? one(kind) : 0;
}

/** Bits of channel `i` of a texel that stores `component`'s bits there. */
export function storedChannel(component: number, kind: number, i: number): number {
  if (kind !== TEXEL.UNORM8) return i === 0 ? component : 0;
  const value = floatOfBits(component);
  const clamped = value > 0 ? Math.min(1, value) : 0;
  return roundToEven(Math.fround(clamped * 255)) << (8 * i);
}
