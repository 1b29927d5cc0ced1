import { popcount } from '../wave-state.js';
import { reverseBits } from './numbers/integer.js';

/**
 * A `ds_swizzle` pattern, from the manuals' pseudocode:
 * - `quad`: each lane of a quad selects its own source lane;
 * - `bits`: bits of the lane index are masked, set and flipped;
 * - `rotate`: lanes rotate by a distance, but the bits of the lane index that are set in `mask` do not change;
 * - `fourier`: lanes are permuted in FFT order.
 */
type Swizzle =
  | { readonly kind: 'quad'; readonly lanes: readonly number[] }
  | { readonly kind: 'bits'; readonly and: number; readonly or: number; readonly xor: number }
  | { readonly kind: 'rotate'; readonly distance: number; readonly mask: number }
  | { readonly kind: 'fourier'; readonly mask: number };

const QUAD = 0x8000;
const ROTATE = 0xc000;
const FOURIER = 0xe000;
const ROTATE_LEFT = 0x400;
const LANE_BITS = [4, 3, 2, 1, 0];
const LANES = 32;

/** Returns the pattern encoded in a 16-bit offset, or undefined if bits that are meaningless in quad mode are set. */
export function decodeSwizzle(offset: number): Swizzle | undefined {
  const mask = offset & 31;
  if (offset >= FOURIER) return { kind: 'fourier', mask };
  if (offset >= ROTATE) {
    const distance = (offset >>> 5) & 31;
    return { kind: 'rotate', distance: (offset & ROTATE_LEFT) !== 0 ? -distance : distance, mask };
  }
  if ((offset & 0xff00) === QUAD) {
    return { kind: 'quad', lanes: [0, 1, 2, 3].map((i) => (offset >>> (2 * i)) & 3) };
  }
  if ((offset & QUAD) !== 0) return undefined;
  return { kind: 'bits', and: mask, or: (offset >>> 5) & 31, xor: (offset >>> 10) & 31 };
}

/** Returns the lane that the given lane reads. Both are indices in a group of 32. */
function getSourceInGroup(swizzle: Exclude<Swizzle, { kind: 'quad' }>, lane: number): number {
  switch (swizzle.kind) {
    case 'bits':
      return ((lane & swizzle.and) | swizzle.or) ^ swizzle.xor;
    case 'rotate':
      return (lane & swizzle.mask) | ((lane + swizzle.distance) & ~swizzle.mask & 31);
    case 'fourier':
      // The five bits of the lane index are reversed.
      return ((reverseBits(lane) >>> 27) >>> popcount(swizzle.mask)) | (lane & swizzle.mask);
  }
}

/** Returns the lane that the given lane reads. */
export function getSourceLane(swizzle: Swizzle, lane: number): number {
  if (swizzle.kind === 'quad') return (lane & ~3) | swizzle.lanes[lane & 3];
  return (lane & ~31) | getSourceInGroup(swizzle, lane & 31);
}

function isPowerOfTwo(value: number): boolean {
  return value > 0 && (value & (value - 1)) === 0;
}

/** Returns a digit for each fixed bit, `p` for each preserved bit and `i` for each inverted bit, highest bit first. */
function formatBits({ and, or, xor }: Swizzle & { kind: 'bits' }): string {
  return LANE_BITS.map((bit) => {
    const [zero, one] = [or ^ xor, (and | or) ^ xor].map((value) => (value >>> bit) & 1);
    if (zero === one) return `${zero}`;
    return zero === 0 ? 'p' : 'i';
  }).join('');
}

/** Formats a `ds_swizzle` offset as LLVM does. */
export function formatSwizzle(offset: number): string {
  const swizzle = decodeSwizzle(offset);
  if (swizzle?.kind === 'quad') return `swizzle(QUAD_PERM,${swizzle.lanes.join(',')})`;
  if (swizzle?.kind !== 'bits') return `${offset}`;
  const { and, or, xor } = swizzle;
  if (and === 31 && or === 0 && isPowerOfTwo(xor)) return `swizzle(SWAP,${xor})`;
  if (and === 31 && or === 0 && xor > 0 && isPowerOfTwo(xor + 1)) return `swizzle(REVERSE,${xor + 1})`;
  const group = LANES - and;
  if (group > 1 && isPowerOfTwo(group) && or < group && xor === 0) return `swizzle(BROADCAST,${group},${or})`;
  return `swizzle(BITMASK_PERM,"${formatBits(swizzle)}")`;
}

function encodeBits(and: number, or: number, xor: number): number {
  return and | (or << 5) | (xor << 10);
}

function encodeLetters(letters: string): number {
  const mask = (selected: string) =>
    [...letters].reduce((bits, letter, i) => bits | (selected.includes(letter) ? 16 >> i : 0), 0);
  return encodeBits(mask('pi'), mask('1'), mask('i'));
}

/** Parses an offset from an operand's text. Returns undefined if the text is not a swizzle. */
export function parseSwizzleOffset(text: string): number | undefined {
  const match = /^swizzle\((\w+)\s*,\s*(.*)\)$/.exec(text);
  if (match === null) return undefined;
  const letters = /^"([01pi]{5})"$/.exec(match[2])?.[1];
  if (match[1] === 'BITMASK_PERM') return letters === undefined ? undefined : encodeLetters(letters);
  const [first, second = 0, ...rest] = match[2].split(',').map(Number);
  if ([first, second, ...rest].some((value) => !Number.isInteger(value) || value < 0 || value > LANES))
    return undefined;
  switch (match[1]) {
    case 'QUAD_PERM':
      return [first, second, ...rest].reduce((bits, lane, i) => bits | ((lane & 3) << (2 * i)), QUAD);
    case 'SWAP':
      return encodeBits(31, 0, first);
    case 'REVERSE':
      return encodeBits(31, 0, first - 1);
    case 'BROADCAST':
      return encodeBits(LANES - first, second, 0);
    default:
      return undefined;
  }
}
