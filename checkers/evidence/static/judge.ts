import type { Gfx, Instruction } from '../../../arch/index.js';
import type { Path, Poll } from './path.js';
import type { StaticReport } from './report.js';

/** One group of rules on the paths of one program; a judge that keeps something keeps it over all paths. */
export interface PathJudge {
  /** Whether `before` and `after` concern an instruction, on any path; by default all. */
  readonly concerns?: (instruction: Instruction) => boolean;
  /** Before an instruction acts on the path. */
  readonly before?: (path: Path, instruction: Instruction) => void;
  /** An instruction shows what the program made of a poll that was open until now. */
  readonly settled?: (path: Path, instruction: Instruction, poll: Poll) => void;
  /** After it acted; not called where the path ends with it. */
  readonly after?: (path: Path, instruction: Instruction) => void;
  /** Some path returns to this place again and again with the same state; `body` is the loop. */
  readonly endless?: (path: Path, body: readonly Instruction[]) => void;
  /** After all paths of all worlds. */
  readonly finish?: () => void;
}

/** Starts a judge on one program. */
export type PathJudgeFactory = (gfx: Gfx, report: StaticReport) => PathJudge;
