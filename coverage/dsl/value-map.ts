import type { ValueSet } from './definition.js';

/** Number of values, from the lowest up, that are looked up directly in an array. Higher ones use binary search. */
const MAX_DIRECT_SIZE = 1024;

/** An inclusive range and the number it maps to. */
export interface MappedRange {
  readonly low: number;
  readonly high: number;
  readonly target: number;
}

/** A map from integers to small numbers, built once and read for every sample. */
export type ValueMap = Readonly<ReturnType<typeof buildValueMap>>;

/** Returns the ranges in a value set, in the same order. Throws unless they are ranges of 32-bit integers. */
export function toRanges(values: ValueSet, owner: string): { low: number; high: number }[] {
  return values.map((value) => {
    const [low, high] = typeof value === 'number' ? [value, value] : value;
    if ((low | 0) !== low || (high | 0) !== high || low > high) {
      throw new Error(
        `Invalid values of ${owner}: expected 32-bit integers with low <= high, got ${low}..${high}.`,
      );
    }
    return { low, high };
  });
}

/** Builds a value map from disjoint ranges. `others` is the target of all other values, or -1 if there is none. */
export function buildValueMap(ranges: readonly MappedRange[], others: number) {
  const sorted = [...ranges].sort((a, b) => a.low - b.low);
  const low = sorted[0]?.low ?? 0;
  const size = Math.min((sorted.at(-1)?.high ?? low - 1) - low + 1, MAX_DIRECT_SIZE);
  const direct = new Int16Array(size).fill(others);
  for (const range of sorted) direct.fill(range.target, range.low - low, range.high - low + 1);
  const remainingRanges = sorted.filter((range) => range.high >= low + size);
  return {
    /** The target of each value v from `low` upwards, as `direct[v - low]`. */
    direct,
    low,
    /** The starts of the ranges beyond `direct`, in ascending order, with their ends and targets. */
    starts: Int32Array.from(remainingRanges, (range) => range.low),
    ends: Int32Array.from(remainingRanges, (range) => range.high),
    targets: Int16Array.from(remainingRanges, (range) => range.target),
    others,
  };
}

/** Returns the target of a value, or -1 if there is none. */
export function lookUp(map: ValueMap, value: number): number {
  const offset = value - map.low;
  return offset >= 0 && offset < map.direct.length ? map.direct[offset]! : searchRanges(map, value);
}

/** Returns the target of a value beyond `direct`. */
export function searchRanges(map: ValueMap, value: number): number {
  const { starts } = map;
  let below = 0;
  let above = starts.length;
  while (below < above) {
    const middle = (below + above) >>> 1;
    if (starts[middle]! <= value) below = middle + 1;
    else above = middle;
  }
  return below > 0 && value <= map.ends[below - 1]! ? map.targets[below - 1]! : map.others;
}
