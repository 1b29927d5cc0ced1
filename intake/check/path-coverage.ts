import {
  type DecodedProgram,
  decodeMaskOperation,
  getSuccessors,
  type Instruction,
  NO_LANES_CODE,
  printInstruction,
  SCALAR,
} from '../../arch/index.js';
import type { Transaction } from '../../transactions/index.js';
import type { BranchOutcome, PathCoverage, UnreachedBlock } from './check-schema.js';

/** Whether an instruction is a branch with two outcomes. A branch to the next instruction has only one. */
function isConditional({ kind, mnemonic, index, target }: Instruction): boolean {
  return kind === 'branch' && mnemonic.startsWith('s_cbranch') && target >= 0 && target !== index + 1;
}

/** Returns the indices of the instructions reachable from one, given that no lane is active once EXEC is zero. */
export function findReachable(program: DecodedProgram, first = 0): ReadonlySet<number> {
  const { instructions, epilog } = program;
  const starts = new Set(findBlockStarts(program));
  const reached = new Set([first]);
  for (const index of reached) {
    const instruction = instructions[index];
    if (instruction === undefined) continue;
    const hasNoLanes = !starts.has(index) && clearsExec(program, instructions[index - 1]);
    const next = hasNoLanes ? findSuccessorWithNoLanes(instruction) : undefined;
    for (const successor of next ?? getSuccessors(instruction, epilog)) reached.add(successor);
  }
  return reached;
}

/** Returns the byte offset of the first of some blocks from which no path ends the program: its waves would hang. */
export function findDeadEnd(program: DecodedProgram, blocks: readonly number[]): number | undefined {
  const ends = (index: number): boolean => program.instructions[index]?.kind === 'end';
  return blocks.find((pc) => ![...findReachable(program, program.indexByPc[pc >> 2])].some(ends));
}

/** Returns the successor of a branch on EXEC when no lane is active, or undefined for other instructions. */
function findSuccessorWithNoLanes({ mnemonic, index, target }: Instruction): number[] | undefined {
  if (mnemonic === 's_cbranch_execz') return [target];
  return mnemonic === 's_cbranch_execnz' ? [index + 1] : undefined;
}

function clearsExec({ set, wave }: DecodedProgram, instruction: Instruction | undefined): boolean {
  const mask = instruction === undefined ? undefined : decodeMaskOperation(instruction, set, wave);
  if (mask === undefined || mask.sources[0] !== NO_LANES_CODE) return false;
  const { operator, exec, destination } = mask;
  return exec === undefined ? operator === 'move' && destination === SCALAR.EXEC_LO : operator === 'and';
}

function findBlockStarts({ instructions, epilog }: DecodedProgram): readonly number[] {
  const starts = new Set([0, ...(epilog === undefined ? [] : [epilog.index])]);
  for (const { kind, index, target } of instructions) {
    if (kind !== 'branch') continue;
    if (target >= 0) starts.add(target);
    starts.add(index + 1);
  }
  return [...starts].filter((index) => index < instructions.length).sort((a, b) => a - b);
}

/**
 * Maximum number of instructions to list for a condition. A mask often takes one instruction in addition to the
 * comparison.
 */
const MAX_CONDITION_STEPS = 2;

const COMPARISON = /^(?:s_cmp|s_bitcmp|v_cmp)/;

