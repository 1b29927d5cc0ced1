import type { Instruction } from '../../../arch/index.js';

/** The steps of a path, newest first. Diverging paths share their common prefix. */
export interface Trail {
  readonly instruction: Instruction;
  /** A note on the step, in addition to its text. */
  readonly note: string;
  readonly before: Trail | undefined;
}

/** The last join of a path, and its trail there. */
export interface LastJoin {
  /** The number of the path's state there. */
  readonly state: number;
  readonly trail: Trail | undefined;
}
