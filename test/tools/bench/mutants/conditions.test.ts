import { describe, expect, it } from 'vitest';
import {
  findConditions,
  findMissingValues,
  instrumentRegisterFields,
  Watch,
} from '../../../../tools/bench/mutants/conditions.js';

/** A unit that contains every kind of condition, plus code that is not part of the device. */
const UNIT = `
function step(sink, a, b, list) {
  if (a > 9) throw new Error('never');
  assert(a < 9, 'never');
  if (sink) list.push(0);
  if (!(a < b) && list?.full !== true) list.push(a ?? 7);
  return a === b ? 'equal' : 'other';
}`;

describe('findConditions', () => {
  const conditions = findConditions('unit', UNIT);

  it('finds the conditions of branches and logical operators, but not of assertions, listeners and throws', () => {
    expect(conditions.map(({ text }) => text.replace(/^.*⟦(.*)⟧.*$/, '$1'))).toEqual([
      'a < b',
      'list?.full !== true',
      'list',
      'a === b',
    ]);
  });

  it('records condition values without changing what the code does', () => {
    const watch = new Watch(conditions);
    const instrumented = watch.instrument('unit', UNIT);
    const runInstrumented = new Function(
      'a',
      'b',
      'list',
      `const assert = () => {}; ${instrumented} return step(null, a, b, list);`,
    );
    const runOriginal = new Function(
      'a',
      'b',
      'list',
      `const assert = () => {}; ${UNIT} return step(null, a, b, list);`,
    );
    const listUntaken = (): string[] =>
      conditions.flatMap((condition, index) =>
        findMissingValues(condition, watch.seen[index]!).map(({ missing }) => missing),
      );
    const makeLists = (): unknown[][] => [[], []];
    const expectSameResult = (a: number, b: number): void => {
      const [left, right] = makeLists();
      expect(runInstrumented(a, b, left)).toBe(runOriginal(a, b, right));
      expect(left).toEqual(right);
    };
    expectSameResult(1, 2);
    expect(listUntaken()).toEqual([
      'never false',
      'never equal',
      'never evaluated',
      'never evaluated',
      'never true',
    ]);
    expectSameResult(2, 1);
    expectSameResult(2, 2);
    expect(listUntaken()).toEqual(['never false']);
  });
});

it('records which bits were 1 and which were 0 when a field was read', () => {
  const watch = new Watch([]);
  const source = instrumentRegisterFields(
    'export function findRegisterField(gfx, registers, name) { return registers[name]; }',
  );
  const read = new Function(
    'registers',
    `${source.replaceAll('export ', '')} return findRegisterField('', registers, 'R.F');`,
  );
  for (const value of [1, 5]) expect(read({ 'R.F': value })).toBe(value);
  const { ones, zeros } = watch.fields.get('R.F')!;
  expect([ones & 7, zeros & 7]).toEqual([5, 6]);
});
