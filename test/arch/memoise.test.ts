import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { memoiseTexts, RecentMap } from '../../arch/memoise.js';

it('keeps the entries still in use, and drops the others', () => {
  const map = new RecentMap<number, string>(10);
  for (let i = 0; i < 100; i++) {
    map.set(i, `${i}`);
    if (i >= 3) expect(map.get(3)).toBe('3');
  }
  expect(map.get(99)).toBe('99');
  expect(map.get(50)).toBeUndefined();
});

it('computes once for each text and set, and does not keep the longer texts that these are parts of', () => {
  const lengths = memoiseTexts((text: string, set: 'a' | 'b') => ({ set, length: text.length }));
  expect(lengths('text', 'a')).toBe(lengths('text', 'a'));
  expect(lengths('text', 'b')).toEqual({ set: 'b', length: 4 });
  setFlagsFromString('--expose-gc');
  const before = process.memoryUsage().heapUsed;
  for (let i = 0; i < 300; i++) lengths(`${i}`.padEnd(300_000, '.').slice(0, 20), 'a');
  runInNewContext('gc')();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(30e6);
});
