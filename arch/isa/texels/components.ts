import type { WaveState } from '../../wave-state.js';
import type { MemoryRequest } from '../instruction.js';
import { floatFromBits, floatToBits } from '../numbers/bits.js';
import { halfToNumber, numberToHalf, ROUND_NEAREST } from '../numbers/half.js';
import { encodeOne, readChannel, requireStorable, writeChannel } from './channel.js';
import { DATA_STRIDE, FIRST_CHANNEL, isInteger, type TexelFormat, type TexelView } from './format.js';

/** The registers that hold the components, one or two components per register. */
export interface ComponentRegisters {
  /** Index in `v` of the first element. */
  readonly first: number;
  /** Whether components are 16 bits wide and share registers (D16). */
  readonly isPacked16: boolean;
  /** Whether a single component goes to the upper half of the register, leaving the lower half unchanged. */
  readonly isUpper?: boolean;
}

/** Returns component `i` of a lane's texel, as 32 bits, after applying the descriptor's channel selects. */
export function readSelectedComponent(
  { format, selects }: TexelView,
  data: Int32Array,
  lane: number,
  i: number,
): number {
  const select = (selects >>> (3 * i)) & 7;
  if (select >= FIRST_CHANNEL) return readChannel(format, data, lane, select - FIRST_CHANNEL);
  return select === 1 ? encodeOne(format) : 0;
}

/**
 * Returns the index of the texel dword that holds component `i` verbatim, or -1 if the component needs conversion or is
 * constant.
 */
export function findVerbatimDword({ format, selects }: TexelView, i: number): number {
  const channel = format.channels[((selects >>> (3 * i)) & 7) - FIRST_CHANNEL];
  return channel?.width === 32 ? channel.dword : -1;
}

/** Converts a component to 16 bits: a half float, or the low bits of an integer. */
function toHalfComponent(component: number, format: TexelFormat): number {
  if (isInteger(format)) return component & 0xffff;
  return numberToHalf(floatFromBits(component), ROUND_NEAREST);
}

/** Writes a lane's `i`th component to its register or half-register. */
export function writeComponent(
  { v, lanes }: WaveState,
  { first, isPacked16, isUpper }: ComponentRegisters,
  lane: number,
  i: number,
  component: number,
  format: TexelFormat,
): void {
  if (!isPacked16) {
    v[first + i * lanes + lane] = component;
    return;
  }
  const element = first + (i >> 1) * lanes + lane;
  const half = toHalfComponent(component, format);
  if (isUpper === true) v[element] = (v[element] & 0xffff) | (half << 16);
  else v[element] = (i & 1) === 0 ? half : v[element] | (half << 16);
}

/** Reads the `i`th component of a lane as 32 bits. */
function readComponent(
  { v, lanes }: WaveState,
  { first, isPacked16, isUpper }: ComponentRegisters,
  lane: number,
  i: number,
  format: TexelFormat,
): number {
  if (!isPacked16) return v[first + i * lanes + lane];
  const word = v[first + (i >> 1) * lanes + lane];
  const half = (i & 1) === 1 || isUpper === true ? word >>> 16 : word & 0xffff;
  if (!isInteger(format)) return floatToBits(halfToNumber(half));
  return format.kind === 'sint' ? (half << 16) >> 16 : half;
}

/** Packs a lane's components into a texel. `channels` lists the channel of each component. */
export function packTexel(
  wave: WaveState,
  request: MemoryRequest,
  registers: ComponentRegisters,
  channels: readonly number[],
  format: TexelFormat,
  lane: number,
): void {
  requireStorable(format);
  const { data } = request;
  for (let dword = 0; dword * 4 < format.bytes; dword++) data[dword * DATA_STRIDE + lane] = 0;
  channels.forEach((channel, i) => {
    writeChannel(format, data, lane, channel, readComponent(wave, registers, lane, i, format));
  });
}
