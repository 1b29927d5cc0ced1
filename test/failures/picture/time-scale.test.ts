import fc from 'fast-check';
import { makeTimeScale } from '../../../failures/picture/timeline.js';

const stops = fc.uniqueArray(fc.record({ cycle: fc.nat(100_000), marks: fc.integer({ min: 1, max: 4 }) }), {
  minLength: 1,
  maxLength: 120,
  selector: ({ cycle }) => cycle,
});
const columns = fc.integer({ min: 10, max: 200 });

describe('a time scale', () => {
  it('gives each cycle its own columns if there is room, in order and within the line', () => {
    fc.assert(
      fc.property(stops, columns, (points, width) => {
        const scale = makeTimeScale(points, width);
        let next = 0;
        for (const cycle of scale.cycles) {
          expect(scale.column(cycle)).toBeGreaterThanOrEqual(points.length <= width ? next : 0);
          expect(scale.column(cycle)).toBeLessThan(width);
          next = scale.column(cycle) + scale.width(cycle);
        }
        expect(next).toBe(width);
      }),
    );
  });

  it('fits all marks of every cycle if the line has room', () => {
    fc.assert(
      fc.property(stops, columns, (points, width) => {
        fc.pre(points.reduce((sum, { marks }) => sum + marks, 0) <= width);
        const scale = makeTimeScale(points, width);
        for (const { cycle, marks } of points) expect(scale.width(cycle)).toBeGreaterThanOrEqual(marks);
      }),
    );
  });

  it('is proportional to time unless a gap is shortened', () => {
    const scale = makeTimeScale(
      [0, 10, 20, 40].map((cycle) => ({ cycle, marks: 1 })),
      44,
    );
    expect([0, 10, 20, 40].map(scale.column)).toEqual([0, 11, 22, 43]);
    expect([0, 10, 20, 40].map(scale.isCut)).toEqual([false, false, false, false]);
  });

  it('shortens a gap that would take up most of the line', () => {
    const cycles = [0, 10, 20, 30, 40, 50, 60, 10_060, 10_070];
    const scale = makeTimeScale(
      cycles.map((cycle) => ({ cycle, marks: 1 })),
      80,
    );
    expect(cycles.filter(scale.isCut)).toEqual([60]);
    expect(scale.width(60)).toBeLessThan(40);
  });

  it('maps a cycle between two stops to the earlier stop', () => {
    const scale = makeTimeScale(
      [5, 50].map((cycle) => ({ cycle, marks: 1 })),
      20,
    );
    expect(scale.column(49)).toBe(scale.column(5));
    expect(scale.column(0)).toBe(0);
    expect(scale.column(1000)).toBe(scale.column(50));
  });
});
