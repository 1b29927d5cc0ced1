/** Returned by `Calendar.next` when no event is pending. */
export const NO_EVENT = -1;

/** A token that belongs to no event. */
export const NO_TOKEN = -1;

/** The queue number of unordered events. */
export const NO_QUEUE = -1;

/** Determines the device's next event. An event is a non-negative 31-bit integer that the device chooses. */
export interface Calendar {
  /** The current cycle: that of the last event returned by `next`. */
  readonly now: number;
  /** The token that `schedule` returned for the last event returned by `next`. */
  readonly token: number;
  /** Number of pending events. */
  readonly pending: number;
  /**
   * Schedules `event` in `delayCycles` cycles from now. 0 means later in this cycle.
   *
   * @param queue events in one queue occur in scheduling order. Their cycles imply it too; a calendar without
   *   cycles relies on it. `NO_QUEUE` if unordered.
   * @returns a token that distinguishes this event from others with the same number: a waiter compares it with
   *   `token` when an event occurs.
   * @throws RangeError if the delay is negative or NaN.
   */
  schedule(delayCycles: number, event: number, queue?: number): number;
  /** Advances to the next event, removes it and returns it, or returns `NO_EVENT` if none is pending. */
  next(): number;
  /** Whether `test` holds for every pending event. The events are visited in no particular order. */
  everyPending(test: (event: number) => boolean): boolean;
}
