import type { WaveState } from '../../wave-state.js';
import type { MemoryRequest } from '../instruction.js';
import { bitsOfFloat, floatOfBits } from '../numbers/bits.js';
import { halfBits, ROUND_NEAREST, valueOfHalf } from '../numbers/half.js';
import { oneOf, readChannel, requireStorable, writeChannel } from './channel.js';
import { isInteger, type TexelFormat } from './format.js';
import type { TexelView } from './texel-view.js';

/** Registers of components: one per component, or one per two. */
export interface ComponentRegisters {
  /** First element in `v`. */
  readonly first: number;
  /** Components are 16 bits wide and share registers (D16). */
  readonly areHalves: boolean;
  /** A single component goes to the upper half; the lower is unchanged. */
  readonly isUpper?: boolean;
}

const DATA_STRIDE = 64;
const FIRST_CHANNEL = 4;

/** Component `i` of a lane's texel after the descriptor's select; 32 bits. */
export function selectedComponent(
  { format, selects }: TexelView,
  data: Int32Array,
  lane: number,
  i: number,
): number {
  const select = (selects >>> (3 * i)) & 7;
  if (select >= FIRST_CHANNEL) return readChannel(format, data, lane, select - FIRST_CHANNEL);
  return select === 1 ? oneOf(format) : 0;
}

/** The dword of a texel that is component `i` without conversion; -1 if the component is converted or constant. */
export function wholeDwordOf({ format, selects }: TexelView, i: number): number {
  const place = format.channels[((selects >>> (3 * i)) & 7) - FIRST_CHANNEL];
  return place?.width === 32 ? place.dword : -1;
}

/** A component in 16 bits: a half, or an integer's low bits. */
function halfComponent(component: number, format: TexelFormat): number {
  if (isInteger(format)) return component & 0xffff;
  return halfBits(floatOfBits(component), ROUND_NEAREST);
}

/** Writes the `place`th component of a lane to its register or half of one. */
export function deliverComponent(
  { v, lanes }: WaveState,
  { first, areHalves, isUpper }: ComponentRegisters,
  lane: number,
  place: number,
  component: number,
  format: TexelFormat,
): void {
  if (!areHalves) {
    v[first + place * lanes + lane] = component;
    return;
  }
  const at = first + (place >> 1) * lanes + lane;
  const half = halfComponent(component, format);
  if (isUpper === true) v[at] = (v[at] & 0xffff) | (half << 16);
  else v[at] = (place & 1) === 0 ? half : v[at] | (half << 16);
}

/** The `place`th component of a lane as 32 bits. */
function takeComponent(
  { v, lanes }: WaveState,
  { first, areHalves, isUpper }: ComponentRegisters,
  lane: number,
  place: number,
  format: TexelFormat,
): number {
  if (!areHalves) return v[first + place * lanes + lane];
  const word = v[first + (place >> 1) * lanes + lane];
  const half = (place & 1) === 1 || isUpper === true ? word >>> 16 : word & 0xffff;
  if (!isInteger(format)) return bitsOfFloat(valueOfHalf(half));
  return format.kind === 'sint' ? (half << 16) >> 16 : half;
}

/** Packs a lane's components into a texel; `components` maps registers to channels. */
export function packTexel(
  wave: WaveState,
  request: MemoryRequest,
  registers: ComponentRegisters,
  components: readonly number[],
  format: TexelFormat,
  lane: number,
): void {
  requireStorable(format);
  const { data } = request;
  for (let dword = 0; dword * 4 < format.bytes; dword++) data[dword * DATA_STRIDE + lane] = 0;
  components.forEach((channel, place) => {
    writeChannel(format, data, lane, channel, takeComponent(wave, registers, lane, place, format));
  });
}
