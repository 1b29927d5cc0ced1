import {
  ALL_LANES_CODE,
  crossesLanes,
  type DecodedProgram,
  decodeMaskOperation,
  factsOf,
  type Instruction,
  type MaskOperation,
  memoisePerProgram,
  NO_LANES_CODE,
  SCALAR,
} from '../../../arch/index.js';
import { getFlowGraph } from './flow-graph.js';
import {
  ALL_LANES,
  areDisjoint,
  areEqual,
  complement,
  createEmptySet,
  createNamedLanes,
  intersection,
  isTooLong,
  type LaneSet,
  mentions,
  subtract,
  symmetricDifference,
  union,
} from './lane-set.js';

/**
 * Number of scalar registers, including VCC, that may contain lane masks. EXEC, which also holds a mask, is not
 * included.
 */
const MASK_REGISTERS = SCALAR.VCC_HI + 1;

/** The lane sets in scalar registers at a point in a program, and the lanes that outstanding loads may write. */
class LaneState {
  /** The lane set in each mask, keyed by the mask's first register. */
  readonly masks = new Map<number, LaneSet>();
  /** A superset of the lanes that were active when each load was issued, keyed by the load's index. */
  readonly loads = new Map<number, LaneSet>();

  static start(): LaneState {
    const state = new LaneState();
    state.masks.set(SCALAR.EXEC_LO, createNamedLanes('start'));
    return state;
  }

  clone(): LaneState {
    const copy = new LaneState();
    for (const [register, set] of this.masks) copy.masks.set(register, set);
    for (const [load, set] of this.loads) copy.loads.set(load, set);
    return copy;
  }

  equals(other: LaneState): boolean {
    return areMapsEqual(this.masks, other.masks) && areMapsEqual(this.loads, other.loads);
  }

  /** Applies the effects of an instruction. */
  apply(instruction: Instruction, program: DecodedProgram): void {
    this.applyWait(instruction);
    if (isVectorLoad(instruction)) this.issueLoad(instruction.index);
    const operation = decodeMaskOperation(instruction, program.set, program.wave);
    if (operation !== undefined) this.applyMaskOperation(instruction.index, operation);
    else this.define(instruction, program.wave === 64);
  }

  /** Reassigns a name to a new set, and forgets everything known about the old one. */
  redefine(name: string): void {
    for (const [register, set] of this.masks) if (mentions(set, name)) this.masks.delete(register);
    for (const [load, set] of this.loads)
      if (mentions(set, name))
        this.loads.set(
          load,
          set.filter((literal) => !mentions([literal], name)),
        );
  }

  private applyWait({ wait }: Instruction): void {
    if (wait?.vm === 0) this.loads.clear();
  }

  private issueLoad(load: number): void {
    const earlier = this.loads.get(load);
    const active = this.masks.get(SCALAR.EXEC_LO) ?? ALL_LANES;
    this.loads.set(
      load,
      earlier === undefined ? active : active.filter((literal) => earlier.includes(literal)),
    );
  }

  private applyMaskOperation(index: number, { operator, destination, sources, exec }: MaskOperation): void {
    const [a = ALL_LANES, b = ALL_LANES] = sources.map((code) => this.read(code, index));
    const exact = evaluate(operator, a, b);
    const result = exact === undefined || isTooLong(exact) ? this.createSet(`${index}`) : exact;
    const previousExec = this.masks.get(SCALAR.EXEC_LO);
    if (exec !== undefined) this.masks.set(SCALAR.EXEC_LO, result);
    if (exec !== 'saveexec') this.write(destination, result);
    else if (previousExec !== undefined) this.write(destination, previousExec);
    else this.masks.delete(destination);
  }

  /**
   * Defines the results of all other instructions. The result of a comparison is a subset of the active lanes; any
   * other result is a new, unknown set.
   */
  private define({ index, mnemonic, defines }: Instruction, isPair: boolean): void {
    if (defines.scalars.length === 0) return;
    const isCompare = mnemonic.startsWith('v_cmp');
    const active = this.masks.get(SCALAR.EXEC_LO) ?? ALL_LANES;
    const compared = isCompare ? intersection(active, this.createSet(`${index}`)) : undefined;
    for (const scalar of defines.scalars) {
      const register = isPair ? scalar & ~1 : scalar;
      this.write(register, compared ?? this.createSet(`${index}:${register}`));
    }
  }

