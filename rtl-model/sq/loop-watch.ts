import type { Instruction, WaveState } from '../../arch/index.js';
import { assert } from '../kernel/assert.js';
import type { Wave } from '../wave.js';
import { CHECK_INTERVAL, MIN_REPEATS } from './spec.js';

/** An index larger than any instruction index. */
const NO_INDEX = 0x7fffffff;

/**
 * Detects a wave that is stuck in a loop whose state repeats. The registers at a backward branch are saved and compared
 * with those of later iterations. They must repeat with a constant period, and neither memory, the exiting id, nor the
 * caches may change in between.
 */
export class LoopWatch {
  /** Index of the first access made while looping. */
  firstAccess = 0;
  /** Index of the first instruction in the repeating iterations. */
  first = -1;
  /** Index of the last instruction in the repeating iterations. */
  last = -1;
  private readonly saved: { s: Int32Array; v: Int32Array; hw: Int32Array };
  private branch = -1;
  private changes = -1;
  private repeats = 0;
  /** Iterations per repetition. Valid once the state has repeated. */
  private period = 0;
  /** Number of the iteration that last ended in the saved state. */
  private seenRound = 0;
  /** Lowest instruction index in the iterations since the state last repeated. */
  private low = NO_INDEX;
  /** Highest instruction index in those iterations. */
  private high = -1;

  constructor({ s, v, hw }: WaveState) {
    this.saved = { s: s.slice(), v: v.slice(), hw: hw.slice() };
  }

  /** Restarts from the wave's current registers; `changes` and `nextAccess` are the device's current counts. */
  begin(wave: Wave, branch: number, changes: number, nextAccess: number): void {
    const { s, v, hw } = wave.state;
    if (s.length !== this.saved.s.length || v.length !== this.saved.v.length) {
      this.saved.s = s.slice();
      this.saved.v = v.slice();
      this.saved.hw = hw.slice();
    } else {
      this.saved.s.set(s);
      this.saved.v.set(v);
      this.saved.hw.set(hw);
    }
    assert(this.saved.hw.length === hw.length, 'saved and current registers have the same size');
    this.branch = branch;
    this.changes = changes;
    this.firstAccess = nextAccess;
    this.repeats = 0;
    this.seenRound = wave.loops.rounds;
    this.resetRange();
    wave.loops.expect(0, s[0]!, this.seenRound + CHECK_INTERVAL);
  }

  /** Called when an iteration ends at a backward branch. Returns whether the state has repeated enough times. */
  endIteration(wave: Wave, branch: Instruction, changes: number): boolean {
    if (branch.index !== this.branch || changes !== this.changes || !this.matchesSaved(wave)) {
      if (this.repeats > 0) this.extendRange(branch);
      return false;
    }
    this.extendRange(branch);
    const period = wave.loops.rounds - this.seenRound;
    assert(period > 0, 'a state cannot repeat within an iteration');
    this.seenRound = wave.loops.rounds;
    this.repeats = period === this.period ? this.repeats + 1 : 1;
    assert(this.low <= this.high, 'a loop iteration contains at least one instruction');
    this.period = period;
    this.first = this.low;
    this.last = this.high;
    this.resetRange();
    wave.loops.nextFullCheck = 0;
    return this.isSettled(changes);
  }

  /** Whether the loop's state has repeated enough times, and nothing has changed since. */
  isSettled(changes: number): boolean {
    return this.repeats >= MIN_REPEATS && changes === this.changes;
  }

  /** Whether the saved state has repeated recently and is worth keeping. */
  mayStillSettle(wave: Wave, changes: number): boolean {
    return changes === this.changes && this.repeats > 0 && wave.loops.rounds - this.seenRound <= this.period;
  }

  private extendRange({ target, index }: Instruction): void {
    if (target < this.low) this.low = target;
    if (index > this.high) this.high = index;
  }

  private resetRange(): void {
    this.low = NO_INDEX;
    this.high = -1;
  }

  private matchesSaved({ state: { s, hw, v }, loops }: Wave): boolean {
    const { saved } = this;
    const register = findFirstDifference(s, saved.s);
    if (register === s.length)
      return findFirstDifference(hw, saved.hw) === hw.length && findFirstDifference(v, saved.v) === v.length;
    loops.expect(register, saved.s[register]!, loops.nextFullCheck);
    return false;
  }
}

/** Returns the index of the first element that differs, or the length if there is none. */
function findFirstDifference(a: Int32Array, b: Int32Array): number {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return i;
  return a.length;
}
