import { setting } from '../../transactions/index.js';
import type { DeviceContext } from '../context.js';
import { assert } from '../kernel/assert.js';
import type { OverlapSet } from './overlap-set.js';

/** The exit state that a lookup needs. */
export interface ExitView {
  /** Returns whether the packer's wave with the given sequence number has exited. */
  hasExited(sequence: number): boolean;
  /** Returns the wave with the given sequence number, if it is still in the exit tracker. */
  waveOf(sequence: number): { readonly slot: number } | undefined;
}

/** What happens when the table is full (U7). */
const ON_OVERFLOW = {
  STALL: setting('overlapOverflow', 'stall'),
  CONSERVATIVE: setting('overlapOverflow', 'conservative'),
  FLUSH: setting('overlapOverflow', 'flush'),
} as const;

/** The output from an overlap table to its packer. Faults can replace it. */
export const CLEAN_TABLE = {
  /**
   * Returns whether a flush in progress should continue. `used` is the number of entries in use, and `overflows` is
   * true if the next quad needs an entry and none is free.
   */
  flushes: (used: number, _overflows: boolean): boolean => used > 0,
};

/** The entries that a wave holds until it retires. */
export interface EntryHolder {
  readonly entries: Int32Array;
  entryCount: number;
}

/**
 * The overlap table of a packer. It has `overlapEntries` entries, one for each quad position that an unfinished wave
 * covers. If no entry is free, the packer stalls until one becomes free, stalls until the entire table is empty, or
 * continues. In the last case, every later quad without an entry is assumed to overlap the last wave that failed to get
 * one.
 */
export class OverlapTable {
  /** The number of entries in use. */
  used = 0;
  /** The number of waves that share the entry for each quad position, or 0 if it has no entry. */
  private readonly userCounts: Uint16Array;
  /** The sequence number of the last wave that took or shared each entry. */
  private readonly lastUser: Int32Array;
  /** The last wave with a quad that could not get an entry, or -1 if there is none. */
  private unrecorded = -1;
  private readonly maxEntries: number;
  private flushing = false;
  private readonly outputs: typeof CLEAN_TABLE;

  constructor(
    private readonly context: DeviceContext,
    quads: number,
  ) {
    this.userCounts = new Uint16Array(quads);
    this.lastUser = new Int32Array(quads).fill(-1);
    this.outputs = context.outputs(CLEAN_TABLE);
    this.maxEntries = context.freedoms.overlapEntries;
  }

  /** Returns whether the quad at the given position has no entry and none is free. */
  overflows(position: number): boolean {
    assert(position >= 0 && position < this.userCounts.length, 'a quad is on the screen');
    return this.userCounts[position] === 0 && this.used >= this.maxEntries;
  }

  /** Returns whether the quad at the given position must wait for an entry. */
  stalls(position: number): boolean {
    if (this.flushing && this.outputs.flushes(this.used, this.overflows(position))) return true;
    this.flushing = false;
    if (!this.overflows(position)) return false;
    const { overlapOverflow } = this.context.freedoms;
    this.flushing = overlapOverflow === ON_OVERFLOW.FLUSH;
    return overlapOverflow !== ON_OVERFLOW.CONSERVATIVE;
  }

  /**
   * If the quad has no entry, adds the wave it may overlap (the last one that failed to get an entry) to `overlapped`.
   * That wave itself waits for all earlier ones.
   */
  addConservativeOverlap(position: number, forming: number, exits: ExitView, overlapped: OverlapSet): void {
    const { unrecorded } = this;
    if (this.userCounts[position] > 0 || unrecorded < 0 || unrecorded === forming) return;
    assert(unrecorded < forming, 'the unrecorded wave is older than the forming one');
    if (!exits.hasExited(unrecorded)) overlapped.addConservatively(unrecorded);
  }

  /** Records the quad at the given position for the forming wave, or notes that no entry was free. */
  record(position: number, forming: number, holder: EntryHolder): void {
    assert(position >= 0 && position < this.userCounts.length, 'a recorded quad is on the screen');
    assert(forming >= this.lastUser[position], "a packer's waves are recorded in order");
    if (this.lastUser[position] === forming) return;
    if (this.userCounts[position] === 0) {
      if (this.used >= this.maxEntries) {
        this.unrecorded = forming;
        return;
      }
      this.used++;
      assert(this.used <= this.maxEntries, 'the table has room for the entry');
    }
    this.userCounts[position]++;
    assert(holder.entryCount < holder.entries.length, 'a wave has at most one entry per quad');
    this.lastUser[position] = forming;
    holder.entries[holder.entryCount++] = position;
  }

  /** Removes the entries of a wave that has exited. */
  release(holder: EntryHolder): void {
    assert(holder.entryCount <= holder.entries.length, 'a wave releases only entries that it holds');
    for (let i = 0; i < holder.entryCount; i++) {
      assert(this.userCounts[holder.entries[i]] > 0, 'only an entry in use can be released');
      if (--this.userCounts[holder.entries[i]] === 0) this.used--;
    }
    holder.entryCount = 0;
    assert(this.used >= 0, 'no entry is released more times than it was taken');
  }
}
