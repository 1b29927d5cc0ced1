import {
  crossesLanes,
  type DecodedProgram,
  factsOf,
  type Instruction,
  oncePerProgram,
  SCALAR,
  successors,
} from '../../../arch/index.js';
import { areDisjoint, equal, type LaneSet } from './lane-set.js';
import { isVectorLoad, LaneState } from './lane-state.js';

/** Maximum number of passes over a program; one that needs more is not distinguished. */
const ROUNDS_MAX = 64;

/** Follows registers' lane sets through a program; if paths merge with different sets, they get a new name. */
const flowOf = oncePerProgram((program) => new LaneFlow(program));

/**
 * Whether an instruction only touches a register in lanes not written by the load before it. Relevant if loads preserve lanes
 * that were off at issue (`loadsPreserveInactiveLanes`).
 */
export function areLanesApart(program: DecodedProgram, load: Instruction, instruction: Instruction): boolean {
  if (!factsOf(program.gfx).loadsPreserveInactiveLanes || !isVectorLoad(load)) return false;
  return !crossesLanes(instruction, program.set) && flowOf(program).areDisjoint(load, instruction);
}

class LaneFlow {
  private readonly before: (LaneState | undefined)[] = [];
  private readonly after: (LaneState | undefined)[] = [];
  private readonly preceding: number[][];
  /** Registers whose sets differ at merges, by index. */
  private readonly joined: Set<number>[] = [];
  private readonly isSettled: boolean;

  constructor(private readonly program: DecodedProgram) {
    const { instructions, epilog } = program;
    this.preceding = instructions.map(() => []);
    for (const instruction of instructions)
      for (const next of successors(instruction, epilog)) this.preceding[next]?.push(instruction.index);
    this.isSettled = this.settle();
  }

  areDisjoint({ index: load }: Instruction, { index }: Instruction): boolean {
    const state = this.isSettled ? this.before[index] : undefined;
    const issued = state?.loads.get(load);
    const on = state?.masks.get(SCALAR.EXEC_LO);
    return issued !== undefined && on !== undefined && areDisjoint(issued, on);
  }

  private settle(): boolean {
    for (let round = 0; round < ROUNDS_MAX; round++) if (!this.round()) return true;
    return false;
  }

  /** Whether anything changed. */
  private round(): boolean {
    const { instructions } = this.program;
    let changed = false;
    for (const instruction of instructions) {
      const { index } = instruction;
      const before = this.arriving(index);
      if (before === undefined || this.before[index]?.equals(before) === true) continue;
      this.before[index] = before;
      const after = before.clone();
      after.apply(instruction, this.program);
      this.after[index] = after;
      changed = true;
    }
    return changed;
  }

  private arriving(index: number): LaneState | undefined {
    const states = this.preceding[index]!.flatMap((from) => this.after[from] ?? []);
    if (index === 0) states.push(LaneState.start());
    const [first] = states;
    return states.length > 1 ? this.join(index, states) : first;
  }

  private join(index: number, states: readonly LaneState[]): LaneState {
    this.joined[index] ??= new Set();
    const joined = this.joined[index]!;
    const own = `<${index}|`;
    const result = new LaneState();
    for (const register of states[0]!.masks.keys()) {
      const sets = states.map(({ masks }) => masks.get(register));
      if (sets.includes(undefined)) continue;
      const [set] = sets as [LaneSet];
      const isSame = sets.every((each) => equal(each!, set)) && !set.some((literal) => literal.includes(own));
      if (!isSame) joined.add(register);
      result.masks.set(register, joined.has(register) ? [`${own}${register}>`] : set);
    }
    for (const load of new Set(states.flatMap(({ loads }) => [...loads.keys()]))) {
      const issued = states.flatMap(({ loads }) => {
        const set = loads.get(load);
        return set === undefined ? [] : [set];
      });
      const common = issued[0]!.filter((literal) => issued.every((set) => set.includes(literal)));
      result.loads.set(
        load,
        common.filter((literal) => !literal.includes(own)),
      );
    }
    return result;
  }
}
