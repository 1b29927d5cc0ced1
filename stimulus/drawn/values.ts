import type { RandomStream } from '../../transactions/index.js';
import { pick } from '../kit/chance.js';

/**
 * The classes of values in memory, each with a property that some operation treats specially: the low and the high word
 * of one 64-bit value after the other, either of which is also a 32-bit value. `mixed` words are random, and differ
 * between lanes.
 */
const CLASSES = {
  small: [0, 0, 1, 0, 0, 1],
  sign: [0x80000000, 0x80000000, 0x7fffffff, 0x7fffffff, 0x80000001, 0, 1, 0x80000000],
  limit: [0xffffffff, 0xffffffff, 0xffffffff, 0, 0, 0xffffffff, 0xffffffff, 0x7fffffff],
  'equal halves': [0x5aa55aa5, 0x5aa55aa5, 0xc3c3c3c3, 0xc3c3c3c3],
  NaN: [0x7fc00000, 0x7ff80000, 0xffc00001, 0xfff80000, 0x7fc00001, 0x7ff80001],
  'zero float': [0, 0x80000000, 0x80000000, 0],
  float: [
    0x3f800000, 0x3ff00000, 0xbf800000, 0xbff00000, 0x7f800000, 0x7ff00000, 0xff800000, 0xfff00000,
    0x7f7fffff, 0x7fefffff, 0x00800000, 0x00100000,
  ],
  mixed: undefined,
} as const satisfies Readonly<Record<string, readonly number[] | undefined>>;

const CLASS_WORDS: readonly (readonly number[] | undefined)[] = Object.values(CLASSES);

/** A value of one or two words: a constant, or one that differs between lanes and primitives. */
export interface Value {
  readonly words: readonly number[];
  /** Whether each word is combined with the lane's own value. */
  readonly isMixed: boolean;
}

/** Picks the words of a value of a random class, of which each pair of words is one 64-bit value. */
export function pickValue(stream: RandomStream, count: number): Value {
  const constants = pick(stream, CLASS_WORDS);
  const words: number[] = [];
  while (words.length < count) {
    const values = constants ?? [stream.nextUint32(), stream.nextUint32()];
    const first = 2 * stream.below(values.length / 2) + (count === 1 ? stream.below(2) : 0);
    words.push(...values.slice(first, first + 2));
  }
  return { words: words.slice(0, count), isMixed: constants === undefined };
}

/** The differences between an operand and the old value at which an operation's result changes. */
const NEAR = [-1n, 0n, 1n] as const;

/** Picks an atomic's old value and operands of `count` words each. Half of the operands are at or next to the old value. */
export function pickAtomicValues(stream: RandomStream, count: number) {
  const old = pickValue(stream, count);
  const pickOperand = (): Value =>
    stream.below(2) === 0 ? pickValue(stream, count) : addTo(old, pick(stream, NEAR));
  return { old, operand: pickOperand(), compare: pickCompare(stream, old, count) };
}

/** Picks a comparand: the old value, the old value with one bit of one word changed, or any value. */
function pickCompare(stream: RandomStream, old: Value, count: number): Value {
  const choice = stream.below(4);
  if (choice === 0) return pickValue(stream, count);
  if (choice === 1) return old;
  const changed = stream.below(count);
  const bit = stream.below(32);
  return {
    ...old,
    words: old.words.map((word, i) => (i === changed ? (word ^ (1 << bit)) >>> 0 : word)),
  };
}

/** Returns a value plus a difference, wrapping around. The words of a mixed value are changed before they are mixed. */
function addTo({ words, isMixed }: Value, difference: bigint): Value {
  const value = words.reduce((sum, word, i) => sum | (BigInt(word) << BigInt(32 * i)), 0n) + difference;
  return { isMixed, words: words.map((_, i) => Number(BigInt.asUintN(32, value >> BigInt(32 * i)))) };
}

