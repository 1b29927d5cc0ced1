import type { DecodedProgram, Instruction } from '../../arch/index.js';
import { SCALAR } from '../../arch/index.js';
import type { PathJudge } from './judge.js';
import { liveScalars } from './liveness.js';
import { KNOWN } from './origins.js';
import type { Trail } from './path.js';
import { Path } from './path.js';
import { pollsAhead } from './polls-ahead.js';
import type { StaticReport } from './report.js';
import type { ScalarFile } from './scalar-file.js';
import { applyInstruction, endWait, settlePoll } from './step.js';
import type { World } from './world.js';

/** Different register contents at one join before those that differ are taken as unknown, which ends every loop. */
const STATES_PER_JOIN_MAX = 16;
/** Instructions followed in one world; a program that takes more is reported as not followed to the end. */
const STEPS_MAX = 20_000;

/** What the first path had in the registers that are live at a join, and how many different ones came. */
interface JoinContents {
  readonly values: readonly number[];
  readonly origins: readonly number[];
  states: number;
}

/**
 * Follows every path of a program in one world. Branches whose condition is known go one way, all others both ways.
 * Paths that meet with equal contents are followed once. Shorter paths come first, so that witnesses are short.
 */
export class Walk {
  /** By index, 1 where paths may meet. */
  private readonly joins: Uint8Array;
  /** Keys of the paths that came to a join, with the trail of the first. */
  private readonly seen = new Map<string, Trail | undefined>();
  /** What the first path had at each join, and how many different ones came since. */
  private readonly first = new Map<number, JoinContents>();
  private steps = 0;
  /** Scalar registers that are live at each join. */
  private readonly live: ReadonlyMap<number, readonly number[]>;
  /** Instructions that a wave can reach while it still has to wait. */
  private readonly pollsAhead: ReadonlySet<number>;
  /** Judges that look at each instruction before and after it acts, by its index, and at polls that are settled. */
  private readonly before: readonly (readonly PathJudge[])[];
  private readonly after: readonly (readonly PathJudge[])[];
  private readonly settled: readonly PathJudge[];

  constructor(
    private readonly program: DecodedProgram,
    private readonly scalars: ScalarFile,
    private readonly judges: readonly PathJudge[],
    private readonly report: StaticReport,
  ) {
    const targets = program.instructions.map(({ target }) => target).filter((target) => target >= 0);
    this.joins = new Uint8Array(program.instructions.length);
    for (const target of targets) this.joins[target] = 1;
    const live = liveScalars(program);
    this.pollsAhead = pollsAhead(program);
    this.live = new Map(targets.map((index) => [index, live[index] ?? []]));
    const concerned = program.instructions.map((instruction) =>
      judges.filter(({ concerns }) => concerns?.(instruction) ?? true),
    );
    this.before = concerned.map((some) => some.filter(({ before }) => before !== undefined));
    this.after = concerned.map((some) => some.filter(({ after }) => after !== undefined));
    this.settled = judges.filter(({ settled }) => settled !== undefined);
  }

  follow(world: World, register: number | undefined): void {
    this.seen.clear();
    this.first.clear();
    this.steps = 0;
    const queue = [new Path(world, this.scalars.start(register, world.argument))];
    for (let head = 0; head < queue.length; head++) queue.push(...this.run(queue[head]));
  }

  /** Follows a path to its end or to where it parts; gives the parts. */
  private run(path: Path): readonly Path[] {
    while (path.index < this.program.instructions.length) {
      if (this.joins[path.index] === 1 && !this.isNew(path)) return [];
      if (++this.steps > STEPS_MAX) {
        this.report.incomplete = true;
        return [];
      }
      const instruction = this.program.instructions[path.index];
      if (instruction.kind === 'illegal') {
        this.report.unfollowed.add(instruction);
        return [];
      }
      endWait(path, instruction);
      const parts = instruction.kind === 'branch' && !this.scalars.isKnown(path.scalars, instruction);
      const settled = settlePoll(path, instruction, parts && !this.pollsAhead.has(instruction.index));
      if (settled !== undefined)
        for (const judge of this.settled) judge.settled?.(path, instruction, settled);
      for (const judge of this.before[instruction.index]) judge.before?.(path, instruction);
      if (parts) return this.part(path, instruction);
      applyInstruction(path, instruction, this.scalars, this.program.gfx);
      if (instruction.kind === 'end') return [];
      if (instruction.kind === 'setpc') {
        if (this.program.epilog === undefined) return [];
        path.index = this.program.epilog.index;
      }
      for (const judge of this.after[instruction.index]) judge.after?.(path, instruction);
    }
    return [];
  }

  /** Both ways of a branch whose condition is unknown; each tells something of what it looks at. */
  private part(path: Path, branch: Instruction): readonly Path[] {
    const { poll } = path;
    if (poll?.outcome === 'open') path.poll = { ...poll, outcome: 'untold' };
    return [this.way(path.clone(), branch, 1), this.way(path, branch, 0)];
  }

  /** Lets a path go one way of a branch. */
  private way(path: Path, branch: Instruction, taken: 0 | 1): Path {
    this.assume(path, branch, taken);
    path.index = taken === 1 ? branch.target : branch.index + 1;
    path.note(branch, taken === 1 ? 'taken' : 'not taken');
    return path;
  }

  private assume({ scalars }: Path, branch: Instruction, taken: number): void {
    const unknown = branch.uses.scalars.filter((register) => scalars.origins[register] !== KNOWN);
    const whenZero = this.scalars.evaluate(scalars, branch);
    if (taken === whenZero) for (const register of unknown) this.scalars.set(scalars, register, 0);
    else if (unknown.includes(SCALAR.SCC)) this.scalars.set(scalars, SCALAR.SCC, 1);
  }

  /** Whether nobody came to this join with the same live contents; widens what keeps changing, reports endless loops. */
  private isNew(path: Path): boolean {
    const live = this.live.get(path.index) ?? [];
    this.widen(path, live);
    const key = path.key(live);
    if (!this.seen.has(key)) {
      this.seen.set(key, path.trail);
      return true;
    }
    const body = wayRound(path, this.seen.get(key));
    if (body !== undefined) for (const judge of this.judges) judge.endless?.(path, body);
    return false;
  }

  private widen(path: Path, live: readonly number[]): void {
    const { values, origins } = path.scalars;
    const first = this.first.get(path.index);
    if (first === undefined) {
      this.first.set(path.index, {
        values: live.map((register) => values[register]),
        origins: live.map((register) => origins[register]),
        states: 1,
      });
      return;
    }
    if (++first.states <= STATES_PER_JOIN_MAX) return;
    live.forEach((register, at) => {
      const same = first.values[at] === values[register] && first.origins[at] === origins[register];
      if (!same) this.scalars.forget(path.scalars, register, `anything at ${path.index}`);
    });
  }
}

/** Noted steps from where a path was before to where it is now, or undefined when it was not the same path. */
function wayRound(path: Path, before: Trail | undefined): readonly Instruction[] | undefined {
  const body: Instruction[] = [];
  for (let step = path.trail; step !== before; step = step.before) {
    if (step === undefined) return undefined;
    body.push(step.instruction);
  }
  return body.length === 0 ? undefined : body.reverse();
}
