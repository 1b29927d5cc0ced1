import type { Instruction } from '../../../arch/index.js';
import { formatKey, type LargestWaits, type Outstanding } from './outstanding.js';
import { copyScalars, type ScalarValues } from './scalar-file.js';
import type { World } from './world.js';

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

/** The most recent read of the exiting id on a path. */
export interface Poll {
  readonly instruction: Instruction;
  readonly exiting: number;
  /** Whether the polled id admits the wave (pops.md 5.4). */
  readonly allowsEntry: boolean;
  /** Whether the path has left the poll's loop since the poll. */
  readonly hasLeft: boolean;
  /**
   * What the program did after the poll. `open`: nothing so far; `waits`: it polled again; `enters`: it entered the
   * section; `undecided`: unknown, since it depends on unknown values.
   */
  readonly outcome: 'open' | 'waits' | 'enters' | 'undecided';
}

/**
 * The state of a path. One path stands for all the worlds that the program cannot yet tell apart. It is updated in
 * place, and cloned where the path branches.
 */
export class Path {
  readonly world: World;
  /** Index of the next instruction. */
  index = 0;
  /** The exiting id that the next poll will read. */
  exiting: number;
  poll: Poll | undefined;
  packerSet = false;
  /** Whether the entry wait has ended. */
  entered = false;
  /** Whether the wave skipped its entry wait because no overlap was reported for it. */
  skipped = false;
  /** The branches to second sides of ifs whose first sides the path skipped (`lane-knowledge.ts`). */
  secondSides: readonly number[] = [];
  /** What is known about active lanes (`lane-knowledge.ts`). */
  lanes = 0;
  exitCount = 0;
  /** Index of the last exit, or -1 if there was none. */
  lastExitIndex = -1;
  outstanding: readonly Outstanding[] = [];
  /** Registers that contain results of subgroup operations from before the section (`subgroups.ts`). */
  tainted: readonly number[] = [];
  trail: Trail | undefined;
  lastJoin: LastJoin | undefined;

  /** @param worlds the worlds that the program cannot tell apart yet; only the first one is followed */
  constructor(
    readonly worlds: readonly World[],
    readonly scalars: ScalarValues,
  ) {
    this.world = worlds[0];
    this.exiting = this.world.exiting;
  }

  clone(): Path {
    return this.cloneIn(this.worlds);
  }

  /** Returns a copy of the path for a subset of its worlds. */
  cloneIn(worlds: readonly World[]): Path {
    const copy = new Path(worlds, copyScalars(this.scalars));
    copy.index = this.index;
    if (worlds === this.worlds) copy.exiting = this.exiting;
    copy.poll = this.poll;
    copy.packerSet = this.packerSet;
    copy.entered = this.entered;
    copy.skipped = this.skipped;
    copy.secondSides = this.secondSides;
    copy.lanes = this.lanes;
    copy.exitCount = this.exitCount;
    copy.lastExitIndex = this.lastExitIndex;
    copy.outstanding = this.outstanding;
    copy.tainted = this.tainted;
    copy.trail = this.trail;
    copy.lastJoin = this.lastJoin;
    return copy;
  }

  /** Adds a step to the trail. */
  addStep(instruction: Instruction, note = ''): void {
    this.trail = { instruction, note, before: this.trail };
  }

  /**
   * Returns a key for everything, except the world (`world-splits.ts`), that affects the rest of the path.
   *
   * @param live the scalar registers that may still be read
   * @param largestWaits the largest waits in the program
   */
  formatKey(live: readonly number[], largestWaits: LargestWaits): string {
    const { values, origins } = this.scalars;
    const fields = [
      this.index,
      Number(this.packerSet),
      Number(this.entered),
      Number(this.skipped),
      this.lanes,
      Math.min(this.exitCount, 2),
      this.lastExitIndex,
    ];
    let key = `${fields}|${this.tainted}|${this.secondSides}|${formatKey(this.outstanding, largestWaits)}|`;
    for (const register of live) key += `${values[register]}:${origins[register]},`;
    return key;
  }
}
