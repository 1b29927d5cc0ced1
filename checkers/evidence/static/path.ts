import type { Instruction } from '../../../arch/index.js';
import type { LargestWaits, Outstanding } from './outstanding.js';
import { keyOf } from './outstanding.js';
import { copyOf, type ScalarValues } from './scalar-file.js';
import { SETTLED, type Settling } from './settling.js';
import type { LastJoin, Trail } from './trail.js';
import type { World } from './world.js';

/** The last read of the exiting id on a path. */
export interface Poll {
  readonly instruction: Instruction;
  readonly exiting: number;
  /** Whether this id admits the wave (pops.md 5.4). */
  readonly letsEnter: boolean;
  /** Whether the path has left the loop around the poll since. */
  readonly hasLeft: boolean;
  /** What the program did after the poll: nothing yet, another iteration, the section, or undecidable from the known values. */
  readonly outcome: 'open' | 'waits' | 'enters' | 'undecided';
}

/** Progress of one path, in one world or several indistinguishable ones; walked in place, cloned where it branches. */
export class Path {
  readonly world: World;
  /** Index of the next instruction. */
  index = 0;
  /** Exiting id that the next poll reads. */
  exiting: number;
  poll: Poll | undefined;
  packerSet = false;
  /** Whether the entry wait is over. */
  entered = false;
  /** Whether a wave without reported overlap skipped its entry wait. */
  skipped = false;
  exitCount = 0;
  /** Index of the last exit; -1 before any. */
  exitedAt = -1;
  outstanding: readonly Outstanding[] = [];
  /** Unsettled hardware register writes, the last one per register. */
  settling: readonly Settling[] = SETTLED;
  /** Registers holding subgroup operation results from before the section (`subgroups.ts`). */
  tainted: readonly number[] = [];
  trail: Trail | undefined;
  lastJoin: LastJoin | undefined;

  /** @param alike the worlds not yet distinguished on the path; it is followed in the first of them */
  constructor(
    readonly alike: readonly World[],
    readonly scalars: ScalarValues,
  ) {
    this.world = alike[0];
    this.exiting = this.world.exiting;
  }

  clone(): Path {
    return this.cloneIn(this.alike);
  }

  /** The same path in some of its worlds. */
  cloneIn(worlds: readonly World[]): Path {
    const copy = new Path(worlds, copyOf(this.scalars));
    copy.index = this.index;
    if (worlds === this.alike) copy.exiting = this.exiting;
    copy.poll = this.poll;
    copy.packerSet = this.packerSet;
    copy.entered = this.entered;
    copy.skipped = this.skipped;
    copy.exitCount = this.exitCount;
    copy.exitedAt = this.exitedAt;
    copy.outstanding = this.outstanding;
    copy.settling = this.settling;
    copy.tainted = this.tainted;
    copy.trail = this.trail;
    copy.lastJoin = this.lastJoin;
    return copy;
  }

  /** Adds a step. */
  note(instruction: Instruction, note = ''): void {
    this.trail = { instruction, note, before: this.trail };
  }

  /**
   * What the path contributes to all that follows, as text; its world is separate (`world-splits.ts`).
   *
   * @param live scalar registers that may still be read
   * @param largest the largest waits of the program
   */
  key(live: readonly number[], largest: LargestWaits): string {
    const { values, origins } = this.scalars;
    const { settling } = this;
    const fields = [
      this.index,
      Number(this.packerSet),
      Number(this.entered),
      Number(this.skipped),
      Math.min(this.exitCount, 2),
      this.exitedAt,
      ...settling.flatMap(({ register, waitStates }) => [register, waitStates]),
    ];
    let key = `${fields}|${this.tainted}|${keyOf(this.outstanding, largest)}|`;
    for (const register of live) key += `${values[register]}:${origins[register]},`;
    return key;
  }
}
