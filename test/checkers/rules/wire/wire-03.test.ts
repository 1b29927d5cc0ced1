import { setting, type Transaction } from '../../../../transactions/index.js';
import { BUFFER, OTHER, scene } from '../../support/scenes.js';
import { listFiredRules, Stream } from '../../support/stream.js';

const LINE_BYTES = 128;

/** A stream in which lines of the buffer, identified by index, enter and leave the first L0. */
class LineStream extends Stream {
  constructor(cacheSets: number) {
    super(scene({ freedoms: { caches: setting('caches', 'stale'), cacheSets } }));
  }

  fill(line: number): this {
    return this.addLineEvent({ kind: 'line-filled', access: 0 }, line);
  }

  evict(line: number): this {
    this.addLineEvent({ kind: 'line-invalidated', by: 'eviction' }, line);
    this.cycle--;
    return this;
  }

  get fires(): boolean {
    return listFiredRules(this.judge()).includes('WIRE-03');
  }

  get firesOnOtherDevices(): boolean {
    return listFiredRules(this.judge({ mayOmitKinds: true })).includes('WIRE-03');
  }

  private addLineEvent(event: object, line: number): this {
    const fields = { cycle: this.cycle + 1, cache: 'L0', index: 0, address: BUFFER + LINE_BYTES * line };
    return this.add({ ...event, ...fields } as Transaction);
  }
}

test('fires if a line is evicted to make room for a line in a different set', () => {
  expect(new LineStream(2).fill(0).evict(0).fill(1).fires).toBe(true);
  expect(new LineStream(2).fill(0).evict(0).fill(2).fires).toBe(false);
});

test('fires when a set holds one line too many, but not if another line was evicted first', () => {
  const fullSet = new LineStream(1).fill(0).fill(1).fill(2).fill(3);
  expect(fullSet.fires).toBe(false);
  expect(fullSet.fill(4).fires).toBe(true);
  expect(new LineStream(1).fill(0).fill(1).fill(2).fill(3).evict(1).fill(4).fires).toBe(false);
});

test('lines 0 and 7 are in different sets by default', () => {
  expect(new LineStream(0).fill(0).evict(0).fill(7).fires).toBe(true);
});

test('a line may be evicted for a line of another object, whose set is not known', () => {
  const evictFor = (object: number): boolean =>
    new LineStream(2)
      .fill(0)
      .evict(0)
      .fill(object / LINE_BYTES + 1).fires;
  expect([evictFor(0), evictFor(OTHER - BUFFER)]).toEqual([true, false]);
});

test('our own device fills no line that it holds', () => {
  const twice = new LineStream(0).fill(0).fill(0);
  expect([twice.fires, twice.firesOnOtherDevices]).toEqual([true, false]);
  expect(new LineStream(0).fill(0).evict(0).fill(0).fires).toBe(false);
});