/** The kinds of operands of arithmetic: pairs of 16-bit floats or integers, and others of one or two words. */
export const OPERAND_KINDS = ['half', 'single', 'double', 'integer'] as const;
export type OperandKind = (typeof OPERAND_KINDS)[number];

/** The number of words of each kind that read-only memory holds. */
export const KIND_WORDS = 64;

/** Picks the bits of a float at which operations differ: zeros, denormals, ties, the limits of integers, infinities, NaNs. */
function pickFloat(stream: RandomStream, exponentBits: number, mantissaBits: number): number {
  const [bias, ones] = [2 ** (exponentBits - 1) - 1, 2 ** mantissaBits - 1];
  const bit = 2 ** stream.below(mantissaBits);
  const near = Math.max(1, Math.min(2 * bias, bias - 26 + stream.below(60)));
  const exponent = pick(stream, [0, 1, near, near, bias - 1, bias, bias + 1, 2 * bias, 2 * bias + 1]);
  const mantissa = pick(stream, [0, 0, bit, ones, ones + 1 - bit, stream.below(ones + 1)]);
  return (stream.below(2) * (2 * bias + 2) + exponent) * (ones + 1) + mantissa;
}

/** Widths and distances at which shifts and bit fields differ. */
const LIMITS = [0, 1, 31, 32, 63] as const;

/** Picks an integer next to a power of two, all zeros or ones, a shift or a small offset and width, or any one. */
function pickInteger(stream: RandomStream): number {
  const pickCount = (): number => (stream.below(2) === 0 ? pick(stream, LIMITS) : stream.below(66));
  const power = 2 ** pick(stream, [31, 32, stream.below(33)]) + pick(stream, NEAR_ONE);
  return (
    pick(stream, [
      power,
      -stream.below(2),
      pickCount(),
      pickCount() + 2 ** 16 * pickCount(),
      stream.nextUint32(),
    ]) >>> 0
  );
}

const NEAR_ONE = [-1, 0, 1] as const;

/** Picks one word of an operand, or the high word of two. */
export function pickOperandWord(stream: RandomStream, kind: OperandKind): number {
  if (stream.below(4) === 0) return pickInteger(stream);
  const pickHalf = (): number =>
    stream.below(2) === 0 ? pickFloat(stream, 5, 10) : pickInteger(stream) & 0xffff;
  if (kind === 'half') return pickHalf() * 2 ** 16 + pickHalf();
  if (kind === 'integer') return pickInteger(stream);
  return kind === 'single' ? pickFloat(stream, 8, 23) : pickFloat(stream, 11, 20);
}

/** How an operand may differ from another one, so that comparisons, carries and cancellations change. */
const RELATIONS: readonly ((words: readonly number[]) => readonly number[])[] = [
  ...NEAR.map(
    (difference) => (words: readonly number[]) => addTo({ words, isMixed: false }, difference).words,
  ),
  (words) => words,
  (words) => words.map((word) => ~word >>> 0),
  (words) => words.map((word) => -word >>> 0),
  (words) => words.map((word) => (word ^ 0x80000000) >>> 0),
];

/** Picks the two words of three operands. Half of the later ones are related to the one before them. */
export function pickOperands(stream: RandomStream, kind: OperandKind): readonly (readonly number[])[] {
  const pickFresh = (): readonly number[] => [
    kind === 'double' ? pickInteger(stream) : pickOperandWord(stream, kind),
    pickOperandWord(stream, kind),
  ];
  const pickNext = (previous: readonly number[]): readonly number[] =>
    stream.below(2) === 0 ? pickFresh() : pick(stream, RELATIONS)(previous);
  const first = pickFresh();
  const second = pickNext(first);
  return [first, second, pickNext(second)];
}

/** Picks the words of read-only memory: operands of each kind, of which three are related. */
export function pickOperandMemory(stream: RandomStream): readonly number[] {
  return OPERAND_KINDS.flatMap((kind) =>
    Array.from({ length: KIND_WORDS / 6 + 1 }, () => pickOperands(stream, kind).flat())
      .flat()
      .slice(0, KIND_WORDS),
  );
}
