import { type Instruction, memoisePerProgram, type WaveState } from '../../arch/index.js';
import { type DeviceContext, makeEvent, UNIT } from '../context.js';
import { assert } from '../kernel/assert.js';
import type { WavePlan } from '../spi/wave-plan.js';
import { STATUS, type Wave } from '../wave.js';
import { CHECK_INTERVAL, MIN_REPEATS } from './spec.js';

/**
 * Returns, for each instruction, 1 if any path from it leads out of the program: to its end, to an instruction that
 * halts, or to an address known only at run time. A wave that reaches an instruction marked 0 runs forever.
 */
export const findWaysOut = memoisePerProgram(({ instructions }): Uint8Array => {
  const canExit = new Uint8Array(instructions.length);
  for (let changed = true; changed; ) {
    changed = false;
    for (let index = canExit.length - 1; index >= 0; index--) {
      if (canExit[index] === 1 || !reachesExit(instructions[index]!, canExit)) continue;
      canExit[index] = 1;
      changed = true;
    }
  }
  return canExit;
});

function reachesExit({ kind, mnemonic, target, index }: Instruction, canExit: Uint8Array): boolean {
  if (kind === 'end' || kind === 'setpc' || kind === 'illegal') return true;
  const fallsThrough = canExit[index + 1] !== 0;
  if (kind !== 'branch') return fallsThrough;
  return canExit[target] !== 0 || (mnemonic !== 's_branch' && fallsThrough);
}

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

/**
 * Finds waves that loop forever. A wave in a loop without an exit stops at its first backward branch. A wave whose
 * iterations all end in the same state is not stopped until only such waves can make progress, since another unit could
 * still change its inputs. Stopped waves have no events, so the device goes idle and reports which waves are waiting.
 */
export class EndlessLoops {
  private readonly canExit: readonly Uint8Array[];
  private readonly watches = new Map<Wave, LoopWatch>();
  /** Waves that have stopped because every iteration ended in the same state. */
  private readonly stopped: Wave[] = [];

  constructor(
    private readonly context: DeviceContext,
    plans: readonly WavePlan[],
    /**
     * Whether every wave that can still make progress is looping without changing state, and all pending events belong
     * to such waves.
     */
    private readonly onlyLoopingWavesRemain: (isLooping: IsLooping) => boolean,
  ) {
    this.canExit = plans.map(({ program }) => findWaysOut(program));
  }

  /** Called when a wave branches back via `branch`. Returns whether the wave stops. */
  onBackwardBranch(wave: Wave, branch: Instruction): boolean {
    const { loops } = wave;
    loops.rounds++;
    // A branch's target never changes, so there is no need to recheck the same branch.
    if (loops.last !== branch.index && this.isInescapable(wave, branch)) return true;
    return !loops.canSkipComparison(wave.state.s) && this.watch(wave, branch);
  }

  /** Resumes the waves that were looping without changing state, because new work has started. */
  resume(): void {
    const { wheel } = this.context;
    for (const wave of this.stopped) {
      assert(wave.loops.endless !== undefined, 'only a stopped wave can be resumed');
      wave.loops.endless = undefined;
      wave.loops.rounds = 0;
      wave.loops.nextFullCheck = CHECK_INTERVAL;
      if (wave.status !== STATUS.SLEEPING) wave.status = STATUS.RUNNING;
      wave.resumeToken = wheel.schedule(1, makeEvent(UNIT.WAVE, wave.index));
    }
    this.stopped.length = 0;
  }

  private isInescapable({ loops, work }: Wave, { target, index }: Instruction): boolean {
    assert(target <= index, 'a backward branch targets an earlier instruction');
    loops.first = target;
    loops.last = index;
    if (this.canExit[work.index]![target] !== 0) return false;
    loops.endless = { first: target, last: index, reason: 'no-way-out' };
    return true;
  }

  private watch(wave: Wave, branch: Instruction): boolean {
    const { changes } = this.context;
    const { loops } = wave;
    const { rounds } = loops;
    const watch = this.watches.get(wave);
    const isDue = rounds % CHECK_INTERVAL === 0;
    if (watch === undefined || rounds === CHECK_INTERVAL) this.begin(wave, branch);
    else if (watch.endIteration(wave, branch, changes)) {
      if (isDue) this.stopLoopingWaves();
    } else if (isDue && !watch.mayStillSettle(wave, changes)) this.begin(wave, branch);
    return loops.endless !== undefined;
  }

  private begin(wave: Wave, branch: Instruction): void {
    assert(wave.loops.rounds % CHECK_INTERVAL === 0, 'a watch starts only when it is due');
    const { changes, nextAccess } = this.context;
    const watch = this.watches.get(wave) ?? new LoopWatch(wave.state);
    watch.begin(wave, branch.index, changes, nextAccess);
    this.watches.set(wave, watch);
    this.context.watchedSince = changes;
  }

  private stopLoopingWaves(): void {
    const { changes } = this.context;
    const isLooping: IsLooping = (wave, access) => {
      if (wave.loops.endless !== undefined) return true;
      if (wave.loops.rounds < CHECK_INTERVAL) return false;
      const watch = this.watches.get(wave);
      return watch?.isSettled(changes) === true && access >= watch.firstAccess;
    };
    if (!this.onlyLoopingWavesRemain(isLooping)) return;
    for (const [wave, { first, last }] of this.watches) {
      if (wave.loops.endless !== undefined || !isLooping(wave, Number.POSITIVE_INFINITY)) continue;
      wave.loops.endless = { first, last, reason: 'same-state' };
      assert(!this.stopped.includes(wave), 'a wave is stopped only once');
      assert(!wave.ended && wave.slot >= 0, 'an ended wave is never stopped');
      this.stopped.push(wave);
    }
  }
}

/**
 * Returns whether a wave is looping without changing state and the access with the given number is part of the loop.
 */
export type IsLooping = (wave: Wave, access: number) => boolean;
