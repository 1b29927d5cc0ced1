/** A clock that jumps straight to the next event. */
export class VirtualClock {
  now = 0;
  private readonly events: {
    readonly time: number;
    readonly order: number;
    readonly callback: () => void;
  }[] = [];
  private order = 0;

  /** Calls `callback` after `ms` of virtual time. The returned function cancels the call. */
  readonly after = (ms: number, callback: () => void): (() => void) => {
    const event = { time: this.now + ms, order: this.order++, callback };
    this.add(event);
    return () => {
      this.cancelled.add(event);
    };
  };

  private readonly cancelled = new WeakSet<object>();

  /** Processes events in order until the promise has settled. */
  async until<T>(promise: Promise<T>): Promise<T> {
    let isSettled = false;
    const settle = (): void => {
      isSettled = true;
    };
    promise.then(settle, settle);
    for (;;) {
      // Let everything that the last event triggered run before time advances.
      await new Promise(setImmediate);
      if (isSettled) return promise;
      const next = this.next();
      if (next === undefined) throw new Error('No events are left, but the promise has not settled');
      this.now = next.time;
      next.callback();
    }
  }

  /** Adds an event to the heap, keeping the earliest first. */
  private add(event: VirtualClock['events'][number]): void {
    const { events } = this;
    let index = events.push(event) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (isBefore(events[parent]!, event)) break;
      events[index] = events[parent]!;
      index = parent;
    }
    events[index] = event;
  }

  private next(): VirtualClock['events'][number] | undefined {
    for (;;) {
      const first = this.popEarliest();
      if (first === undefined || !this.cancelled.has(first)) return first;
    }
  }

  private popEarliest(): VirtualClock['events'][number] | undefined {
    const { events } = this;
    const [first] = events;
    const last = events.pop();
    if (last === undefined || events.length === 0) return first;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= events.length) break;
      if (child + 1 < events.length && isBefore(events[child + 1]!, events[child]!)) child++;
      if (isBefore(last, events[child]!)) break;
      events[index] = events[child]!;
      index = child;
    }
    events[index] = last;
    return first;
  }
}

type TimedEvent = { readonly time: number; readonly order: number };

function isBefore(a: TimedEvent, b: TimedEvent): boolean {
  return a.time < b.time || (a.time === b.time && a.order < b.order);
}
