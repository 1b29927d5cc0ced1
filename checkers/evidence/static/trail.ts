import type { Instruction } from '../../../arch/index.js';

/** Steps of a path, newest first; diverging paths share their prefix. */
export interface Trail {
  readonly instruction: Instruction;
  /** Notes on the step, in addition to its text. */
  readonly note: string;
  readonly before: Trail | undefined;
}

/** A path's last join, and its trail there. */
export interface LastJoin {
  /** Number of its state there. */
  readonly state: number;
  readonly trail: Trail | undefined;
}
