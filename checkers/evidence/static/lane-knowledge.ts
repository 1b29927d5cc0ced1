import {
  type DecodedProgram,
  decodeMaskOperation,
  getSuccessors,
  type Instruction,
  SCALAR,
} from '../../../arch/index.js';
import { getActiveLanes, getWholeQuads } from './disjoint-lanes.js';
import { areEqual, createNamedLanes, type LaneSet, union } from './lane-set.js';
import type { Path } from './path.js';

/** What a path knows about its active lanes, as bits: there is one, and SCC shows whether there is one. */
const PRESENCE = { lane: 1, scc: 2 } as const;

const SKIPS_SIDE = /^s_cbranch_execz/;
const WATERFALL_COMPARE = /^v_cmpx_eq_[iu]32/;

/** Whether a program branches on its active lanes. */
export function skipsLanes({ instructions }: DecodedProgram): boolean {
  return instructions.some(({ mnemonic }) => mnemonic.startsWith('s_cbranch_exec'));
}

/** Decides branches by active lanes: a wave that has some does not skip code for lack of them. */
export class LaneKnowledge {
  /** The instructions that change EXEC but leave a lane if there was one. */
  private readonly keepsLane: readonly boolean[];
  /** The instructions after which SCC shows whether EXEC is empty. */
  private readonly setsScc: readonly boolean[];
  private readonly complementarySides: ReadonlyMap<number, number>;

  constructor(program: DecodedProgram) {
    const { instructions } = program;
    this.complementarySides = findComplementarySides(program);
    this.keepsLane = instructions.map(
      (instruction) => instruction.mnemonic.startsWith('s_wqm') || comparesOwnLane(instructions, instruction),
    );
    this.setsScc = instructions.map((instruction) => {
      const operation = decodeMaskOperation(instruction, program.set, program.wave);
      return operation?.exec !== undefined && instruction.defines.scalars.includes(SCALAR.SCC);
    });
  }

  /** Updates what a path knows after an instruction. */
  follow(path: Path, { index, defines }: Instruction): void {
    const { scalars } = defines;
    const changesExec = scalars.includes(SCALAR.EXEC_LO);
    const lane = changesExec && !this.keepsLane[index] ? 0 : path.lanes & PRESENCE.lane;
    if (this.setsScc[index]) path.lanes = lane | PRESENCE.scc;
    else path.lanes = changesExec || scalars.includes(SCALAR.SCC) ? lane : lane | (path.lanes & PRESENCE.scc);
  }

  /** Returns the only direction that a path can take at a branch, as far as lanes decide it. */
  decide(path: Path, { index, mnemonic }: Instruction): 0 | 1 | undefined {
    const entersSecondSide = path.secondSides.includes(index);
    path.secondSides = path.secondSides.filter((side) => side !== index);
    if (entersSecondSide) return 0;
    if ((path.lanes & PRESENCE.lane) === 0) return undefined;
    return mnemonic === 's_cbranch_execz' ? 0 : mnemonic === 's_cbranch_execnz' ? 1 : undefined;
  }

  /** Updates what a path knows once it has taken a branch. */
  followBranch(path: Path, { index, mnemonic }: Instruction, taken: 0 | 1): void {
    const showsLane =
      mnemonic === (taken === 1 ? 's_cbranch_execnz' : 's_cbranch_execz') ||
      ((path.lanes & PRESENCE.scc) !== 0 && mnemonic === (taken === 1 ? 's_cbranch_scc1' : 's_cbranch_scc0'));
    if (showsLane) path.lanes |= PRESENCE.lane;
    const secondSide = taken === 1 ? this.complementarySides.get(index) : undefined;
    if (path.index <= index) path.secondSides = [];
    else if (secondSide !== undefined) path.secondSides = [...path.secondSides, secondSide];
  }
}

/** Whether an instruction keeps the lanes whose value equals that of the first lane, as a waterfall loop does. */
function comparesOwnLane(
  instructions: readonly Instruction[],
  { index, mnemonic, uses }: Instruction,
): boolean {
  if (!WATERFALL_COMPARE.test(mnemonic)) return false;
  const [vector] = uses.vectors;
  for (let i = index - 1; i >= 0; i--) {
    const earlier = instructions[i]!;
    if (earlier.kind === 'branch' || earlier.defines.scalars.includes(SCALAR.EXEC_LO)) return false;
    const [scalar] = earlier.defines.scalars;
    if (earlier.mnemonic.startsWith('v_readfirstlane'))
      return scalar !== undefined && uses.scalars.includes(scalar) && earlier.uses.vectors.includes(vector!);
    if (earlier.defines.vectors.includes(vector!)) return false;
  }
  return false;
}

/**
 * Pairs of branches that skip the two sides of an if: some lane of the wave is on one of them, so that no path skips
 * both. Holds the second branch by the first, each by its index.
 */
function findComplementarySides(program: DecodedProgram): ReadonlyMap<number, number> {
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
}

/** Whether a set certainly has a lane at a branch: the wave's own lanes, or those for which a region was entered. */
function hasLanes(
  program: DecodedProgram,
  set: LaneSet,
  at: number,
  lanes: ReadonlyMap<number, LaneSet | undefined>,
): boolean {
  if (
    areEqual(set, createNamedLanes('start')) ||
    getWholeQuads(program).some((other) => areEqual(set, other))
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
