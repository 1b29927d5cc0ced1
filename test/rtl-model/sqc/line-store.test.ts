import { LineStore } from '../../../rtl-model/sqc/instruction-cache.js';

it('reports when a line arrives, and evicts the least recently used line', () => {
  const store = new LineStore(2);
  store.allocate(10, 100);
  store.allocate(11, 200);
  expect(store.use(10)).toBe(100);
  store.allocate(12, 300);
  expect([10, 11, 12].map((line) => store.use(line))).toEqual([100, undefined, 300]);
});
