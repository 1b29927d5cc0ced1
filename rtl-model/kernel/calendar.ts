/** What `Calendar.next` returns when no event is left. */
export const NO_EVENT = -1;

/** Token of no event. */
export const NO_TOKEN = -1;

/** Queue of events that may come in any order. */
export const NO_QUEUE = -1;

/** Which event of the device comes next. An event is a non-negative 31-bit integer of the device's choosing. */
export interface Calendar {
  /** The current cycle: that of the event that `next` returned last. */
  readonly now: number;
  /** What `schedule` returned for the event that `next` returned last. */
  readonly token: number;
  /** How many events are still to come. */
  readonly pending: number;
  /**
   * Makes `event` due `delayCycles` from now; 0 means later in this same cycle.
   *
   * @param queue events with the same one come in the order in which they were scheduled. Their cycles say so too;
   *   a calendar that knows no cycles goes by it. `NO_QUEUE` where they need not.
   * @returns a token that tells this event from others of the same number: who awaits one event keeps it, and
   *   compares it with `token` when an event comes.
   * @throws RangeError when the delay is negative or not a number.
   */
  schedule(delayCycles: number, event: number, queue?: number): number;
  /** Goes on to the next event and takes it out, or `NO_EVENT` when none is left. */
  next(): number;
  /** Whether `test` holds for every event that is still to come; in no particular order. */
  everyPending(test: (event: number) => boolean): boolean;
}
