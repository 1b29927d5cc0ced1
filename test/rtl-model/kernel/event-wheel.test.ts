import fc from 'fast-check';
import {
  type Choices,
  EventWheel,
  NO_EVENT,
  NO_QUEUE,
  ORDER_STRIDE,
  OrderWheel,
  RandomChoices,
  RecordingChoices,
  ReplayChoices,
} from '../../../rtl-model/kernel/index.js';

/** Returns every order in which the wheel can fire the events that `fill` schedules. */
function findOrders(fill: (wheel: OrderWheel) => void, sharesCycles = false): string[] {
  const orders: string[] = [];
  const prefixes: number[][] = [[]];
  for (let prefix = prefixes.pop(); prefix !== undefined; prefix = prefixes.pop()) {
    const counts: number[] = [];
    const replay = new ReplayChoices(prefix);
    const choices: Choices = {
      choose: (point, n, sources, first) => {
        if (n > 1) counts.push(n);
        return replay.choose(point, n, sources, first);
      },
    };
    const wheel = new OrderWheel(choices, 0, sharesCycles);
    fill(wheel);
    const fired: string[] = [];
    for (let previous = wheel.now, event = wheel.next(); event !== NO_EVENT; event = wheel.next()) {
      fired.push(`${event}${wheel.now === previous ? '=' : ''}`);
      previous = wheel.now;
    }
    orders.push(fired.join(' '));
    for (let position = prefix.length; position < counts.length; position++)
      for (let alternative = 1; alternative < counts[position]!; alternative++)
        prefixes.push([...prefix, ...new Array<number>(position - prefix.length).fill(0), alternative]);
  }
  return orders.sort();
}

it('fires pending events in every order, regardless of their delays', () => {
  const orders = findOrders((wheel) => {
    for (const [event, delay] of [30, 1, 500].entries()) wheel.schedule(delay, event);
  });
  expect(orders).toEqual(['0 1 2', '0 2 1', '1 0 2', '1 2 0', '2 0 1', '2 1 0']);
});

it('keeps the order within a queue, but not between queues', () => {
  const orders = findOrders((wheel) => {
    wheel.schedule(1, 0, 7);
    wheel.schedule(2, 1, 7);
    wheel.schedule(3, 2, 8);
  });
  expect(orders).toEqual(['0 1 2', '0 2 1', '2 0 1']);
});

it('also offers to fire each event in the same cycle as the previous one, if requested', () => {
  const orders = findOrders((wheel) => {
    for (const event of [0, 1]) wheel.schedule(1, event);
  }, true);
  expect(orders).toContain('0 1=');
  expect(orders).toContain('1 0');
  expect(new Set(orders).size).toBe(8);
});

it('fires each event exactly one stride after the previous one, regardless of its delay', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(ORDER_STRIDE - 1), { minLength: 1, maxLength: 8 }), (delays) => {
      const wheel = new OrderWheel(new ReplayChoices([]));
      for (const [event, delay] of delays.entries()) wheel.schedule(delay, event, NO_QUEUE);
      for (let fired = 1; wheel.next() !== NO_EVENT; fired++) expect(wheel.now).toBe(fired * ORDER_STRIDE);
    }),
    { numRuns: 20 },
  );
});

it('drops a stale event, and distinguishes events with the same number by their tokens', () => {
  const wheel = new OrderWheel(new ReplayChoices([]));
  const [stale, awaited] = [wheel.schedule(1, 3), wheel.schedule(1, 3)];
  expect(awaited).not.toBe(stale);
  wheel.isStale = ({ token }) => token === stale;
  expect([wheel.next(), wheel.token, wheel.next()]).toEqual([3, awaited, NO_EVENT]);
});

it('rejects a delay that would extend past the next event', () => {
  const wheel = new OrderWheel(new ReplayChoices([]));
  expect(() => wheel.schedule(ORDER_STRIDE, 0)).toThrow('delay must be less than ORDER_STRIDE cycles');
  expect(() => wheel.schedule(-1, 0)).toThrow(RangeError);
});

