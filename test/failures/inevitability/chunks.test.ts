import fc from 'fast-check';
import { generateChunks, generateSublists } from '../../../failures/inevitability/chunks.js';

const LISTS = fc.uniqueArray(fc.nat(), { maxLength: 40 });

describe('sublists', () => {
  it('are shorter than the list and preserve its order', () => {
    fc.assert(
      fc.property(LISTS, (list) => {
        for (const sublist of generateSublists(list)) {
          expect(sublist.length).toBeLessThan(list.length);
          expect(list.filter((element) => sublist.includes(element))).toEqual(sublist);
        }
      }),
    );
  });

  it('include every list with one element removed, so if none of them works, the original list is minimal', () => {
    fc.assert(
      fc.property(LISTS, (list) => {
        const almostFull = [...generateSublists(list)].filter(({ length }) => length === list.length - 1);
        const omitted = almostFull.map((sublist) => list.find((element) => !sublist.includes(element)));
        expect(new Set(omitted).size).toBe(list.length > 1 ? list.length : 0);
      }),
    );
  });
});

describe('chunks', () => {
  it('cover the whole list at every chunk size', () => {
    expect([...generateChunks(5)]).toEqual([
      [0, 5],
      [0, 3],
      [3, 5],
      [0, 2],
      [2, 4],
      [4, 5],
      [0, 1],
      [1, 2],
      [2, 3],
      [3, 4],
      [4, 5],
    ]);
  });
});
