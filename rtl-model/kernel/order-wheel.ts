import { assert } from './assert.js';
import { type Calendar, NO_EVENT, NO_QUEUE, NO_TOKEN } from './calendar.js';
import type { Choices } from './choices.js';

/** The number of cycles between events. It exceeds every delay, so all delays have elapsed by the next event. */
export const ORDER_STRIDE = 2 ** 16;

/** A pending event. */
export interface PendingEvent {
  readonly event: number;
  readonly token: number;
  readonly queue: number;
}

/**
 * An untimed calendar. Any pending event may be next, except that the events of each queue keep their order. The next
 * event is chosen from the eligible ones, which are passed as the sources in scheduling order.
 *
 * Each event occurs `ORDER_STRIDE` cycles after the previous one. Delays have no effect, because all of them have
 * elapsed by the next event. If `together` is set, each eligible event can also be chosen to run in the same cycle as
 * the previous one. Units that handle one item per cycle then see both events in that cycle.
 */
export class OrderWheel implements Calendar {
  private cycle = 0;
  private tokens = 0;
  private last = NO_TOKEN;
  private readonly pendingEvents: PendingEvent[] = [];
  /** Returns whether an event has become a no-op. Such events are dropped. */
  isStale: (event: PendingEvent) => boolean = () => false;
  /** The event that each option stands for. The array is reused. */
  private sources = new Int32Array(64);

  /**
   * @param choices picks the next event.
   * @param point the choice point for picking the next event.
   * @param together whether each eligible event can also run in the same cycle as the previous one.
   */
  constructor(
    private readonly choices: Choices,
    private readonly point = 0,
    readonly together = false,
  ) {}

  get now(): number {
    return this.cycle;
  }

  get token(): number {
    return this.last;
  }

  get pending(): number {
    return this.pendingEvents.length;
  }

  /** The pending events, in scheduling order. */
  get allPending(): readonly PendingEvent[] {
    return this.pendingEvents;
  }

  /** The eligible events, in the order of the options. */
  get nextPending(): readonly PendingEvent[] {
    return this.listEligible().map((index) => this.pendingEvents[index]);
  }

  schedule(delayCycles: number, event: number, queue = NO_QUEUE): number {
    assert(event >= 0, 'an event is a non-negative integer');
    if (!(delayCycles >= 0))
      throw new RangeError(`Delay of event ${event} must be at least 0 cycles, got ${delayCycles}`);
    assert(delayCycles < ORDER_STRIDE, 'delay must be less than ORDER_STRIDE cycles');
    const token = this.tokens++;
    this.pendingEvents.push({ event, token, queue });
    return token;
  }

  next(): number {
    this.dropStale();
    const { pendingEvents } = this;
    if (pendingEvents.length === 0) return NO_EVENT;
    const indices = this.listEligible();
    assert(indices.length > 0, 'if events are pending, one of them can be next');
    const n = this.together ? 2 * indices.length : indices.length;
    this.setSources(indices, n);
    const picked = this.choices.choose(this.point, n, this.sources, 0);
    if (picked >= n) throw new RangeError(`Choice ${picked} is out of range for ${n} events`);
    if (picked < indices.length) this.cycle += ORDER_STRIDE;
    const [{ event, token }] = pendingEvents.splice(indices[picked % indices.length], 1);
    this.last = token;
    return event;
  }

  everyPending(test: (event: number) => boolean): boolean {
    return this.pendingEvents.every(({ event }) => test(event));
  }

  /** Lists the indices of the eligible events: each queue's first event, and all events without a queue. */
  private listEligible(): number[] {
    const { pendingEvents } = this;
    const indices: number[] = [];
    for (let index = 0; index < pendingEvents.length; index++) {
      const { queue } = pendingEvents[index];
      if (queue === NO_QUEUE || !indices.some((i) => pendingEvents[i].queue === queue)) indices.push(index);
    }
    return indices;
  }

  private dropStale(): void {
    const { pendingEvents } = this;
    let kept = 0;
    for (const pending of pendingEvents) if (!this.isStale(pending)) pendingEvents[kept++] = pending;
    pendingEvents.length = kept;
  }

  private setSources(indices: readonly number[], n: number): void {
    if (n > this.sources.length) this.sources = new Int32Array(2 * n);
    for (let i = 0; i < n; i++) this.sources[i] = this.pendingEvents[indices[i % indices.length]].event;
  }
}
