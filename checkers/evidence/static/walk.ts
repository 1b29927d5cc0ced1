import { type DecodedProgram, type Instruction, SCALAR } from '../../../arch/index.js';
import { Joins } from './joins.js';
import type { PathJudge } from './judge.js';
import type { LaneKnowledge } from './lane-knowledge.js';
import { findLargestWaits } from './outstanding.js';
import { Path } from './path.js';
import type { StaticReport } from './report.js';
import { KNOWN, ScalarFile } from './scalar-file.js';
import { applyCounterWait, applyInstruction, decidePoll, type WalkContext } from './step.js';
import { WaitLoops } from './wait-loop.js';
import type { World } from './world.js';
import { WorldSplits } from './world-splits.js';

/** Maximum number of instructions to follow. A program that needs more is reported as incomplete. */
const MAX_STEPS = 200_000;

/**
 * Follows every path through a program in all worlds. A branch is taken one way if its condition is known, and both
 * ways otherwise. Paths that join in the same state are followed only once, and worlds stay merged until the program
 * can distinguish them. Shorter paths are followed first, so witnesses are short.
 */
export class Walk {
  private readonly scalars: ScalarFile;
  private readonly context: WalkContext;
  private readonly worldSplits: WorldSplits;
  private readonly joins: Joins;
  private stepCount = 0;
  /** The judges to call before each instruction takes effect, by instruction index. */
  private readonly judgesBefore: readonly (readonly PathJudge[])[];
  /** The judges to call after each instruction has taken effect, by instruction index. */
  private readonly judgesAfter: readonly (readonly PathJudge[])[];
  /** The judges to call when the outcome of a poll becomes known. */
  private readonly pollJudges: readonly PathJudge[];

  /**
   * @param collisionRegister the scalar register of the collision argument; undefined if unknown
   * @param scratchRegister the scalar register of the wave's scratch offset; undefined if unknown
   * @param lanes what decides branches on lanes; without it, paths take them both ways
   */
  constructor(
    private readonly program: DecodedProgram,
    private readonly collisionRegister: number | undefined,
    private readonly judges: readonly PathJudge[],
    private readonly report: StaticReport,
    scratchRegister?: number,
    private readonly lanes?: LaneKnowledge,
  ) {
    this.scalars = new ScalarFile(program, scratchRegister);
    const largest = findLargestWaits(program.instructions);
    const waitLoops = new WaitLoops(program);
    this.context = { gfx: program.gfx, scalars: this.scalars, largest, waitLoops };
    this.worldSplits = new WorldSplits(program, collisionRegister);
    this.joins = new Joins(program, this.scalars, this.worldSplits, largest);
    const applicable = program.instructions.map((instruction) =>
      judges.filter(({ appliesTo }) => appliesTo?.(instruction) ?? true),
    );
    this.judgesBefore = applicable.map((applicableJudges) =>
      applicableJudges.filter(({ before }) => before !== undefined),
    );
    this.judgesAfter = applicable.map((applicableJudges) =>
      applicableJudges.filter(({ after }) => after !== undefined),
    );
    this.pollJudges = judges.filter(({ onPollDecided }) => onPollDecided !== undefined);
  }

  /** Follows all paths. Waves with and without a reported overlap are followed separately from the start. */
  follow(worlds: readonly World[]): void {
    const groups = [true, false].map((overlaps) =>
      worlds.filter(({ didOverlap }) => didOverlap === overlaps),
    );
    const queue = groups.filter(({ length }) => length > 0).map((group) => this.start(group));
    for (let head = 0; head < queue.length; head++)
      for (const next of this.run(queue[head])) queue.push(next);
    for (const { path, body } of this.joins.findCycles())
      for (const judge of this.judges) judge.onInfiniteLoop?.(path, body);
  }

  private start(equivalentWorlds: readonly World[]): Path {
    return new Path(
      equivalentWorlds,
      this.scalars.start(this.collisionRegister, equivalentWorlds[0].argument),
    );
  }