it('offers all possible next events as sources, each twice if they may share a cycle', () => {
  const events = Array.from({ length: 70 }, (_, i) => 3 * i);
  for (const sharesCycles of [false, true]) {
    let sources: number[] = [];
    const choose: Choices['choose'] = (_, n, offered, first = 0) => {
      sources = [...offered!.subarray(first, first + n)];
      return 0;
    };
    const wheel = new OrderWheel({ choose }, 0, sharesCycles);
    for (const event of events) wheel.schedule(1, event);
    wheel.next();
    expect(sources).toEqual(sharesCycles ? [...events, ...events] : events);
  }
});

it('accepts events for the current cycle, but not for an earlier or invalid one', () => {
  const wheel = new OrderWheel(new ReplayChoices([]));
  expect(wheel.schedule(0, 7)).toBe(0);
  for (const delay of [-1, Number.NaN])
    expect(() => wheel.schedule(delay, 7)).toThrow(
      `Delay of event 7 must be at least 0 cycles, got ${delay}`,
    );
  expect(wheel.next()).toBe(7);
});

const SPAN = 64;
const delay = fc.oneof(
  { weight: 6, arbitrary: fc.nat(12) },
  { weight: 2, arbitrary: fc.nat(SPAN + 2) },
  { weight: 1, arbitrary: fc.nat(20 * SPAN) },
);
/** Scripts of rounds, each of which schedules events with the given delays and then takes some. */
const scripts = fc.array(fc.record({ delays: fc.array(delay, { maxLength: 12 }), takeCount: fc.nat(12) }), {
  maxLength: 40,
});
type Script = readonly { readonly delays: readonly number[]; readonly takeCount: number }[];
const seed = fc.record({ high: fc.nat(), low: fc.nat() });

/** Runs the script, then takes all remaining events. Returns the events in firing order, with their cycles. */
function runScript(wheel: EventWheel, script: Script): { cycle: number; event: number }[] {
  const events: { cycle: number; event: number }[] = [];
  const take = () => {
    const event = wheel.next();
    if (event !== NO_EVENT) events.push({ cycle: wheel.now, event });
    return event !== NO_EVENT;
  };
  let event = 0;
  for (const { delays, takeCount } of script) {
    for (const cycles of delays) expect(wheel.schedule(cycles, event++)).toBe(wheel.now + cycles);
    for (let count = 0; count < takeCount && take(); count++);
  }
  while (take());
  return events;
}

/** Checks that each event taken is among the earliest pending events. */
function expectInOrder(script: Script, taken: readonly { cycle: number; event: number }[]): void {
  const due = new Map<number, number>();
  let now = 0;
  let event = 0;
  let position = 0;
  const take = () => {
    const earliest = Math.min(...due.values());
    const next = taken[position++]!;
    expect(next.cycle).toBe(earliest);
    expect(due.get(next.event)).toBe(earliest);
    due.delete(next.event);
    now = earliest;
  };
  for (const { delays, takeCount } of script) {
    for (const cycles of delays) due.set(event++, now + cycles);
    for (let count = 0; count < takeCount && due.size > 0; count++) take();
  }
  while (due.size > 0) take();
  expect(position).toBe(taken.length);
}

