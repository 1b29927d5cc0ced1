import type { DecodedProgram } from '../../arch/index.js';
import type { Transaction } from '../../transactions/index.js';
import { type BranchOutcome, findBlockStarts, findReachable, isConditional } from './code-graph.js';
import { findUnreachedBlocks, type UnreachedBlock } from './unreached-blocks.js';

/** How much of a program's code its waves covered. */
export interface PathCoverage {
  /** Number of basic blocks. */
  readonly blocks: number;
  /** Number of basic blocks that at least one wave ran. */
  readonly blocksRun: number;
  /** Byte offsets of the blocks that no wave ran. */
  readonly notRun: readonly number[];
  /** The path to each block that no wave ran. */
  readonly unreached: readonly UnreachedBlock[];
  /** Number of conditional branch outcomes. */
  readonly ways: number;
  /** Outcomes that no wave took. */
  readonly notTaken: readonly BranchOutcome[];
}

/** The instructions that a program's waves ran and the branch outcomes they took, as plain data. */
export interface PathMarks {
  /** For each instruction, 1 if any wave ran it. */
  readonly ran: Uint8Array;
  /** For each branch, bit 0 is set if any wave took it, and bit 1 if any wave did not. */
  readonly outcomes: Uint8Array;
}

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
        // Only the end of a wait is reported.
        this.addIssued(t.wave, t.pc, t.pc);
        break;
      case 'wave-ended':
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
    this.recordOutcome(this.lastIndices.get(wave) ?? NONE, from);
    if (this.runEnds[from]! < to) this.markRange(from, to);
    this.lastIndices.set(wave, to);
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
