import type { BinRow, CompiledItem, GroupDefinition, ValueSet } from '../../coverage/index.js';

const MIN_INT32 = -0x80000000;
const MAX_INT32 = 0x7fffffff;

type Range = readonly [from: number, to: number];

/**
 * Returns the values of a coverpoint bin as inclusive ranges. An `others` bin covers the values that are in no other
 * bin. Returns an empty array for a transition.
 */
export function getBinRanges(group: GroupDefinition, point: string, bin: number): readonly Range[] {
  const definition = group.points[point]!;
  if (!('bins' in definition)) return [];
  const { values } = definition.bins[bin]!;
  if (values !== 'others') return toRanges(values);
  return findGaps(
    definition.bins.flatMap((other) => (other.values === 'others' ? [] : toRanges(other.values))),
  );
}

/** Returns the first value of each step of a transition, or undefined for a value bin. */
export function getTransitionSteps(
  group: GroupDefinition,
  point: string,
  bin: number,
): readonly number[] | undefined {
  const definition = group.points[point]!;
  if ('bins' in definition) return undefined;
  return definition.transitions[bin]!.steps.map((values) => toRanges(values)[0]![0]);
}

/**
 * Returns the index of each component of a cross bin within its coverpoint. For a selection, which covers several
 * combinations, uses the first bin listed for each coverpoint. The index is 0 for a component that is not a value bin,
 * such as a transition.
 */
export function getComponentIndices(
  group: GroupDefinition,
  item: CompiledItem,
  row: BinRow,
): readonly number[] {
  const cross = group.crosses.find(({ name }) => name === item.name)!;
  const selection = cross.bins?.find(({ name }) => name === row.bin);
  return item.of.map((point, axis) => {
    const definition = group.points[point]!;
    const bins = 'bins' in definition ? definition.bins : [];
    const name = row.of[axis] ?? selection?.where[point]?.[0];
    return Math.max(
      0,
      bins.findIndex((bin) => bin.name === name),
    );
  });
}

function toRanges(values: ValueSet): Range[] {
  return values.map((value) => (typeof value === 'number' ? [value, value] : value));
}

/** Returns the ranges of 32-bit integers outside the given ranges. */
function findGaps(ranges: readonly Range[]): Range[] {
  const sorted = [...ranges].sort((a, b) => a[0] - b[0]);
  const gaps: Range[] = [];
  let next = MIN_INT32;
  for (const [from, to] of sorted) {
    if (from > next) gaps.push([next, from - 1]);
    next = Math.max(next, to + 1);
  }
  if (next <= MAX_INT32) gaps.push([next, MAX_INT32]);
  return gaps;
}
