/** A set of test indices as ascending inclusive ranges that neither touch nor overlap: first, last, first, last… */
export type Intervals = readonly number[];

/** Returns the union of two sets. */
export function uniteIntervals(a: Intervals, b: Intervals): Intervals {
  const ranges = [...listRanges(a), ...listRanges(b)].sort((x, y) => x[0] - y[0]);
  const union: number[] = [];
  for (const [first, last] of ranges) {
    const end = union.length - 1;
    if (end >= 0 && first <= union[end]! + 1) union[end] = Math.max(union[end]!, last);
    else union.push(first, last);
  }
  return union;
}

/** Returns the set with one index added. */
export function addIndex(set: Intervals, index: number): Intervals {
  const end = set.length - 1;
  if (end >= 0 && index === set[end]! + 1) return [...set.slice(0, end), index];
  return uniteIntervals(set, [index, index]);
}

/** Returns the number of indices in the set. */
export function countIndices(set: Intervals): number {
  return listRanges(set).reduce((sum, [first, last]) => sum + last - first + 1, 0);
}

/** Returns how many indices in the set are smaller than `index`. */
export function countBelow(set: Intervals, index: number): number {
  return listRanges(set).reduce(
    (sum, [first, last]) => sum + Math.max(0, Math.min(last + 1, index) - first),
    0,
  );
}

/** How two sets of indices relate; `inside` means that the first is a proper subset of the second. */
type Relation = 'disjoint' | 'equal' | 'inside' | 'contains' | 'partial';

/** Compares two sets. An empty set is inside every non-empty set. */
export function compareIntervals(a: Intervals, b: Intervals): Relation {
  const unionSize = countIndices(uniteIntervals(a, b));
  const sizeA = countIndices(a);
  const sizeB = countIndices(b);
  if (unionSize === sizeA && unionSize === sizeB) return 'equal';
  if (unionSize === sizeB) return 'inside';
  if (unionSize === sizeA) return 'contains';
  return unionSize === sizeA + sizeB ? 'disjoint' : 'partial';
}

/** Returns whether an index is in the set. */
export function hasIndex(set: Intervals, index: number): boolean {
  return listRanges(set).some(([first, last]) => first <= index && index <= last);
}

/** Formats a set for messages, such as `0..9, 12`. */
export function formatIntervals(set: Intervals): string {
  return listRanges(set)
    .map(([first, last]) => (first === last ? `${first}` : `${first}..${last}`))
    .join(', ');
}

function listRanges(set: Intervals): [first: number, last: number][] {
  return Array.from({ length: set.length / 2 }, (_, i) => [set[2 * i]!, set[2 * i + 1]!]);
}
