import type { Gfx, Instruction } from '../../../arch/index.js';
import type { Path, Poll } from './path.js';
import type { StaticReport } from './report.js';

/** A group of rules that judges one program's paths. The state of a judge persists across all paths. */
export interface PathJudge {
  /** Returns whether to call `before` and `after` for an instruction, on any path; by default, always. */
  readonly appliesTo?: (instruction: Instruction) => boolean;
  /** Called before an instruction acts on the path. */
  readonly before?: (path: Path, instruction: Instruction) => void;
  /** Called when an instruction reveals what the program does with a poll that was undecided until now. */
  readonly onPollDecided?: (path: Path, instruction: Instruction, poll: Poll) => void;
  /** Called after an instruction has acted, unless it ends the path. */
  readonly after?: (path: Path, instruction: Instruction) => void;
  /** Called if a path keeps returning to the same location with the same state; `body` is the loop. */
  readonly onInfiniteLoop?: (path: Path, body: readonly Instruction[]) => void;
  /** Called once all paths of all worlds have been followed. */
  readonly finish?: () => void;
}

/** Creates a judge for one program. */
export type PathJudgeFactory = (gfx: Gfx, report: StaticReport) => PathJudge;
