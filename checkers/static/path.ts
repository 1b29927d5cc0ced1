import type { Instruction } from '../../arch/index.js';
import type { Outstanding } from './outstanding.js';
import { copyOf, type ScalarValues } from './scalar-file.js';
import type { Settling } from './settling.js';
import type { World } from './world.js';

/** Steps of a path, newest first; paths that part share what lies before. */
export interface Trail {
  readonly instruction: Instruction;
  /** What is worth saying of the step beside its text. */
  readonly note: string;
  readonly before: Trail | undefined;
}

/** The last read of the exiting id on a path. */
export interface Poll {
  readonly instruction: Instruction;
  readonly exiting: number;
  /** Whether this id lets the wave enter (pops.md 5.4). */
  readonly letsEnter: boolean;
  /** What the program made of it: nothing yet, one more round, the section, or what no value here can tell. */
  readonly outcome: 'open' | 'waits' | 'enters' | 'untold';
}

/** How far one path of one world has come; walked in place, cloned where it parts. */
export class Path {
  /** Index of the next instruction. */
  index = 0;
  /** Exiting id that the next poll reads. */
  exiting: number;
  poll: Poll | undefined;
  packerSet = false;
  /** The entry wait is over. */
  entered = false;
  exits = 0;
  /** Index of the last exit; -1 before any. */
  exitedAt = -1;
  outstanding: readonly Outstanding[] = [];
  /** The last write of a hardware register, while it settles. */
  settling: Settling | undefined;
  /** Registers that hold results of subgroup operations ahead of the section (`subgroups.ts`). */
  lent: readonly number[] = [];
  trail: Trail | undefined;

  constructor(
    readonly world: World,
    readonly scalars: ScalarValues,
  ) {
    this.exiting = world.exiting;
  }

  clone(): Path {
    const copy = new Path(this.world, copyOf(this.scalars));
    copy.index = this.index;
    copy.exiting = this.exiting;
    copy.poll = this.poll;
    copy.packerSet = this.packerSet;
    copy.entered = this.entered;
    copy.exits = this.exits;
    copy.exitedAt = this.exitedAt;
    copy.outstanding = this.outstanding;
    copy.settling = this.settling;
    copy.lent = this.lent;
    copy.trail = this.trail;
    return copy;
  }

  /** Adds a step. */
  note(instruction: Instruction, note = ''): void {
    this.trail = { instruction, note, before: this.trail };
  }

  /**
   * Everything that what follows depends on, as text: paths of one world with equal keys have one future.
   *
   * @param live scalar registers that something may still read
   */
  key(live: readonly number[]): string {
    const { values, origins, hardware } = this.scalars;
    const { poll, settling } = this;
    const counted = [
      this.index,
      this.exiting,
      Number(this.packerSet),
      Number(this.entered),
      Math.min(this.exits, 2),
      this.exitedAt,
      hardware.mode,
      hardware.popsPacker,
      settling?.register ?? -1,
      settling?.waitStates ?? 0,
    ];
    const polled = poll === undefined ? '' : `${poll.instruction.index} ${poll.exiting} ${poll.outcome}`;
    let key = `${counted}|${this.lent}|${polled}|`;
    for (const { instruction, object, counter, trusted } of this.outstanding)
      key += `${instruction.index}.${object}.${counter}.${trusted},`;
    key += '|';
    for (const register of live) key += `${values[register]}:${origins[register]},`;
    return key;
  }
}
