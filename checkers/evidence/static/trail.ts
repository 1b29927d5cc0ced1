import type { Instruction } from '../../../arch/index.js';

/** Steps of a path, newest first; diverging paths share their common beginning. */
export interface Trail {
  readonly instruction: Instruction;
  /** Notes on the step, besides its text. */
  readonly note: string;
  readonly before: Trail | undefined;
}

/** The last join that a path came to, and its trail there. */
export interface LastJoin {
  /** Number of the state that it had there. */
  readonly state: number;
  readonly trail: Trail | undefined;
}
