import type { Instruction } from '../../../arch/index.js';

/** The steps of a path, newest first. Diverging paths share their common steps. */
export interface Trail {
  readonly instruction: Instruction;
  /** A note to add to the instruction's text; may be empty. */
  readonly note: string;
  readonly before: Trail | undefined;
}

/** The last join that a path reached. */
export interface LastJoin {
  /** Number of the path's state at the join. */
  readonly state: number;
  /** The path's trail at the join. */
  readonly trail: Trail | undefined;
}
