import { COVERAGE_MODEL, type CompiledItem } from '../../coverage/index.js';
import { UsageError } from '../../transactions/index.js';
import { findBinIndex } from '../records/index.js';

/** An intermediate goal on the way to a bin. A test reaches the goal by hitting any of its bins. */
export interface AimGoal {
  readonly name: string;
  /** The indices of the bins across all covergroups. */
  readonly bins: readonly number[];
}

/** A bin to aim at, and the goals on the way to it, which consist of nearby bins. */
export interface AimTarget {
  /** The index of the bin across all covergroups. */
  readonly bin: number;
  /**
   * For a cross bin: each of its component bins and, for each coverpoint, the cross bins with the previous or next
   * value in declaration order. For any other bin: its neighbours.
   */
  readonly goals: readonly AimGoal[];
}

/** Why bins that do not count towards the score cannot be targets. */
const NOT_A_TARGET = {
  ignore: 'the bin is excluded from the score',
  illegal: 'hitting the bin is a failure',
} as const;

/**
 * Returns the target for the bin named `GROUP/ITEM/BIN`. An excluded bin can be a target only if `excluded` is set; the
 * goals of a selection of cross bins are then the selected values of each coverpoint. Throws `UsageError` if the name is
 * unknown, or if the bin does not count towards the score and `excluded` is not set.
 */
export function getAimTarget(name: string, { excluded = false } = {}): AimTarget {
  const bin = findBinIndex(name);
  const { compiled, offset } = COVERAGE_MODEL.groups.findLast((group) => group.offset <= bin)!;
  const item = compiled.items.findLast(({ first }) => offset + first <= bin)!;
  const { kind, text, of, name: binName } = compiled.bins[bin - offset]!;
  if (kind !== 'count' && !excluded)
    throw new UsageError(
      `Cannot target "${name}": ${NOT_A_TARGET[kind]}: ${text.replace(/\.$/, '')}; "pops-tb coverage show RUN --group ${compiled.definition.name}" shows why`,
    );
  const itemBins = Array.from({ length: item.count }, (_, i) => item.first + i);
  const goals: AimGoal[] = [];
  const addGoal = (goal: string, indices: readonly number[]): void => {
    const bins = indices
      .filter((i) => excluded || (compiled.bins[i]!.kind === 'count' && offset + i !== bin))
      .map((i) => offset + i);
    if (bins.length > 0) goals.push({ name: goal, bins });
  };
  const addValues = (point: CompiledItem, values: readonly string[]): void => {
    const indices = Array.from({ length: point.count }, (_, i) => point.first + i);
    const chosen = indices.filter((index) => values.includes(compiled.bins[index]!.name));
    addGoal(`${point.name} = ${values.join(' or ')}`, chosen);
  };
  const findPoint = (axis: string): CompiledItem => compiled.items.find((other) => other.name === axis)!;
  const selection = compiled.definition.crosses
    .find((cross) => cross.name === item.name)
    ?.bins?.find((selected) => selected.name === binName);
  if (excluded && selection !== undefined) {
    for (const [axis, values] of Object.entries(selection.where)) addValues(findPoint(axis), values!);
  } else if (of.length === 0) {
    const neighbours = itemBins.filter((index) => Math.abs(offset + index - bin) === 1);
    addGoal(neighbours.map((index) => compiled.bins[index]!.name).join(' or '), neighbours);
  }
  for (const [axis, part] of of.entries()) {
    const point = findPoint(item.of[axis]!);
    addValues(point, [part]);
    const names = compiled.bins.slice(point.first, point.first + point.count).map(({ name: value }) => value);
    const isNeighbour = (index: number): boolean => {
      const other = compiled.bins[index]!.of;
      const differs = (otherAxis: number): boolean => other[otherAxis] !== of[otherAxis];
      return (
        other.length > 0 &&
        [...of.keys()].every((otherAxis) => differs(otherAxis) === (otherAxis === axis)) &&
        Math.abs(names.indexOf(other[axis]!) - names.indexOf(part)) === 1
      );
    };
    const neighbours = itemBins.filter(isNeighbour);
    const values = neighbours.map((index) => compiled.bins[index]!.of[axis]!).join(' or ');
    addGoal(`${point.name} = ${values}, with the other values as in the target`, neighbours);
  }
  return { bin, goals };
}

/** Returns, for each goal, whether the hits of a test reach it. */
export function getReachedGoals({ goals }: AimTarget, hits: ArrayLike<number>): boolean[] {
  return goals.map(({ bins }) => bins.some((bin) => hits[bin]! > 0));
}
