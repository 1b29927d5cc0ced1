import { memoiseTexts, RecentMap } from '../../arch/memoise.js';
import { findCollector } from '../../harness/threads/heap.js';

it('keeps the entries still in use, and drops the others', () => {
  const map = new RecentMap<number>(10);
  for (let i = 0; i < 100; i++) {
    map.set(`${i}`, i);
    expect(map.get('0')).toBe(0);
  }
  expect([map.get('99'), map.get('50')]).toEqual([99, undefined]);
});

it('does not keep the longer texts that memoised ones are parts of', () => {
  const lengths = memoiseTexts((text: string, set: 'a' | 'b') => ({ set, length: text.length }), 200);
  const collectGarbage = findCollector()!;
  const before = process.memoryUsage().heapUsed;
  // The second round finds most texts among the older ones.
  for (let i = 0; i < 600; i++) lengths(`${i % 300}`.padEnd(300_000, '.').slice(0, 20), 'a');
  collectGarbage();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(30e6);
});
