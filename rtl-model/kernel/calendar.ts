/** Returned by `Calendar.next` when no event is pending. */
export const NO_EVENT = -1;

/** A token that never identifies an event. */
export const NO_TOKEN = -1;

/** The queue number of unordered events. */
export const NO_QUEUE = -1;

/** Decides which event is next. An event is a non-negative 31-bit integer of the device's choosing. */
export interface Calendar {
  /** The current cycle: that of the last event returned by `next`. */
  readonly now: number;
  /** The token of the last event returned by `next`. */
  readonly token: number;
  /** The number of pending events. */
  readonly pending: number;
  /**
   * Schedules `event` for `delayCycles` cycles from now. If the delay is 0, the event occurs later in this cycle.
   *
   * @param queue the queue of the event, or `NO_QUEUE` if it is unordered. The events of a queue occur in scheduling
   *   order. A timed calendar already orders them by cycle; an untimed one relies on the queue.
   * @returns a token that distinguishes this event from others with the same number. A unit that is waiting for this
   *   event compares it with `token` when an event occurs.
   * @throws RangeError if the delay is negative or NaN.
   */
  schedule(delayCycles: number, event: number, queue?: number): number;
  /** Advances to the next event, removes it and returns it, or returns `NO_EVENT` if none is pending. */
  next(): number;
  /** Whether `test` holds for every pending event. The events are visited in no particular order. */
  everyPending(test: (event: number) => boolean): boolean;
}
