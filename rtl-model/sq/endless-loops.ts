import type { Instruction } from '../../arch/index.js';
import type { DeviceContext } from '../context.js';
import { makeEvent, UNIT } from '../context.js';
import { assert } from '../kernel/assert.js';
import type { WavePlan } from '../spi/wave-plan.js';
import { STATUS, type Wave } from '../wave.js';
import { LoopWatch } from './loop-watch.js';
import { CHECK_INTERVAL } from './spec.js';
import { findWaysOut } from './ways-out.js';

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
