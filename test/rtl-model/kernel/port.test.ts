import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventWheel, NO_EVENT, NO_ITEM, Port, RandomChoices } from '../../../rtl-model/kernel/index.js';

const HEAD = 1;
const SPACE = 2;
const PUSH = 3;

/** A producer that pushes 0, 1, 2 … with random latencies, and a consumer that takes one item a head event. */
function stream(capacity: number, latencies: readonly number[], seed: { high: number; low: number }) {
  const wheel = new EventWheel(32, new RandomChoices(seed));
  const port = new Port({ capacity, headEvent: HEAD, spaceEvent: SPACE }, wheel);
  const ripe: number[] = [];
  const taken: { item: number; cycle: number }[] = [];
  let headEvents = 0;
  const produce = () => {
    while (ripe.length < latencies.length) {
      const latency = latencies[ripe.length]!;
      if (!port.tryPush(ripe.length, latency)) return;
      ripe.push(wheel.now + latency);
      expect(port.length).toBeLessThanOrEqual(capacity);
    }
  };
  wheel.schedule(0, PUSH);
  for (let event = wheel.next(); event !== NO_EVENT; event = wheel.next()) {
    if (event !== HEAD) {
      produce();
      continue;
    }
    headEvents++;
    if (port.acceptHeadEvent()) taken.push({ item: port.pop(), cycle: wheel.now });
  }
  return { taken, ripe, headEvents };
}

const run = fc.tuple(
  fc.integer({ min: 1, max: 6 }),
  fc.array(fc.nat(50), { maxLength: 60 }),
  fc.record({ high: fc.nat(), low: fc.nat() }),
);

describe('Port', () => {
  it('delivers every item once, in order, never before it is ripe', () => {
    fc.assert(
      fc.property(run, ([capacity, latencies, seed]) => {
        const { taken, ripe } = stream(capacity, latencies, seed);
        expect(taken.map(({ item }) => item)).toEqual(latencies.map((_, index) => index));
        for (const { item, cycle } of taken) expect(cycle).toBeGreaterThanOrEqual(ripe[item]!);
      }),
    );
  });

  it('wastes no cycle: an item leaves when it is ripe and those before it have left', () => {
    fc.assert(
      fc.property(run, ([capacity, latencies, seed]) => {
        const { taken, ripe } = stream(capacity, latencies, seed);
        taken.forEach(({ cycle }, index) => {
          expect(cycle).toBe(Math.max(ripe[index]!, index === 0 ? 0 : taken[index - 1]!.cycle));
        });
      }),
    );
  });

  it('has one event for its head, not one an item', () => {
    const wheel = new EventWheel(32, null);
    const port = new Port({ capacity: 8, headEvent: HEAD, spaceEvent: null }, wheel);
    for (const item of [10, 11, 12]) port.tryPush(item);
    expect(wheel.pending).toBe(1);
    expect([wheel.next(), port.acceptHeadEvent(), port.pop()]).toEqual([HEAD, true, 10]);
    expect(wheel.pending).toBe(1);
  });

  it('uses one head event an item when the consumer takes one at a time', () => {
    const { headEvents } = stream(4, [3, 0, 7, 7, 1, 0, 0], { high: 0, low: 1 });
    expect(headEvents).toBe(7);
  });

  it('lets a consumer that took more than the head ignore the event that is under way', () => {
    const wheel = new EventWheel(32, null);
    const port = new Port({ capacity: 4, headEvent: HEAD, spaceEvent: null }, wheel);
    port.tryPush(10);
    port.tryPush(11);
    port.tryPush(12, 6);
    expect([port.pop(), port.pop(), port.pop()]).toEqual([10, 11, NO_ITEM]);
    expect([wheel.next(), wheel.now, port.acceptHeadEvent()]).toEqual([HEAD, 0, false]);
    expect([wheel.next(), wheel.now, port.acceptHeadEvent(), port.pop()]).toEqual([HEAD, 6, true, 12]);
    expect(wheel.next()).toBe(NO_EVENT);
  });

  it('tells a refused producer of room once, and nobody else', () => {
    const wheel = new EventWheel(32, null);
    const port = new Port({ capacity: 1, headEvent: HEAD, spaceEvent: SPACE }, wheel);
    expect([port.tryPush(5), port.isFull, port.tryPush(6), port.tryPush(6)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect([wheel.next(), port.acceptHeadEvent(), port.pop()]).toEqual([HEAD, true, 5]);
    expect([wheel.next(), wheel.next()]).toEqual([SPACE, NO_EVENT]);
    port.tryPush(7);
    expect([wheel.next(), port.acceptHeadEvent(), port.pop(), wheel.next()]).toEqual([
      HEAD,
      true,
      7,
      NO_EVENT,
    ]);
  });

  it('is as new after a reset', () => {
    const wheel = new EventWheel(32, null);
    const port = new Port({ capacity: 1, headEvent: HEAD, spaceEvent: SPACE }, wheel);
    port.tryPush(5);
    port.tryPush(6);
    wheel.reset();
    port.reset();
    expect([port.length, port.peek(), port.tryPush(8), wheel.pending]).toEqual([0, NO_ITEM, true, 1]);
  });

  it('refuses a capacity below 1', () => {
    const wheel = new EventWheel(32, null);
    expect(() => new Port({ capacity: 0, headEvent: HEAD, spaceEvent: null }, wheel)).toThrow(RangeError);
  });
});
