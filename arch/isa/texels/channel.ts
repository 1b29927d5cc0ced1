import { UnsupportedOperation } from '../instruction.js';
import { floatFromBits, floatToBits, QUIET_NAN } from '../numbers/bits.js';
import { roundToEven } from '../numbers/float.js';
import { halfToNumber, numberToHalf, ROUND_NEAREST } from '../numbers/half.js';
import { exp2, log2, powerOfTwo } from '../numbers/transcendental.js';
import { type Channel, DATA_STRIDE, isInteger, type TexelFormat } from './format.js';

/** The exponent bias of the unsigned 10-bit and 11-bit floats. */
const BIAS = 15;
const MAX_EXPONENT = 31;

/** Decodes an unsigned float with a 5-bit exponent and `fractionBits` mantissa bits. */
function smallFloatToNumber(bits: number, fractionBits: number): number {
  const exponent = (bits >>> fractionBits) & MAX_EXPONENT;
  const mantissa = bits & (2 ** fractionBits - 1);
  if (exponent === MAX_EXPONENT) return mantissa === 0 ? Infinity : Number.NaN;
  if (exponent === 0) return mantissa * powerOfTwo(1 - BIAS - fractionBits);
  return (1 + mantissa * powerOfTwo(-fractionBits)) * powerOfTwo(exponent - BIAS);
}

/**
 * Encodes a number as an unsigned float with a 5-bit exponent, rounded towards zero. Negative numbers become zero, and
 * finite numbers saturate at the largest finite value.
 */
function numberToSmallFloat(value: number, fractionBits: number): number {
  if (Number.isNaN(value)) return 2 ** (fractionBits + 5) - 1;
  if (!(value > 0)) return 0;
  if (value === Infinity) return MAX_EXPONENT << fractionBits;
  let exponent = 1;
  while (exponent < MAX_EXPONENT && value >= powerOfTwo(exponent + 1 - BIAS)) exponent++;
  if (exponent === MAX_EXPONENT) return (MAX_EXPONENT << fractionBits) - 1;
  const units = Math.floor(value * powerOfTwo(BIAS - exponent + fractionBits));
  return ((exponent - 1) << fractionBits) + units;
}

/** Returns the value of a 9-bit mantissa with a shared exponent. */
function sharedExponentToNumber(mantissa: number, exponent: number): number {
  return mantissa * powerOfTwo(exponent - BIAS - 9);
}

const ALPHA = 3;
const SHARED_EXPONENT_SHIFT = 27;

function makeLowMask(width: number): number {
  return width === 32 ? -1 : 2 ** width - 1;
}

function signExtend(bits: number, width: number): number {
  return (bits << (32 - width)) >> (32 - width);
}

/** Converts an sRGB value in [0, 1] to a linear one. */
function toLinear(encoded: number): number {
  if (encoded <= 0.04045) return encoded / 12.92;
  return exp2(2.4 * log2((encoded + 0.055) / 1.055));
}

function decodeFloat(bits: number, width: number): number {
  return width === 16 ? halfToNumber(bits) : smallFloatToNumber(bits, width - 5);
}

function decodeNumber({ kind }: TexelFormat, bits: number, width: number, channel: number): number {
  switch (kind) {
    case 'unorm':
      return bits / makeLowMask(width);
    case 'snorm':
      return width === 1 ? 0 : Math.max(-1, signExtend(bits, width) / (2 ** (width - 1) - 1));
    case 'srgb':
      return channel === ALPHA ? bits / 255 : toLinear(bits / 255);
    case 'uscaled':
    case 'uint':
      return bits;
    case 'sscaled':
    case 'sint':
      return signExtend(bits, width);
    case 'float':
      return decodeFloat(bits, width);
  }
}

/** Returns the bits that represent 1 in a component of the format. */
export function encodeOne(format: TexelFormat): number {
  return isInteger(format) ? 1 : floatToBits(1);
}