function findUnreachedBlocks(
  program: DecodedProgram,
  notRun: readonly number[],
  untakenOutcomes: readonly BranchOutcome[],
): readonly UnreachedBlock[] {
  const { instructions } = program;
  const branches = new Map(instructions.map((instruction) => [instruction.pc, instruction]));
  const starts = new Set(findBlockStarts(program));
  const unvisited = new Set(notRun);
  const outcomeTo = new Map<number, BranchOutcome>();
  let frontier = untakenOutcomes.flatMap((outcome) => {
    const { target, index } = branches.get(outcome.pc)!;
    return [[outcome.taken ? target : index + 1, outcome] as const];
  });
  while (frontier.length > 0) {
    const visited = frontier.filter(([index]) => unvisited.delete(index));
    for (const [index, outcome] of visited) outcomeTo.set(index, outcome);
    frontier = visited.flatMap(([index, outcome]) =>
      findNextBlocks(program, starts, index).map((next) => [next, outcome] as const),
    );
  }
  return notRun.map((index) => {
    const outcome = outcomeTo.get(index);
    const { pc } = instructions[index]!;
    if (outcome === undefined) return { pc, condition: [] };
    return { pc, way: outcome, condition: traceCondition(program, branches.get(outcome.pc)!) };
  });
}

function findNextBlocks(
  { instructions, epilog }: DecodedProgram,
  starts: ReadonlySet<number>,
  block: number,
) {
  for (let index = block; index < instructions.length; index++) {
    const next = getSuccessors(instructions[index]!, epilog);
    if (next.length !== 1 || starts.has(next[0]!)) return next;
  }
  return [];
}

function traceCondition(program: DecodedProgram, branch: Instruction): readonly string[] {
  const steps = [branch];
  let registers = branch.uses.scalars;
  while (steps.length <= MAX_CONDITION_STEPS && registers.length > 0) {
    const earliest = steps[0]!;
    const writer = program.instructions.findLast(
      ({ index, defines }) =>
        index < earliest.index && defines.scalars.some((register) => registers.includes(register)),
    );
    if (writer === undefined) break;
    steps.unshift(writer);
    if (COMPARISON.test(writer.mnemonic)) break;
    registers = writer.uses.scalars.filter((register) => !EXEC.includes(register));
  }
  return steps.map(
    (step) => `0x${step.pc.toString(16)} ${printInstruction(step, program.set, program.wave)}`,
  );
}

const EXEC: readonly number[] = [SCALAR.EXEC_LO, SCALAR.EXEC_HI];

/** The instructions that a program's waves ran and the branch outcomes they took, as plain data. */
export interface PathMarks {
  /** For each instruction, 1 if any wave ran it. */
  readonly ran: Uint8Array;
  /** For each branch, bit 0 is set if any wave took it, and bit 1 if any wave did not. */
  readonly outcomes: Uint8Array;
}

/** The kinds of instructions that no transaction reports. */
const UNREPORTED: ReadonlySet<Instruction['kind']> = new Set(['sleep', 'barrier']);

/** Marks the absence of an instruction, e.g. for a pc outside the program. */
const NONE = -1;

/** Records which instructions and branch outcomes the waves of one or more runs covered. */
export class PathRecorder {
  private readonly ran: Uint8Array;
  private readonly outcomes: Uint8Array;
  /** For each instruction, 1 if it is a conditional branch. */
  private readonly conditional: Uint8Array;
  /** For each instruction, the index of the last instruction in the longest straight-line run from there. */
  private readonly runEnds: Int32Array;
  /** Index of the last instruction that each wave issued. */
  private readonly lastIndices = new Map<number, number>();

  constructor(private readonly program: DecodedProgram) {
    const { instructions } = program;
    this.ran = new Uint8Array(instructions.length);
    this.outcomes = new Uint8Array(instructions.length);
    this.conditional = Uint8Array.from(instructions, (instruction) => Number(isConditional(instruction)));
    this.runEnds = new Int32Array(instructions.length).fill(NONE);
  }

  /** The instructions and branch outcomes recorded so far. */
  get marks(): PathMarks {
    return { ran: this.ran, outcomes: this.outcomes };
  }

  /** Adds the instructions and branch outcomes of another run. */
  add({ ran, outcomes }: PathMarks): void {
    for (const [index, bits] of ran.entries()) this.ran[index]! |= bits;
    for (const [index, bits] of outcomes.entries()) this.outcomes[index]! |= bits;
  }

