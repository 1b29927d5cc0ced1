import type { Instruction } from '../../arch/index.js';

/** Steps of a path, newest first; paths that part share what lies before. */
export interface Trail {
  readonly instruction: Instruction;
  /** What is worth saying of the step beside its text. */
  readonly note: string;
  readonly before: Trail | undefined;
}

/** The last join that a path came to, and its trail there. */
export interface LastJoin {
  /** Number of what it brought there: its state. */
  readonly state: number;
  readonly trail: Trail | undefined;
}