describe('EventWheel', () => {
  it('fires every event once, in its scheduled cycle, for any delays', () => {
    fc.assert(
      fc.property(scripts, seed, (script, value) => {
        expectInOrder(script, runScript(new EventWheel(SPAN, new RandomChoices(value)), script));
      }),
      { numRuns: 300 },
    );
  });

  it('repeats a recorded order exactly', () => {
    fc.assert(
      fc.property(scripts, seed, (script, value) => {
        const recording = new RecordingChoices(new RandomChoices(value));
        const first = runScript(new EventWheel(SPAN, recording), script);
        const replay = new ReplayChoices(recording.values());
        expect(runScript(new EventWheel(SPAN, replay), script)).toEqual(first);
      }),
    );
  });

  it('orders events as if every choice were 0 if it is created without choices', () => {
    fc.assert(
      fc.property(scripts, (script) => {
        const withoutChoices = runScript(new EventWheel(SPAN, null), script);
        expect(runScript(new EventWheel(SPAN, new ReplayChoices([])), script)).toEqual(withoutChoices);
      }),
    );
  });

  it('can produce every order of events within a cycle', () => {
    const orders = new Set<string>();
    for (let low = 0; low < 200; low++) {
      const wheel = new EventWheel(32, new RandomChoices({ high: 0, low }));
      for (const event of [1, 2, 3]) wheel.schedule(5, event);
      orders.add(`${wheel.next()}${wheel.next()}${wheel.next()}`);
    }
    expect([...orders].sort()).toEqual(['123', '132', '213', '231', '312', '321']);
  });

  it('only makes a choice when several events are due, with those events as sources', () => {
    const questions: { point: number; sources: number[] }[] = [];
    const choices: Choices = {
      choose(point, n, sources, first = 0) {
        questions.push({ point, sources: Array.from(sources!.subarray(first, first + n)) });
        return n - 1;
      },
    };
    const wheel = new EventWheel(32, choices, 9);
    for (const event of [10, 11, 12]) wheel.schedule(2, event);
    wheel.schedule(4, 13);
    expect([wheel.next(), wheel.next(), wheel.next(), wheel.next()]).toEqual([12, 11, 10, 13]);
    expect(questions).toEqual([
      { point: 9, sources: [10, 11, 12] },
      { point: 9, sources: [10, 11] },
    ]);
    const other = new EventWheel(32, choices);
    for (const event of [14, 15]) other.schedule(0, event);
    expect([other.next(), questions.at(-1)]).toEqual([15, { point: 0, sources: [14, 15] }]);
  });

  it('loses no events when a crowded cycle needs more room', () => {
    const wheel = new EventWheel(32, null);
    for (let cycle = 0; cycle < 32; cycle++) wheel.schedule(cycle, 1000 + cycle);
    for (let event = 0; event < 200; event++) wheel.schedule(7, event);
    const events = Array.from({ length: 232 }, () => ({ event: wheel.next(), cycle: wheel.now }));
    for (const { event, cycle } of events) expect(cycle).toBe(event < 1000 ? 7 : event - 1000);
    expect(new Set(events.map(({ event }) => event)).size).toBe(232);
  });

  it('works beyond 2^32 cycles', () => {
    const wheel = new EventWheel(32, null);
    wheel.schedule(2 ** 33 + 5, 1);
    wheel.schedule(2 ** 33 + 40, 2);
    expect([wheel.next(), wheel.now]).toEqual([1, 2 ** 33 + 5]);
    wheel.schedule(30, 3);
    expect([wheel.next(), wheel.now]).toEqual([3, 2 ** 33 + 35]);
    expect([wheel.next(), wheel.now]).toEqual([2, 2 ** 33 + 40]);
  });

  it('counts pending events, near and far', () => {
    const wheel = new EventWheel(32, null);
    for (const cycles of [0, 5, 5, 31, 32, 5000]) wheel.schedule(cycles, 1);
    expect(wheel.pending).toBe(6);
    wheel.next();
    expect(wheel.pending).toBe(5);
  });

  it('rejects a negative delay, a span that is not a power of two, and a choice that is out of range', () => {
    expect(() => new EventWheel(32, null).schedule(-1, 0)).toThrow('got -1');
    expect(() => new EventWheel(32, null).schedule(Number.NaN, 0)).toThrow(RangeError);
    for (const span of [0, 16, 48, 2 ** 21]) expect(() => new EventWheel(span, null)).toThrow(RangeError);
    for (const span of [32, 2 ** 20]) expect(new EventWheel(span, null).pending).toBe(0);
    const wheel = new EventWheel(32, { choose: (_point, n) => n });
    wheel.schedule(0, 1);
    wheel.schedule(0, 2);
    expect(() => wheel.next()).toThrow('Choice 2 is out of range for 2 events');
  });
});

it('visits every pending event, whether it is on the wheel or beyond it', () => {
  for (const cycles of [0, 1, SPAN - 1, SPAN, 5 * SPAN]) {
    const wheel = new EventWheel(SPAN, new ReplayChoices([]), 0);
    wheel.schedule(cycles, 7);
    expect([wheel.everyPending((event) => event === 7), wheel.everyPending(() => false)]).toEqual([
      true,
      false,
    ]);
  }
});
