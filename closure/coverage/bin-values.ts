import type { BinRow, CompiledItem, GroupDefinition, ValueSet } from '../../coverage/index.js';

const LOWEST = -0x80000000;
const HIGHEST = 0x7fffffff;

type Range = readonly [from: number, to: number];

/** The values of a coverpoint's bin as inclusive ranges. An `others` bin has the values that are in no other bin. Empty for a transition. */
export function binRanges(group: GroupDefinition, point: string, bin: number): readonly Range[] {
  const definition = group.points[point]!;
  if (!('bins' in definition)) return [];
  const { values } = definition.bins[bin]!;
  if (values !== 'others') return rangesOf(values);
  return gapsOf(
    definition.bins.flatMap((other) => (other.values === 'others' ? [] : rangesOf(other.values))),
  );
}

/** The first value of each step of a transition; undefined for a bin of values. */
export function binSteps(group: GroupDefinition, point: string, bin: number): readonly number[] | undefined {
  const definition = group.points[point]!;
  if ('bins' in definition) return undefined;
  return definition.transitions[bin]!.steps.map((values) => rangesOf(values)[0]![0]);
}

/**
 * The indices of a combination's bins in their coverpoints. For a selection, which covers several combinations, they are the
 * indices of the first bin listed for each coverpoint. The index of a bin that the coverpoint does not list, such as a
 * transition, is 0.
 */
export function binIndices(group: GroupDefinition, item: CompiledItem, row: BinRow): readonly number[] {
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

function rangesOf(values: ValueSet): Range[] {
  return values.map((value) => (typeof value === 'number' ? [value, value] : value));
}

/** The 32-bit integers outside the ranges, as ranges. */
function gapsOf(ranges: readonly Range[]): Range[] {
  const sorted = [...ranges].sort((a, b) => a[0] - b[0]);
  const gaps: Range[] = [];
  let next = LOWEST;
  for (const [from, to] of sorted) {
    if (from > next) gaps.push([next, from - 1]);
    next = Math.max(next, to + 1);
  }
  if (next <= HIGHEST) gaps.push([next, HIGHEST]);
  return gaps;
}