  readonly sink = (t: Transaction): void => {
    switch (t.kind) {
      case 'instructions-issued':
        this.addIssued(t.wave, t.first, t.last);
        break;
      case 'event-wait-done':
      case 'wait-done':
      case 'message-sent':
        // Batches contain neither messages nor waits, of which only the end is reported.
        this.addIssued(t.wave, t.pc, t.pc);
        break;
      case 'wave-ended':
        this.addIssued(t.wave, t.pc, t.pc);
        this.lastIndices.delete(t.wave);
        break;
    }
  };

  /** Returns the coverage so far. */
  getCoverage(): PathCoverage {
    const { instructions } = this.program;
    const reached = findReachable(this.program);
    const starts = findBlockStarts(this.program).filter((index) => reached.has(index));
    const notRun = starts.filter((index) => this.ran[index] === 0);
    const branches = instructions.filter(
      (instruction) => isConditional(instruction) && reached.has(instruction.index),
    );
    const notTaken = branches.flatMap(({ index, pc }): BranchOutcome[] => [
      ...((this.outcomes[index] & OUTCOME.taken) === 0 ? [{ pc, taken: true }] : []),
      ...((this.outcomes[index] & OUTCOME.notTaken) === 0 ? [{ pc, taken: false }] : []),
    ]);
    const untakenOutcomes = notTaken.filter(({ pc }) => this.ran[this.findIndex(pc)] === 1);
    return {
      blocks: starts.length,
      blocksRun: starts.length - notRun.length,
      notRun: notRun.map((index) => instructions[index]!.pc),
      unreached: findUnreachedBlocks(this.program, notRun, untakenOutcomes),
      ways: 2 * branches.length,
      notTaken,
    };
  }

  private addIssued(wave: number, first: number, last: number): void {
    const from = this.findIndex(first);
    const to = this.findIndex(last);
    if (from === NONE || to === NONE) return;
    const previous = this.lastIndices.get(wave) ?? NONE;
    const entry = this.findEntry(previous, from);
    this.recordOutcome(previous, entry);
    if (this.runEnds[entry]! < to) this.markRange(entry, to);
    this.lastIndices.set(wave, to);
  }

  /** Returns where a wave continued after `previous`: at `from`, or at the first of the unreported instructions before it. */
  private findEntry(previous: number, from: number): number {
    const { instructions } = this.program;
    let entry = from;
    while (entry > 0 && UNREPORTED.has(instructions[entry - 1]!.kind)) entry--;
    const target = instructions[previous]?.target;
    for (; entry < from; entry++) if (entry === previous + 1 || entry === target) return entry;
    return from;
  }

  private findIndex(pc: number): number {
    return this.program.indexByPc[pc >> 2] ?? NONE;
  }

  /** Marks a range of instructions that ran in sequence for the first time. */
  private markRange(from: number, to: number): void {
    this.runEnds[from] = to;
    for (let index = from; index <= to; index++) {
      this.ran[index] = 1;
      if (index < to) this.recordOutcome(index, index + 1);
    }
  }

  private recordOutcome(index: number, next: number): void {
    if (index === NONE || this.conditional[index] === 0) return;
    const isTaken = next === this.program.instructions[index]!.target;
    this.outcomes[index]! |= isTaken ? OUTCOME.taken : OUTCOME.notTaken;
    if (!isTaken) this.markUnreported(index + 1, next);
  }

  /**
   * Marks the unreported instructions between two reported ones. A wave that waits in a loop is reported only once, but
   * it ran those instructions too.
   */
  private markUnreported(from: number, to: number): void {
    const { instructions } = this.program;
    for (let index = from; index !== to && this.ran[index] === 0; ) {
      const instruction = instructions[index];
      if (instruction === undefined || this.conditional[index] === 1) return;
      this.ran[index] = 1;
      index = instruction.mnemonic === 's_branch' ? instruction.target : index + 1;
    }
  }
}

/** Branch outcome bits. */
const OUTCOME = { taken: 1, notTaken: 2 } as const;