/**
 * Reads a channel of a lane's texel as a 32-bit component, which is an integer or a float. Missing channels are 0,
 * except that a missing fourth channel is 1.
 *
 * @param data texels in the layout of a request
 * @param lane index of the texel's first dword in `data`
 */
export function readChannel(format: TexelFormat, data: Int32Array, lane: number, channel: number): number {
  const location = format.channels[channel];
  if (location === undefined) return channel === ALPHA ? encodeOne(format) : 0;
  const { dword, shift, width } = location;
  const word = data[dword * DATA_STRIDE + lane];
  if (width === 32) return word;
  const bits = (word >>> shift) & makeLowMask(width);
  if (format.sharesExponent) return floatToBits(sharedExponentToNumber(bits, word >>> SHARED_EXPONENT_SHIFT));
  const value = decodeNumber(format, bits, width, channel);
  if (isInteger(format)) return value;
  return Number.isNaN(value) ? QUIET_NAN : floatToBits(value);
}

function encodeNormalised(value: number, low: number, scale: number): number {
  const clamped = value > low ? Math.min(1, value) : low;
  return Number.isNaN(value) ? 0 : roundToEven(Math.fround(clamped * scale));
}

function encodeScaled(value: number, low: number, high: number): number {
  return Number.isNaN(value) ? 0 : roundToEven(Math.max(low, Math.min(high, value)));
}

function encodeFloat(value: number, width: number): number {
  return width === 16 ? numberToHalf(value, ROUND_NEAREST) : numberToSmallFloat(value, width - 5);
}

function encodeBits(format: TexelFormat, component: number, { width }: Channel): number {
  if (isInteger(format)) return component;
  if (width === 32) return component;
  const value = floatFromBits(component);
  const half = 2 ** (width - 1);
  switch (format.kind) {
    case 'unorm':
      return encodeNormalised(value, 0, 2 ** width - 1);
    case 'snorm':
      return encodeNormalised(value, -1, half - 1);
    case 'uscaled':
      return encodeScaled(value, 0, 2 ** width - 1);
    case 'sscaled':
      return encodeScaled(value, -half, half - 1);
    default:
      return encodeFloat(value, width);
  }
}

/** Throws if texels of the format cannot be stored, as with sRGB and shared exponents. */
export function requireStorable(format: TexelFormat): void {
  if (format.kind === 'srgb' || format.sharesExponent) {
    throw new UnsupportedOperation(`store to a texel of format ${format.name}`);
  }
}

/**
 * Writes a component to a channel of a lane's texel. The channel's bits must be zero. Skips channels missing from the
 * format. Floats are rounded to nearest even, except 10-bit and 11-bit floats, which are rounded towards zero. Integers
 * are truncated to their low bits.
 */
export function writeChannel(
  format: TexelFormat,
  data: Int32Array,
  lane: number,
  channel: number,
  component: number,
): void {
  const location = format.channels[channel];
  if (location === undefined) return;
  const { dword, shift, width } = location;
  data[dword * DATA_STRIDE + lane] |= (encodeBits(format, component, location) & makeLowMask(width)) << shift;
}

/**
 * Returns the words of a texel with the given components, which are integers or floats as 32 bits. A texel of less than a
 * word is repeated to fill one. Throws `UnsupportedOperation` if such texels cannot be stored.
 */
export function encodeTexel(format: TexelFormat, components: readonly number[]): readonly number[] {
  requireStorable(format);
  const data = new Int32Array(DATA_STRIDE * components.length);
  for (const [channel, component] of components.entries()) writeChannel(format, data, 0, channel, component);
  const words = Array.from({ length: Math.ceil(format.bytes / 4) }, (_, i) => data[i * DATA_STRIDE]! >>> 0);
  if (format.bytes >= 4) return words;
  const copies = Array.from({ length: 4 / format.bytes }, (_, i) => words[0]! << (8 * format.bytes * i));
  return [copies.reduce((word, copy) => word | copy, 0) >>> 0];
}
