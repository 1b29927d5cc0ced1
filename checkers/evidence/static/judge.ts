import type { Gfx, Instruction } from '../../../arch/index.js';
import type { Path, Poll } from './path.js';
import type { StaticReport } from './report.js';

/** A group of rules that judges one program's paths. The state of a judge persists across all paths. */
export interface PathJudge {
  /** Returns whether `before` and `after` apply to an instruction, on any path; by default, always. */
  readonly concerns?: (instruction: Instruction) => boolean;
  /** Called before an instruction acts on the path. */
  readonly before?: (path: Path, instruction: Instruction) => void;
  /**
   * Called when an instruction reveals what the program does with a poll whose outcome was open until now.
   */
  readonly settled?: (path: Path, instruction: Instruction, poll: Poll) => void;
  /** Called after an instruction has acted, unless the path ends with it. */
  readonly after?: (path: Path, instruction: Instruction) => void;
  /** Called if a path keeps returning to the same location with the same state; `body` is the loop. */
  readonly endless?: (path: Path, body: readonly Instruction[]) => void;
  /** Called after all paths of all worlds. */
  readonly finish?: () => void;
}

/** Starts a judge on one program. */
export type PathJudgeFactory = (gfx: Gfx, report: StaticReport) => PathJudge;