  /** Follows a path until it ends or splits. Returns the paths that it splits into. */
  private run(path: Path): readonly Path[] {
    while (path.index < this.program.instructions.length) {
      if (this.joins.isJoin(path.index) && !this.joins.arrive(path)) return [];
      if (++this.stepCount > MAX_STEPS) {
        this.report.incomplete = true;
        return [];
      }
      const instruction = this.program.instructions[path.index];
      if (path.worlds.length > 1 && this.worldSplits.splits[path.index] === 1) return this.splitWorlds(path);
      if (instruction.kind === 'illegal') {
        this.report.unsupported.add(instruction);
        return [];
      }
      applyCounterWait(path, instruction);
      const splitsPath = instruction.kind === 'branch' && !this.scalars.isKnown(path.scalars, instruction);
      const hasNoPollAhead = splitsPath && !this.worldSplits.hasPollAhead(instruction);
      const decidedPoll = decidePoll(path, instruction, hasNoPollAhead, this.context.waitLoops);
      if (decidedPoll !== undefined)
        for (const judge of this.pollJudges) judge.onPollDecided?.(path, instruction, decidedPoll);
      for (const judge of this.judgesBefore[instruction.index]) judge.before?.(path, instruction);
      if (splitsPath) return this.splitBranch(path, instruction);
      applyInstruction(path, instruction, this.context);
      this.lanes?.follow(path, instruction);
      if (this.skipsEntry(path, instruction)) path.skipped = true;
      if (instruction.kind === 'end') return [];
      if (instruction.kind === 'setpc') {
        if (this.program.epilog === undefined) return [];
        path.index = this.program.epilog.index;
      }
      for (const judge of this.judgesAfter[instruction.index]) judge.after?.(path, instruction);
    }
    return [];
  }

  /**
   * Whether a branch makes a wave without a reported overlap skip its entry wait, so that it can no longer reach
   * a poll.
   */
  private skipsEntry({ world, poll, index }: Path, branch: Instruction): boolean {
    if (branch.kind !== 'branch' || world.didOverlap || poll !== undefined) return false;
    const next = this.program.instructions[index];
    if (next === undefined || !this.worldSplits.hasPollAhead(branch)) return false;
    return !this.worldSplits.hasPollAhead(next);
  }

  /** Splits a path into one for each of its worlds. */
  private splitWorlds(path: Path): readonly Path[] {
    return path.worlds.map((world) => {
      const { scalars } = path;
      if (this.collisionRegister !== undefined)
        this.scalars.set(scalars, this.collisionRegister, world.argument);
      return path.cloneIn([world]);
    });
  }

  /**
   * Returns the paths for both directions of a branch with an unknown condition. Each direction tells us something
   * about the tested registers.
   */
  private splitBranch(path: Path, branch: Instruction): readonly Path[] {
    const { poll } = path;
    if (poll?.outcome === 'open') path.poll = { ...poll, outcome: 'undecided' };
    const direction = this.lanes?.decide(path, branch);
    if (direction !== undefined) return [this.takeBranch(path, branch, direction)];
    return [this.takeBranch(path.clone(), branch, 1), this.takeBranch(path, branch, 0)];
  }

  /** Advances a path past a branch in one direction. */
  private takeBranch(path: Path, branch: Instruction, taken: 0 | 1): Path {
    this.assume(path, branch, taken);
    path.index = taken === 1 ? branch.target : branch.index + 1;
    path.addStep(branch, taken === 1 ? 'taken' : 'not taken');
    this.lanes?.followBranch(path, branch, taken);
    return path;
  }

  private assume({ scalars }: Path, branch: Instruction, taken: number): void {
    const unknown = branch.uses.scalars.filter((register) => scalars.origins[register] !== KNOWN);
    const whenZero = this.scalars.evaluate(scalars, branch);
    if (taken === whenZero) for (const register of unknown) this.scalars.set(scalars, register, 0);
    else if (unknown.includes(SCALAR.SCC)) this.scalars.set(scalars, SCALAR.SCC, 1);
  }
}
