import fc from 'fast-check';
import { SlidingList } from '../../../../checkers/evidence/basics/sliding-list.js';

it('elements of a sliding list keep their indices as the oldest ones are dropped', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 900 })),
      fc.array(fc.integer({ min: 0, max: 1100 })),
      (pushes, drops) => {
        const list = new SlidingList<number>();
        let dropCount = 0;
        for (const [turn, count] of pushes.entries()) {
          for (let i = 0; i < count; i++) list.push(list.length);
          const dropped = Math.min(drops[turn] ?? 0, list.keptCount);
          for (let i = 0; i < (drops[turn] ?? 0); i++) list.drop();
          dropCount += dropped;
          expect(list.keptCount).toBe(list.length - dropCount);
          expect(list.oldest).toBe(dropCount === list.length ? undefined : dropCount);
          expect([list.at(dropCount - 1), list.at(list.length)]).toEqual([undefined, undefined]);
          if (turn % 2 === 1)
            expect(list.kept).toEqual(
              Array.from({ length: list.length - dropCount }, (_, i) => dropCount + i),
            );
          if (dropCount < list.length) expect(list.at(list.length - 1)).toBe(list.length - 1);
        }
      },
    ),
    { numRuns: 30 },
  );
});