  private write(register: number, set: LaneSet): void {
    if (register < MASK_REGISTERS || register === SCALAR.EXEC_LO) this.masks.set(register, set);
  }

  private read(code: number, index: number): LaneSet {
    if (code === ALL_LANES_CODE) return ALL_LANES;
    if (code === NO_LANES_CODE) return createEmptySet();
    const known = this.masks.get(code);
    if (known !== undefined) return known;
    const unknown = this.createSet(`${index}?${code}`);
    this.write(code, unknown);
    return unknown;
  }

  private createSet(name: string): LaneSet {
    this.redefine(name);
    return createNamedLanes(name);
  }
}

/** Whether an instruction is a load that writes vector registers asynchronously, through the vector path. */
function isVectorLoad({ memory, defines }: Instruction): boolean {
  return memory?.counter === 'vm' && defines.vectors.length > 0;
}

function evaluate(operator: MaskOperation['operator'], a: LaneSet, b: LaneSet): LaneSet | undefined {
  switch (operator) {
    case 'move':
      return a;
    case 'not':
      return complement(a);
    case 'and':
      return intersection(a, b);
    case 'or':
      return union(a, b);
    case 'xor':
      return symmetricDifference(a, b);
    case 'andn1':
      return subtract(b, a);
    case 'andn2':
      return subtract(a, b);
  }
}

function areMapsEqual(a: ReadonlyMap<number, LaneSet>, b: ReadonlyMap<number, LaneSet>): boolean {
  if (a.size !== b.size) return false;
  for (const [key, set] of a) {
    const found = b.get(key);
    if (found === undefined || !areEqual(set, found)) return false;
  }
  return true;
}

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

/** Returns the lanes that are active before an instruction; undefined if they are unknown. */
export function getActiveLanes(program: DecodedProgram, index: number): LaneSet | undefined {
  return getFlow(program).getActiveLanes(index);
}

/** Returns the sets that consist of the whole quads of the wave's own lanes; like these, they are never empty. */
export function getWholeQuads(program: DecodedProgram): readonly LaneSet[] {
  const wave = createNamedLanes('start');
  return program.instructions.flatMap(({ index, mnemonic, defines }) => {
    if (!mnemonic.startsWith('s_wqm') || !defines.scalars.includes(SCALAR.EXEC_LO)) return [];
    const before = getActiveLanes(program, index);
    const after = getActiveLanes(program, index + 1);
    return before !== undefined && after !== undefined && areEqual(before, wave) ? [after] : [];
  });
}

class LaneFlow {
  private readonly statesBefore: (LaneState | undefined)[] = [];
  private readonly statesAfter: (LaneState | undefined)[] = [];
  /** The registers that have different sets on merging paths, by instruction index. */
  private readonly renamedRegisters: Set<number>[] = [];
  private readonly hasConverged: boolean;

  constructor(private readonly program: DecodedProgram) {
    this.hasConverged = this.converge();
  }

  areDisjoint({ index: load }: Instruction, { index }: Instruction): boolean {
    const state = this.hasConverged ? this.statesBefore[index] : undefined;
    const loadLanes = state?.loads.get(load);
    const activeLanes = state?.masks.get(SCALAR.EXEC_LO);
    return loadLanes !== undefined && activeLanes !== undefined && areDisjoint(loadLanes, activeLanes);
  }

  getActiveLanes(index: number): LaneSet | undefined {
    return this.hasConverged ? this.statesBefore[index]?.masks.get(SCALAR.EXEC_LO) : undefined;
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
    const { previous } = getFlowGraph(this.program);
    const states = previous[index]!.flatMap((earlier) => this.statesAfter[earlier] ?? []);
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
      // Whatever lies in all sets also lies in the new one.
      const common = set.filter(
        (literal) => !literal.includes(prefix) && sets.every((other) => other!.includes(literal)),
      );
      const name = createNamedLanes(`${index}|${register}`);
      result.masks.set(register, renamed.has(register) ? intersection(common, name) : set);
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
