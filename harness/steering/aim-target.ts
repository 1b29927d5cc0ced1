import { COVERAGE_MODEL, type CoverageModel } from '../../coverage/index.js';
import { UsageError } from '../../transactions/index.js';
import { findBinIndex } from '../records/index.js';

/** An intermediate goal on the way to a bin. A test reaches the goal by hitting any of its bins. */
export interface AimGoal {
  readonly name: string;
  /** Whether the goal is one of the bins that the target combines. */
  readonly isComponentBin: boolean;
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
 * Returns the target for the bin named `GROUP/ITEM/BIN`. Throws `UsageError` if the name is unknown or the bin does not
 * count towards the score.
 */
export function getAimTarget(name: string, model: CoverageModel = COVERAGE_MODEL): AimTarget {
  const bin = findBinIndex(name);
  const { compiled, offset } = model.groups.findLast((group) => group.offset <= bin)!;
  const item = compiled.items.findLast(({ first }) => offset + first <= bin)!;
  const { kind, text, of } = compiled.bins[bin - offset]!;
  if (kind !== 'count')
    throw new UsageError(
      `Cannot target "${name}": ${NOT_A_TARGET[kind]}: ${text.replace(/\.$/, '')}; "pops-tb coverage show RUN --group ${compiled.definition.name}" shows why`,
    );
  const itemBins = Array.from({ length: item.count }, (_, i) => item.first + i);
  const goals: AimGoal[] = [];
  const addGoal = (goal: string, indices: readonly number[], isPart = false): void => {
    const countedBins = indices.filter((i) => compiled.bins[i]!.kind === 'count' && offset + i !== bin);
    if (countedBins.length > 0)
      goals.push({ name: goal, isComponentBin: isPart, bins: countedBins.map((i) => offset + i) });
  };
  const getName = (index: number): string => compiled.bins[index]!.name;
  if (of.length === 0) {
    const neighbours = itemBins.filter((index) => Math.abs(offset + index - bin) === 1);
    addGoal(neighbours.map(getName).join(' or '), neighbours);
  }
  for (const [axis, part] of of.entries()) {
    const point = compiled.items.find((other) => other.name === item.of[axis])!;
    const names = compiled.bins.slice(point.first, point.first + point.count).map(({ name: value }) => value);
    addGoal(`${point.name} = ${part}`, [point.first + names.indexOf(part)], true);
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

/**
 * Returns the target for an excluded bin, as if the bin counted. For a selection of cross bins, the goals are the
 * selected values of each coverpoint. For any other bin, the only goal consists of its neighbours.
 */
export function getExcludedTarget(name: string, model: CoverageModel = COVERAGE_MODEL): AimTarget {
  const bin = findBinIndex(name);
  const { compiled, offset } = model.groups.findLast((group) => group.offset <= bin)!;
  const item = compiled.items.findLast(({ first }) => offset + first <= bin)!;
  const selection = compiled.definition.crosses
    .find((cross) => cross.name === item.name)
    ?.bins?.find((selected) => selected.name === compiled.bins[bin - offset]!.name);
  if (selection === undefined) {
    const neighbours = [bin - 1, bin + 1].filter(
      (index) => index >= offset + item.first && index < offset + item.first + item.count,
    );
    const name = neighbours.map((index) => compiled.bins[index - offset]!.name).join(' or ');
    return { bin, goals: neighbours.length === 0 ? [] : [{ name, isComponentBin: false, bins: neighbours }] };
  }
  const goals = Object.entries(selection.where).map(([axis, names]): AimGoal => {
    const point = compiled.items.find((other) => other.name === axis)!;
    const bins = Array.from({ length: point.count }, (_, i) => point.first + i).filter((index) =>
      names!.includes(compiled.bins[index]!.name),
    );
    return {
      name: `${axis} = ${names!.join(' or ')}`,
      isComponentBin: true,
      bins: bins.map((index) => offset + index),
    };
  });
  return { bin, goals };
}

/** Returns, for each goal, whether the hits of a test reach it. */
export function getReachedGoals({ goals }: AimTarget, hits: ArrayLike<number>): boolean[] {
  return goals.map(({ bins }) => bins.some((bin) => hits[bin]! > 0));
}
