import { describe, expect, it } from 'vitest';
import {
  bin,
  cheapestHoles,
  compileModel,
  covergroup,
  crossHoles,
  ignoreCross,
} from '../../../coverage/index.js';
import { cover } from '../support/parts.js';

/** Three by three combinations of a primitive's number, one of them ignored. */
const grid = covergroup({
  name: 'grid',
  version: 1,
  text: '',
  statements: [],
  points: {
    row: { text: '', bins: [0, 1, 2].map((n) => bin(`r${n}`, [n])) },
    column: { text: '', bins: [0, 1, 2].map((n) => bin(`c${n}`, [n])) },
  },
  crosses: [
    {
      name: 'all',
      text: '',
      of: ['row', 'column'],
      bins: [ignoreCross('never', { row: ['r2'], column: ['c2'] }, 'cannot be')],
    },
  ],
  monitor: ({ sampler }) => ({
    primitive({ primitive }) {
      sampler.values[sampler.point.row] = Math.floor(primitive / 3);
      sampler.values[sampler.point.column] = primitive % 3;
      sampler.sample();
    },
  }),
});

const model = compileModel([grid]);

/** Holes after a test that hit these combinations, as `row column`. */
function holesAfter(combinations: readonly string[]) {
  const primitives = combinations.map((text) => Number(text[0]) * 3 + Number(text[1]));
  const data = cover('r', [{ index: 0, primitives, passed: true }], model);
  return crossHoles(data, model).map(({ fixed, bins }) => ({ fixed: Object.fromEntries(fixed), bins }));
}

describe('holes of a cross', () => {
  it('are the whole cross when nothing was hit; ignored combinations do not count', () => {
    expect(holesAfter([])).toEqual([{ fixed: {}, bins: 8 }]);
  });

  it('are rows and columns before single bins, largest first', () => {
    expect(holesAfter(['00', '10', '11'])).toEqual([
      { fixed: { row: 'r2' }, bins: 2 },
      { fixed: { column: 'c2' }, bins: 2 },
      { fixed: { row: 'r0', column: 'c1' }, bins: 1 },
    ]);
  });

  it('are gone when every combination that counts was hit', () => {
    expect(holesAfter(['00', '01', '02', '10', '11', '12', '20', '21'])).toEqual([]);
  });
});

it('leaves out holes with a coordinate that no test hit, and gives no number where too little is known', () => {
  // Of four tests three hit r0, one r1, three c0 and one c1; nothing hits r2 or c2.
  const combinations = ['00', '00', '01', '10'];
  const tests = combinations.map((text, index) => ({
    index,
    primitives: [Number(text[0]) * 3 + Number(text[1])],
    passed: true,
  }));
  const cheapest = cheapestHoles(cover('r', tests, model), tests.length, model);
  expect(cheapest.map(({ row, tests }) => [row.of, tests])).toEqual([[['r1', 'c1'], undefined]]);
});
