import type { DecodedProgram, Instruction } from '../../../arch/index.js';
import { crossesLanes, factsOf, getSuccessors, memoisePerProgram, SCALAR } from '../../../arch/index.js';
import { areDisjoint, areEqual, type LaneSet } from './lane-set.js';
import { isVectorLoad, LaneState } from './lane-state.js';

/** Maximum number of passes over a program. If they do not converge, no lanes are considered disjoint. */
const MAX_PASSES = 64;

/**
 * Returns the flow of lane sets through a program. Where merging paths have different sets for a register, the register
 * gets a new named set.
 */
const getFlow = memoisePerProgram((program) => new LaneFlow(program));

/**
 * Whether an instruction touches registers only in lanes that the preceding load does not write. This matters
 * if loads preserve lanes that were inactive when the load was issued (`loadsPreserveInactiveLanes`).
 */
export function areLanesDisjoint(
  program: DecodedProgram,
  load: Instruction,
  instruction: Instruction,
): boolean {
  if (!factsOf(program.gfx).loadsPreserveInactiveLanes || !isVectorLoad(load)) return false;
  return !crossesLanes(instruction, program.set) && getFlow(program).areDisjoint(load, instruction);
}

class LaneFlow {
  private readonly statesBefore: (LaneState | undefined)[] = [];
  private readonly statesAfter: (LaneState | undefined)[] = [];
  private readonly predecessors: number[][];
  /** The registers that have different sets on merging paths, by instruction index. */
  private readonly renamedRegisters: Set<number>[] = [];
  private readonly hasConverged: boolean;

  constructor(private readonly program: DecodedProgram) {
    const { instructions, epilog } = program;
    this.predecessors = instructions.map(() => []);
    for (const instruction of instructions)
      for (const next of getSuccessors(instruction, epilog)) this.predecessors[next]?.push(instruction.index);
    this.hasConverged = this.converge();
  }

  areDisjoint({ index: load }: Instruction, { index }: Instruction): boolean {
    const state = this.hasConverged ? this.statesBefore[index] : undefined;
    const loadLanes = state?.loads.get(load);
    const activeLanes = state?.masks.get(SCALAR.EXEC_LO);
    return loadLanes !== undefined && activeLanes !== undefined && areDisjoint(loadLanes, activeLanes);
  }

  private converge(): boolean {
    for (let pass = 0; pass < MAX_PASSES; pass++) if (!this.runPass()) return true;
    return false;
  }

  /** Makes one pass over the program. Returns whether anything changed. */
  private runPass(): boolean {
    const { instructions } = this.program;
    let hasChanged = false;
    for (const instruction of instructions) {
      const { index } = instruction;
      const before = this.computeStateBefore(index);
      if (before === undefined || this.statesBefore[index]?.equals(before) === true) continue;
      this.statesBefore[index] = before;
      const after = before.clone();
      after.apply(instruction, this.program);
      this.statesAfter[index] = after;
      hasChanged = true;
    }
    return hasChanged;
  }

  private computeStateBefore(index: number): LaneState | undefined {
    const states = this.predecessors[index]!.flatMap((previous) => this.statesAfter[previous] ?? []);
    if (index === 0) states.push(LaneState.start());
    const [first] = states;
    return states.length > 1 ? this.join(index, states) : first;
  }

  private join(index: number, states: readonly LaneState[]): LaneState {
    this.renamedRegisters[index] ??= new Set();
    const renamed = this.renamedRegisters[index]!;
    const prefix = `<${index}|`;
    const result = new LaneState();
    for (const register of states[0]!.masks.keys()) {
      const sets = states.map(({ masks }) => masks.get(register));
      if (sets.includes(undefined)) continue;
      const [set] = sets as [LaneSet];
      const isSame =
        sets.every((other) => areEqual(other!, set)) && !set.some((literal) => literal.includes(prefix));
      if (!isSame) renamed.add(register);
      result.masks.set(register, renamed.has(register) ? [`${prefix}${register}>`] : set);
    }
    for (const load of new Set(states.flatMap(({ loads }) => [...loads.keys()]))) {
      const issued = states.flatMap(({ loads }) => {
        const set = loads.get(load);
        return set === undefined ? [] : [set];
      });
      const common = issued[0]!.filter((literal) => issued.every((set) => set.includes(literal)));
      result.loads.set(
        load,
        common.filter((literal) => !literal.includes(prefix)),
      );
    }
    return result;
  }
}
