import type { Gfx, Instruction } from '../../../arch/index.js';
import type { Path, Poll } from './path.js';
import type { StaticReport } from './report.js';

/** A group of rules that checks the paths of one program. A judge's state is shared by all paths. */
export interface PathJudge {
  /** Whether to call `before` and `after` for an instruction, on any path. Defaults to always. */
  readonly appliesTo?: (instruction: Instruction) => boolean;
  /** Called before an instruction takes effect on a path. */
  readonly before?: (path: Path, instruction: Instruction) => void;
  /** Called when an instruction shows whether the program enters its section after a poll. */
  readonly onPollDecided?: (path: Path, instruction: Instruction, poll: Poll) => void;
  /** Called after an instruction has taken effect, unless it ends the path. */
  readonly after?: (path: Path, instruction: Instruction) => void;
  /** Called if a path keeps returning to the same location in the same state. `body` is the loop. */
  readonly onInfiniteLoop?: (path: Path, body: readonly Instruction[]) => void;
  /** Called when every path under every set of assumptions has been explored. */
  readonly finish?: () => void;
}

/** Creates a judge for a program. */
export type PathJudgeFactory = (gfx: Gfx, report: StaticReport) => PathJudge;
