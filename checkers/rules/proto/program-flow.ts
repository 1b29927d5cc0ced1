import type { DecodedProgram, Instruction, InstructionKind } from '../../../arch/index.js';
import { oncePerProgram } from '../../../arch/index.js';

/** Instead of an index: the wave has issued nothing yet, or has ended. */
export const AT_START = -1;
export const AT_END = -2;

/** No instruction. */
const NONE = -1;

/** Kinds after which a wave never continues with the next instruction. */
const NEVER_CONTINUES: ReadonlySet<InstructionKind> = new Set(['end', 'setpc', 'illegal']);

/** A call saves the address of the next instruction as its return address. */
const CALL = 's_call_b64';

/** Instructions with which a program can compute jump addresses. */
const ADDRESS_SOURCES: ReadonlySet<string> = new Set(['s_getpc_b64', 's_swappc_b64']);

/** Which instructions of a program may be issued in sequence, judged by its words alone. */
export class ProgramFlow {
  /** By index: the next instruction, if the wave may continue there, and a branch's target; `NONE` otherwise. */
  private readonly following: Int32Array;
  private readonly target: Int32Array;
  /** By index: end of the straight line, the first following instruction that never continues with the next one. */
  private readonly straightLineEnd: Int32Array;
  /** Possible targets of register jumps; undefined: anywhere. */
  private readonly jumpTargets: ReadonlySet<number> | undefined;

  constructor(private readonly program: DecodedProgram) {
    const { instructions } = program;
    this.jumpTargets = jumpTargetsOf(program);
    this.following = Int32Array.from(instructions, (each) => (continues(each) ? each.index + 1 : NONE));
    this.target = Int32Array.from(instructions, (each) => each.target);
    this.straightLineEnd = new Int32Array(instructions.length);
    for (let index = instructions.length - 1, end = index; index >= 0; index--) {
      if (this.following[index] === NONE) end = index;
      this.straightLineEnd[index] = end;
    }
  }

  /** Whether the instructions between two indices can be issued in sequence, without a taken branch. */
  isStraightLine(first: number, last: number): boolean {
    return first <= last && last <= this.straightLineEnd[first];
  }

  /** Whether an instruction may be issued next after another, or after the start. */
  mayFollow(next: number, previous: number): boolean {
    if (previous < 0) return previous === AT_START && next === 0;
    return (
      this.following[previous] === next || this.target[previous] === next || this.jumpsTo(previous, next)
    );
  }

  /** Whether `next` may follow `index`, if instructions of some kinds may have been issued in between unreported. */
  mayFollowUnreported(
    next: number,
    index: number,
    isUnreported: (kind: InstructionKind) => boolean,
  ): boolean {
    const unreported = this.program.instructions.filter(({ kind }) => isUnreported(kind));
    const reached = new Set([index]);
    for (const at of reached) {
      if (this.mayFollow(next, at)) return true;
      for (const between of unreported) if (this.mayFollow(between.index, at)) reached.add(between.index);
    }
    return false;
  }

  /** Instructions that may follow the one at `index`, `AT_START` or `AT_END`; undefined if any may. */
  followersOf(index: number): readonly Instruction[] | undefined {
    const { instructions } = this.program;
    if (index < 0) return instructions.slice(0, index === AT_START ? 1 : 0);
    if (instructions[index].kind === 'setpc' && this.jumpTargets === undefined) return undefined;
    return instructions.filter((each) => this.mayFollow(each.index, index));
  }

  /** A jump through a register goes to the epilog, or returns from a call. */
  private jumpsTo(index: number, next: number): boolean {
    if (this.program.instructions[index].kind !== 'setpc') return false;
    return this.jumpTargets === undefined || this.jumpTargets.has(next);
  }
}

/** The flow of a program, computed once. */
export const flowOf = oncePerProgram((program) => new ProgramFlow(program));

function jumpTargetsOf({ instructions, epilog }: DecodedProgram): ReadonlySet<number> | undefined {
  if (instructions.some(({ mnemonic }) => ADDRESS_SOURCES.has(mnemonic))) return undefined;
  const returns = instructions.filter(({ mnemonic }) => mnemonic === CALL).map(({ index }) => index + 1);
  const jumpTargets = epilog === undefined ? returns : [...returns, epilog.index];
  return jumpTargets.length === 0 ? undefined : new Set(jumpTargets);
}

function continues({ kind, mnemonic }: Instruction): boolean {
  return !NEVER_CONTINUES.has(kind) && mnemonic !== 's_branch' && mnemonic !== CALL;
}
