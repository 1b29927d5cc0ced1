import fc from 'fast-check';
import { Extents } from '../../rtl-model/extents.js';

const SIZE = 16;

it('allocates the first hole that is large enough, as an entry-by-entry search would, and frees ranges', () => {
  const step = fc.record({ count: fc.nat(6), shouldFree: fc.boolean(), pick: fc.nat(20) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const extents = new Extents(SIZE);
      const used = new Array<boolean>(SIZE).fill(false);
      const ranges: { first: number; count: number }[] = [];
      const fill = (first: number, count: number, value: boolean) => used.fill(value, first, first + count);
      for (const { count, shouldFree, pick } of steps) {
        if (shouldFree && ranges.length > 0) {
          const [range] = ranges.splice(pick % ranges.length, 1);
          extents.free(range!.first, range!.count);
          fill(range!.first, range!.count, false);
          continue;
        }
        const holes = used.map(
          (_, entry) => !used.slice(entry, entry + count).includes(true) && entry + count <= SIZE,
        );
        const first = count === 0 ? 0 : holes.indexOf(true);
        expect(extents.fits(count)).toBe(first >= 0);
        if (first < 0) continue;
        expect(extents.take(count)).toBe(first);
        fill(first, count, true);
        ranges.push({ first, count });
      }
    }),
  );
});

it('rejects freeing a range that is not in use', () => {
  const extents = new Extents(SIZE);
  extents.take(4);
  expect(() => extents.free(2, 4)).toThrow('only an allocated range can be freed');
  expect(() => extents.free(2, 0)).not.toThrow();
});
