import { assert } from './assert.js';
import { type Calendar, NO_EVENT, NO_QUEUE, NO_TOKEN } from './calendar.js';
import type { Choices } from './choices.js';

/** Cycles between events: more than any delay, so every timed action is over by the next event. */
export const ORDER_STRIDE = 2 ** 16;

/** A pending event. */
export interface PendingEvent {
  readonly event: number;
  readonly token: number;
  readonly queue: number;
  /** Token of the event that scheduled it. */
  readonly by: number;
  /** In a timed model: minimum delay after that event, in cycles. */
  readonly least: number;
  /** The free latency in that delay, if any. */
  readonly free: FreeLatency | undefined;
}

/** A latency that the hardware chooses. */
export interface FreeLatency {
  /** Its choice point; -1 if it depends on time, such as the phase of a polling loop. */
  readonly point: number;
  /** Cycles between its minimum and maximum. */
  readonly span: number;
  /** How often the delay includes it: an issue gap follows each instruction. */
  readonly times: number;
}

/**
 * A calendar without times: any pending event may be next, except that each queue keeps its order. Which one is next is a
 * choice with the events as its sources, in scheduling order.
 *
 * Each event occurs `ORDER_STRIDE` cycles after the previous one, so delays have no effect: any "until cycle n" is in the past.
 * With `together`, each alternative is offered a second time in the previous event's cycle: units that do one thing per cycle
 * then see both at once.
 */
export class OrderWheel implements Calendar {
  private cycle = 0;
  private tokens = 0;
  private last = NO_TOKEN;
  private readonly pendingEvents: PendingEvent[] = [];
  /** The latency of the next event to be scheduled. */
  private free: FreeLatency | undefined;
  /** Receives each scheduled event. */
  onScheduled: ((pending: PendingEvent) => void) | undefined;
  /** Whether an event has become a no-op; it is then dropped. */
  isStale: (event: PendingEvent) => boolean = () => false;
  /** Events of the alternatives; reused. */
  private sources = new Int32Array(64);

  /**
   * @param choices decides which event is next.
   * @param point the choice point of that order.
   * @param together also offers each event in the previous event's cycle.
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
  get all(): readonly PendingEvent[] {
    return this.pendingEvents;
  }

  /** The possible next events, in the order of the alternatives. */
  get nextPending(): readonly PendingEvent[] {
    return this.alternatives().map((place) => this.pendingEvents[place]);
  }

  schedule(delayCycles: number, event: number, queue = NO_QUEUE): number {
    assert(event >= 0, 'an event is a non-negative integer');
    if (!(delayCycles >= 0))
      throw new RangeError(`Event ${event} is scheduled ${delayCycles} cycles from now`);
    assert(delayCycles < ORDER_STRIDE, 'no delay extends past the next event');
    const token = this.tokens++;
    const { free } = this;
    const pending = { event, token, queue, by: this.last, least: delayCycles, free };
    this.free = undefined;
    this.pendingEvents.push(pending);
    this.onScheduled?.(pending);
    return token;
  }

  /** Gives the next scheduled event a hardware-chosen latency. */
  setLatencyRange(free: FreeLatency): void {
    assert(free.span >= 0, "the range's minimum is at most its maximum");
    this.free = free;
  }

  next(): number {
    this.free = undefined;
    this.dropStale();
    const { pendingEvents } = this;
    if (pendingEvents.length === 0) return NO_EVENT;
    const places = this.alternatives();
    const n = this.together ? 2 * places.length : places.length;
    this.setSources(places, n);
    const picked = this.choices.choose(this.point, n, this.sources, 0);
    if (picked >= n) throw new RangeError(`Choice ${picked} of ${n} events`);
    if (picked < places.length) this.cycle += ORDER_STRIDE;
    const [{ event, token }] = pendingEvents.splice(places[picked % places.length], 1);
    this.last = token;
    return event;
  }

  everyPending(test: (event: number) => boolean): boolean {
    return this.pendingEvents.every(({ event }) => test(event));
  }

  /** Indices of the possible next events: the first of each queue, and those without a queue. */
  private alternatives(): number[] {
    const { pendingEvents } = this;
    const places: number[] = [];
    for (let at = 0; at < pendingEvents.length; at++) {
      const { queue } = pendingEvents[at];
      if (queue === NO_QUEUE || !places.some((i) => pendingEvents[i].queue === queue)) places.push(at);
    }
    return places;
  }

  private dropStale(): void {
    const { pendingEvents } = this;
    let kept = 0;
    for (const pending of pendingEvents) if (!this.isStale(pending)) pendingEvents[kept++] = pending;
    pendingEvents.length = kept;
  }

  private setSources(places: readonly number[], n: number): void {
    if (n > this.sources.length) this.sources = new Int32Array(2 * n);
    for (let at = 0; at < n; at++) this.sources[at] = this.pendingEvents[places[at % places.length]].event;
  }
}
