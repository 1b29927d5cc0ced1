import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type Choices,
  NO_EVENT,
  NO_QUEUE,
  ORDER_STRIDE,
  OrderWheel,
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
