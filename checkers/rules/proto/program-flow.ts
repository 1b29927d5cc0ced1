import type { DecodedProgram, Instruction, InstructionKind } from '../../../arch/index.js';
import { memoisePerProgram } from '../../../arch/index.js';

/** Used instead of an index if the wave has not issued anything yet. */
export const AT_START = -1;
/** Used instead of an index if the wave has ended. */
export const AT_END = -2;

/** Used instead of an index where there is no instruction. */
const NONE = -1;

const NEVER_FALLS_THROUGH: ReadonlySet<InstructionKind> = new Set(['end', 'setpc', 'illegal']);

/** A call saves the address of the next instruction as its return address. */
const CALL = 's_call_b64';

const ADDRESS_SOURCES: ReadonlySet<string> = new Set(['s_getpc_b64', 's_swappc_b64']);

/** Determines which instructions of a program may be issued in sequence, based on its code alone. */
export class ProgramFlow {
  /** For each instruction, the index of the next one, or `NONE` if it never falls through. */
  private readonly following: Int32Array;
  /** For each instruction, the index of its branch target, or `NONE`. */
  private readonly target: Int32Array;
  /** For each instruction, the index of the last instruction of the straight-line run it starts. */
  private readonly straightLineEnd: Int32Array;
  /** The possible targets of register jumps; undefined if they may go anywhere. */
  private readonly jumpTargets: ReadonlySet<number> | undefined;

  constructor(private readonly program: DecodedProgram) {
    const { instructions } = program;
    this.jumpTargets = findJumpTargets(program);
    this.following = Int32Array.from(instructions, (instruction) =>
      canFallThrough(instruction) ? instruction.index + 1 : NONE,
    );
    this.target = Int32Array.from(instructions, ({ target }) => target);
    this.straightLineEnd = new Int32Array(instructions.length);
    for (let index = instructions.length - 1, end = index; index >= 0; index--) {
      if (this.following[index] === NONE) end = index;
      this.straightLineEnd[index] = end;
    }
  }

  /** Whether the instructions between two indices can be issued in sequence, with no branch taken. */
  isStraightLine(first: number, last: number): boolean {
    return first <= last && last <= this.straightLineEnd[first];
  }

  /** Whether one instruction may be issued right after another, or after the start. */
  mayFollow(next: number, previous: number): boolean {
    if (previous < 0) return previous === AT_START && next === 0;
    return (
      this.following[previous] === next || this.target[previous] === next || this.mayJumpTo(previous, next)
    );
  }

  /** Whether `next` may follow `index`, allowing for unreported instructions of certain kinds in between. */
  mayFollowUnreported(
    next: number,
    index: number,
    isUnreported: (kind: InstructionKind) => boolean,
  ): boolean {
    const unreported = this.program.instructions.filter(({ kind }) => isUnreported(kind));
    const reached = new Set([index]);
    for (const current of reached) {
      if (this.mayFollow(next, current)) return true;
      for (const candidate of unreported)
        if (this.mayFollow(candidate.index, current)) reached.add(candidate.index);
    }
    return false;
  }

  /** Returns the instructions that may follow an index (or `AT_START` or `AT_END`), or undefined if any may. */
  getSuccessors(index: number): readonly Instruction[] | undefined {
    const { instructions } = this.program;
    if (index < 0) return instructions.slice(0, index === AT_START ? 1 : 0);
    if (instructions[index].kind === 'setpc' && this.jumpTargets === undefined) return undefined;
    return instructions.filter((follower) => this.mayFollow(follower.index, index));
  }

  /**
   * Whether the instruction at `index` may jump to `next`. A register jump goes to the epilog or returns from a call.
   */
  private mayJumpTo(index: number, next: number): boolean {
    if (this.program.instructions[index].kind !== 'setpc') return false;
    return this.jumpTargets === undefined || this.jumpTargets.has(next);
  }
}

/** Returns a program's flow (cached). */
export const getFlow = memoisePerProgram((program) => new ProgramFlow(program));

function findJumpTargets({ instructions, epilog }: DecodedProgram): ReadonlySet<number> | undefined {
  if (instructions.some(({ mnemonic }) => ADDRESS_SOURCES.has(mnemonic))) return undefined;
  const returns = instructions.filter(({ mnemonic }) => mnemonic === CALL).map(({ index }) => index + 1);
  const jumpTargets = epilog === undefined ? returns : [...returns, epilog.index];
  return jumpTargets.length === 0 ? undefined : new Set(jumpTargets);
}

function canFallThrough({ kind, mnemonic }: Instruction): boolean {
  return !NEVER_FALLS_THROUGH.has(kind) && mnemonic !== 's_branch' && mnemonic !== CALL;
}
