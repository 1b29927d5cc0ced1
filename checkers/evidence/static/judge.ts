import type { Gfx, Instruction } from '../../../arch/index.js';
import type { Path, Poll } from './path.js';
import type { StaticReport } from './report.js';

/** One group of rules on one program's paths; a judge's state persists across all paths. */
export interface PathJudge {
  /** Whether `before` and `after` apply to an instruction, on any path; default: always. */
  readonly concerns?: (instruction: Instruction) => boolean;
  /** Called before an instruction acts on the path. */
  readonly before?: (path: Path, instruction: Instruction) => void;
  /** Called when an instruction reveals what the program does with a poll that was undecided until now. */
  readonly settled?: (path: Path, instruction: Instruction, poll: Poll) => void;
  /** Called after an instruction has acted, unless the path ends with it. */
  readonly after?: (path: Path, instruction: Instruction) => void;
  /** Called if a path keeps returning to the same place with the same state; `body` is the loop. */
  readonly endless?: (path: Path, body: readonly Instruction[]) => void;
  /** Called after all paths of all worlds. */
  readonly finish?: () => void;
}

/** Starts a judge on one program. */
export type PathJudgeFactory = (gfx: Gfx, report: StaticReport) => PathJudge;
