import { CHOICE } from '../choice-points.js';
import type { DeviceContext } from '../context.js';
import { makeEvent, UNIT } from '../context.js';
import { assert } from '../kernel/assert.js';
import { NO_TOKEN } from '../kernel/index.js';
import type { ExitTracking } from '../spi/exit-tracker.js';
import { RING } from '../spi/spec.js';
import type { Wave } from '../wave.js';
import { STATUS } from '../wave.js';
import type { ParkPlan } from './poll-loop.js';

/**
 * The waves that are only waiting for one packer's exiting id. Each is filed under the sequence number at which
 * its loop exits, so a change to the id only has to visit the waves that it frees, and idle polls cost nothing.
 */
export class ParkedWaves {
  private readonly byTarget = new Map<number, Set<Wave>>();
  /** Parked waves whose turn has not come yet. */
  private readonly waiting = new Set<Wave>();
  /** Parked waves that could leave their loop but sleep until an exit wakes them. */
  private readonly freed = new Set<Wave>();
  /** Sleeping waves that are not parked. An exit wakes them too. */
  private readonly sleepers = new Set<Wave>();
  private lastShown: number;

  constructor(
    private readonly context: DeviceContext,
    private readonly tracker: ExitTracking,
  ) {
    this.lastShown = tracker.shown;
  }

  /**
   * Parks a polling wave.
   *
   * @param period polling period of a loop that exits do not wake, or 0 if the wave sleeps until an exit wakes it
   */
  park(wave: Wave, plan: ParkPlan, period: number): void {
    assert(!this.sleepers.has(wave), 'a parked wave is not also sleeping');
    assert(wave.status === STATUS.RUNNING && !wave.ended, 'only a running wave can be parked');
    assert(wave.resumeToken === NO_TOKEN, 'no event is pending for a parked wave');
    wave.status = STATUS.PARKED;
    const { polling } = wave;
    polling.parkCycle = this.context.now;
    polling.parkPeriod = period;
    polling.parkTarget = plan.target;
    assert(!this.waiting.has(wave), 'a wave is parked only once');
    assert(period >= 0, 'the polling period is not negative');
    assert(plan.target > this.lastShown, 'a parked wave waits for an id that has not been shown yet');
    this.waiting.add(wave);
    if (plan.target === Number.POSITIVE_INFINITY) return;
    const slot = plan.target & (RING - 1);
    const waiters = this.byTarget.get(slot) ?? new Set();
    this.byTarget.set(slot, waiters.add(wave));
  }

  addSleeper(wave: Wave): void {
    assert(!this.sleepers.has(wave), 'the wave is not already asleep');
    assert(!this.waiting.has(wave), 'a sleeping wave is not also parked');
    this.sleepers.add(wave);
  }

  removeSleeper(wave: Wave): void {
    this.sleepers.delete(wave);
  }

  /** Removes a wave that halts while parked or asleep, which can happen if an earlier access faults. */
  forget(wave: Wave): void {
    this.sleepers.delete(wave);
    const wasFreed = this.freed.delete(wave);
    assert(!wasFreed || !this.waiting.has(wave), 'a wave that reached its target is no longer waiting');
    if (!this.waiting.delete(wave) || wave.polling.parkTarget === Number.POSITIVE_INFINITY) return;
    const slot = wave.polling.parkTarget & (RING - 1);
    this.byTarget.get(slot)?.delete(wave);
  }

  /**
   * Called when the exiting id advances. Parked waves whose target has been reached leave the loop on their next
   * iteration, or when they are woken.
   */
  exitingIdChanged(): void {
    assert(this.lastShown <= this.tracker.shown, 'the exiting id never moves backwards');
    while (this.lastShown < this.tracker.shown) {
      this.lastShown++;
      const slot = this.lastShown & (RING - 1);
      const waiters = this.byTarget.get(slot);
      if (waiters === undefined) continue;
      this.byTarget.delete(slot);
      for (const wave of waiters) this.resume(wave);
    }
  }

  /**
   * Wakes sleeping waves, and parked waves whose target has been reached or, if `all` is set, all parked waves. Has no
   * effect if exits do not wake waves (U8).
   */
  wake(all = false): void {
    if (!this.context.facts.sleepsEndEarly) return;
    for (const wave of this.freed) this.scheduleWake(wave);
    this.freed.clear();
    if (all) this.wakeWaiting();
    this.wakeSleepers();
  }

  /** Wakes parked waves early. Each polls once more and goes back to sleep. */
  private wakeWaiting(): void {
    for (const wave of this.waiting) {
      // All waves filed under a target are waiting, so the whole list can be removed.
      this.byTarget.delete(wave.polling.parkTarget & (RING - 1));
      this.scheduleWake(wave);
    }
    this.waiting.clear();
  }

  private wakeSleepers(): void {
    for (const wave of this.sleepers) {
      this.sleepers.delete(wave);
      this.scheduleWake(wave);
    }
  }

  private resume(wave: Wave): void {
    assert(this.waiting.has(wave), 'only a parked wave can be resumed');
    assert(wave.status === STATUS.PARKED, 'the wave is still parked');
    this.waiting.delete(wave);
    const { parkPeriod, parkCycle } = wave.polling;
    if (parkPeriod === 0) {
      this.freed.add(wave);
      return;
    }
    const { wheel, isTimed, now } = this.context;
    // The first period starts in the cycle in which the wave was parked.
    const delay = isTimed ? parkPeriod - ((now - parkCycle) % parkPeriod) : 1;
    assert(delay > 0 && delay <= parkPeriod, 'a polling iteration ends within its period');
    wave.status = STATUS.SLEEPING;
    wave.resumeToken = wheel.schedule(delay, makeEvent(UNIT.WAVE, wave.index));
  }

  /** Schedules a parked or sleeping wave to run again after the wake latency. */
  scheduleWake(wave: Wave): void {
    const { context } = this;
    const delay = context.latency(CHOICE.WAKE_LATENCY, context.freedoms.wakeLatency);
    assert(
      wave.status === STATUS.PARKED || wave.status === STATUS.SLEEPING,
      'only a parked or sleeping wave can be woken',
    );
    assert(delay >= 0, 'the wake latency is not negative');
    wave.status = STATUS.SLEEPING;
    wave.polling.wokenByExit = true;
    wave.resumeToken = context.wheel.schedule(delay, makeEvent(UNIT.WAVE, wave.index));
  }
}
