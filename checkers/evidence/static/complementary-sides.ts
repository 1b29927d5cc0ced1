import { type DecodedProgram, getSuccessors, memoisePerProgram } from '../../../arch/index.js';
import { getActiveLanes, getRestoredLanes } from './disjoint-lanes.js';
import { areEqual, createNamedLanes, type LaneSet, union } from './lane-set.js';

const SKIPS_SIDE = /^s_cbranch_execz/;

/**
 * Pairs of branches that skip the two sides of an if: some lane of the wave is on one of them, so that no path skips
 * both. Holds the second branch by the first, each by its index.
 */
export const findComplementarySides = memoisePerProgram((program): ReadonlyMap<number, number> => {
  const branches = program.instructions.filter(({ mnemonic }) => SKIPS_SIDE.test(mnemonic));
  const lanes = new Map(branches.map(({ index }) => [index, getActiveLanes(program, index)]));
  const pairs = new Map<number, number>();
  for (const first of branches) {
    const skipped = lanes.get(first.index);
    if (skipped === undefined) continue;
    const second = branches.find(({ index }) => {
      const others = index > first.index ? lanes.get(index) : undefined;
      const whole = others === undefined ? undefined : union(skipped, others);
      return (
        whole !== undefined &&
        !areEqual(whole, skipped) &&
        !areEqual(whole, others!) &&
        hasLanes(program, whole, first.index, lanes)
      );
    });
    if (second !== undefined) pairs.set(first.index, second.index);
  }
  return pairs;
});

/** Whether a set certainly has a lane at a branch: the wave's own lanes, or those for which a region was entered. */
function hasLanes(
  program: DecodedProgram,
  set: LaneSet,
  at: number,
  lanes: ReadonlyMap<number, LaneSet | undefined>,
): boolean {
  if (
    areEqual(set, createNamedLanes('start')) ||
    getRestoredLanes(program).some((other) => areEqual(set, other))
  )
    return true;
  return [...lanes].some(
    ([branch, entered]) =>
      branch < at && entered !== undefined && areEqual(entered, set) && isInsideRegion(program, branch, at),
  );
}

/** Whether an instruction is in the region that a branch skips, and the region is entered only past the branch. */
function isInsideRegion({ instructions, epilog }: DecodedProgram, branch: number, index: number): boolean {
  const { target } = instructions[branch]!;
  if (index >= target) return false;
  return instructions.every(
    (instruction) =>
      (instruction.index >= branch && instruction.index < target) ||
      getSuccessors(instruction, epilog).every((next) => next <= branch || next >= target),
  );
}
