/** What `Calendar.next` returns when no event is left. */
export const NO_EVENT = -1;

/** Token of no event. */
export const NO_TOKEN = -1;

/** Queue of events that may come in any order. */
export const NO_QUEUE = -1;

/** Determines the device's next event. An event is a non-negative 31-bit integer chosen by the device. */
export interface Calendar {
  /** The current cycle: that of the last event `next` returned. */
  readonly now: number;
  /** What `schedule` returned for the last event `next` returned. */
  readonly token: number;
  /** Number of pending events. */
  readonly pending: number;
  /**
   * Schedules `event` `delayCycles` from now; 0 means later in this cycle.
   *
   * @param queue events of one queue come in scheduling order. Their cycles imply it too; a calendar without
   *   cycles relies on it. `NO_QUEUE` if unordered.
   * @returns a token that distinguishes this event from others with the same number: a waiter compares it with
   *   `token` when an event comes.
   * @throws RangeError if the delay is negative or NaN.
   */
  schedule(delayCycles: number, event: number, queue?: number): number;
  /** Advances to the next event and removes it; `NO_EVENT` if none is left. */
  next(): number;
  /** Whether `test` holds for every pending event, in no particular order. */
  everyPending(test: (event: number) => boolean): boolean;
}
