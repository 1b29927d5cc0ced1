import type { Instruction, WaveState } from '../../arch/index.js';
import { assert } from '../kernel/assert.js';
import type { Wave } from '../wave.js';
import { CHECK_INTERVAL, REPEATS_MIN } from './spec.js';

/** Above the index of every instruction. */
const NO_PLACE = 0x7fffffff;

/**
 * Detects a wave looping in one state. Its registers at a backward branch are kept and compared with later iterations. They
 * must repeat at a constant period, with no change of memory, exiting id or caches in between.
 */
export class LoopWatch {
  /** Number of the first access within the repeated iterations. */
  firstAccess = 0;
  /** Indices of the first and last instruction of a repeated iteration. */
  first = -1;
  last = -1;
  private readonly kept: { s: Int32Array; v: Int32Array; hw: Int32Array };
  private branch = -1;
  private changes = -1;
  private repeats = 0;
  /** Iterations between repetitions; valid after the first one. */
  private period = 0;
  private lastRound = 0;
  /** First and last instruction of the iterations since the state last repeated. */
  private low = NO_PLACE;
  private high = -1;

  constructor({ s, v, hw }: WaveState) {
    this.kept = { s: s.slice(), v: v.slice(), hw: hw.slice() };
  }

  /** Restarts with the wave's current registers; `changes` and `nextAccess` are the device's current counts. */
  begin(wave: Wave, branch: number, changes: number, nextAccess: number): void {
    const { s, v, hw } = wave.state;
    if (s.length !== this.kept.s.length || v.length !== this.kept.v.length) {
      this.kept.s = s.slice();
      this.kept.v = v.slice();
      this.kept.hw = hw.slice();
    } else {
      this.kept.s.set(s);
      this.kept.v.set(v);
      this.kept.hw.set(hw);
    }
    assert(this.kept.hw.length === hw.length, 'the kept registers fit the wave');
    this.branch = branch;
    this.changes = changes;
    this.firstAccess = nextAccess;
    this.repeats = 0;
    this.lastRound = wave.loops.rounds;
    this.forgetPlace();
    wave.loops.expect(0, s[0]!, this.lastRound + CHECK_INTERVAL);
  }

  /** Called when an iteration ends at a backward branch; returns whether the state has repeated often enough. */
  round(wave: Wave, branch: Instruction, changes: number): boolean {
    if (branch.index !== this.branch || changes !== this.changes || !this.isSame(wave)) {
      if (this.repeats > 0) this.include(branch);
      return false;
    }
    this.include(branch);
    const period = wave.loops.rounds - this.lastRound;
    assert(period > 0, 'a state repeats only in a later iteration');
    this.lastRound = wave.loops.rounds;
    this.repeats = period === this.period ? this.repeats + 1 : 1;
    assert(this.low <= this.high, 'a loop iteration has instructions');
    this.period = period;
    this.first = this.low;
    this.last = this.high;
    this.forgetPlace();
    wave.loops.lookAt = 0;
    return this.isSettled(changes);
  }

  /** Whether the wave has looped in one state so far, and nothing has changed since. */
  isSettled(changes: number): boolean {
    return this.repeats >= REPEATS_MIN && changes === this.changes;
  }

  /** Whether the kept state repeated recently and is worth keeping. */
  isPromising(wave: Wave, changes: number): boolean {
    return changes === this.changes && this.repeats > 0 && wave.loops.rounds - this.lastRound <= this.period;
  }

  private include({ target, index }: Instruction): void {
    if (target < this.low) this.low = target;
    if (index > this.high) this.high = index;
  }

  private forgetPlace(): void {
    this.low = NO_PLACE;
    this.high = -1;
  }

  private isSame({ state: { s, hw, v }, loops }: Wave): boolean {
    const { kept } = this;
    const register = firstDifference(s, kept.s);
    if (register === s.length)
      return firstDifference(hw, kept.hw) === hw.length && firstDifference(v, kept.v) === v.length;
    loops.expect(register, kept.s[register]!, loops.lookAt);
    return false;
  }
}

/** Index of the first differing element, or the length if none. */
function firstDifference(a: Int32Array, b: Int32Array): number {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return i;
  return a.length;
}
