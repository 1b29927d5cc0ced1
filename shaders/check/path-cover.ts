import type { DecodedProgram } from '../../arch/index.js';
import type { Transaction } from '../../transactions/index.js';
import { type BranchOutcome, blockStarts, isConditional, reachable } from './code-graph.js';
import { type UnreachedBlock, unreachedBlocks } from './unreached-blocks.js';

/** Coverage of a program's code by its waves. */
export interface PathCover {
  /** Basic blocks, and the number of them that some wave ran. */
  readonly blocks: number;
  readonly blocksRun: number;
  /** First instructions of blocks that no wave ran. */
  readonly notRun: readonly number[];
  /** The path to each of these. */
  readonly unreached: readonly UnreachedBlock[];
  /** Outcomes of conditional branches, and those that no wave took. */
  readonly ways: number;
  readonly notTaken: readonly BranchOutcome[];
}

/** Instructions that a program's waves ran, and branch outcomes they took; plain data. */
export interface PathMarks {
  /** By instruction: 1 if some wave ran it. */
  readonly ran: Uint8Array;
  /** By index of the branch instruction: bit 0 if it was taken, bit 1 if it was not. */
  readonly ways: Uint8Array;
}

/** A wave without an earlier instruction. */
const NONE = -1;

/** Collects the instructions and branch outcomes of one program's waves, in one or several runs. */
export class PathRecorder {
  private readonly ran: Uint8Array;
  private readonly ways: Uint8Array;
  /** By instruction: 1 for a conditional branch. */
  private readonly conditional: Uint8Array;
  /** By instruction: the last one of the longest stretch that began there. */
  private readonly ranTo: Int32Array;
  /** Index of each wave's last instruction. */
  private readonly last = new Map<number, number>();

  constructor(private readonly program: DecodedProgram) {
    const { instructions } = program;
    this.ran = new Uint8Array(instructions.length);
    this.ways = new Uint8Array(instructions.length);
    this.conditional = Uint8Array.from(instructions, (each) => Number(isConditional(each)));
    this.ranTo = new Int32Array(instructions.length).fill(NONE);
  }

  /** Instructions and outcomes so far. */
  get marks(): PathMarks {
    return { ran: this.ran, ways: this.ways };
  }

  /** Adds the marks of another run. */
  add({ ran, ways }: PathMarks): void {
    for (const [index, bits] of ran.entries()) this.ran[index]! |= bits;
    for (const [index, bits] of ways.entries()) this.ways[index]! |= bits;
  }

  readonly sink = (t: Transaction): void => {
    switch (t.kind) {
      case 'instructions-issued':
        this.addIssued(t.wave, t.first, t.last);
        break;
      case 'event-wait-done':
      case 'wait-done':
        // Only a wait's end is reported.
        this.addIssued(t.wave, t.pc, t.pc);
        break;
      case 'wave-ended':
        this.last.delete(t.wave);
        break;
    }
  };

  /** The coverage so far. */
  cover(): PathCover {
    const { instructions } = this.program;
    const reached = reachable(this.program);
    const starts = blockStarts(this.program).filter((index) => reached.has(index));
    const notRun = starts.filter((index) => this.ran[index] === 0);
    const branches = instructions.filter((each) => isConditional(each) && reached.has(each.index));
    const notTaken = branches.flatMap(({ index, pc }): BranchOutcome[] => [
      ...((this.ways[index] & WAY.taken) === 0 ? [{ pc, taken: true }] : []),
      ...((this.ways[index] & WAY.past) === 0 ? [{ pc, taken: false }] : []),
    ]);
    const openOutcomes = notTaken.filter(({ pc }) => this.ran[this.indexAt(pc)] === 1);
    return {
      blocks: starts.length,
      blocksRun: starts.length - notRun.length,
      notRun: notRun.map((index) => instructions[index]!.pc),
      unreached: unreachedBlocks(this.program, notRun, openOutcomes),
      ways: 2 * branches.length,
      notTaken,
    };
  }

  private addIssued(wave: number, first: number, last: number): void {
    const from = this.indexAt(first);
    const to = this.indexAt(last);
    if (from === NONE || to === NONE) return;
    this.follow(this.last.get(wave) ?? NONE, from);
    if (this.ranTo[from]! < to) this.mark(from, to);
    this.last.set(wave, to);
  }

  private indexAt(pc: number): number {
    return this.program.indexOfPc[pc >> 2] ?? NONE;
  }

  /** A stretch ran for the first time. */
  private mark(from: number, to: number): void {
    this.ranTo[from] = to;
    for (let index = from; index <= to; index++) {
      this.ran[index] = 1;
      if (index < to) this.follow(index, index + 1);
    }
  }

  private follow(index: number, next: number): void {
    if (index === NONE || this.conditional[index] === 0) return;
    const isTaken = next === this.program.instructions[index]!.target;
    this.ways[index]! |= isTaken ? WAY.taken : WAY.past;
    if (!isTaken) this.runUnreported(index + 1, next);
  }

  /** A wave waiting in a loop is reported once, so the code up to its continuation also ran. */
  private runUnreported(from: number, to: number): void {
    const { instructions } = this.program;
    for (let index = from; index !== to && this.ran[index] === 0; ) {
      const instruction = instructions[index];
      if (instruction === undefined || this.conditional[index] === 1) return;
      this.ran[index] = 1;
      index = instruction.mnemonic === 's_branch' ? instruction.target : index + 1;
    }
  }
}

/** Bits of branch outcomes. */
const WAY = { taken: 1, past: 2 } as const;
