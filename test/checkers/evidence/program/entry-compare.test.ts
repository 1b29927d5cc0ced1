import fc from 'fast-check';
import { allowsEntry } from '../../../../checkers/evidence/program/entry-compare.js';

const mayEnter = (id: number, newest: number, exiting: number): boolean =>
  allowsEntry({ id }, newest, exiting);

/** The worked examples from pops.md 5.4: current id, newest id after correction, exiting id and result. */
const WORKED_EXAMPLES: readonly (readonly [string, number, number, number, boolean])[] = [
  ['W1', 5, 3, 3, false],
  ['W2', 5, 3, 4, true],
  ['W3', 2, 1020, 1020, false],
  ['W4', 2, 1020, 1021, true],
  ['W5', 2, 1020, 0, true],
  ['W6', 0, 1023, 1023, false],
  ['W6 after', 0, 1023, 0, true],
  ['W7', 1000, 1001, 1001, false],
  ['W7 after', 1000, 1001, 1002, true],
  ['W8', 5, 3, 6, false],
  ['W9', 5, 5, 5, false],
  ['W9 after', 5, 5, 6, false],
];

test.each(WORKED_EXAMPLES)('%s agrees with the reference page', (_, current, newest, exiting, result) => {
  expect(mayEnter(current, newest, exiting)).toBe(result);
});

test('the comparison agrees with wave ages for all wraparounds, id distances and exiting ids', () => {
  const examples = fc.integer({ min: 1, max: 1023 }).chain((wrap) =>
    fc.record({
      wrap: fc.constant(wrap),
      current: fc.integer({ min: 0, max: wrap }),
      newestAge: fc.integer({ min: 1, max: wrap }),
      exitingAge: fc.integer({ min: 0, max: wrap }),
    }),
  );
  fc.assert(
    fc.property(examples, ({ wrap, current, newestAge, exitingAge }) => {
      const ageToId = (age: number): number => (current - age + wrap + 1) % (wrap + 1);
      expect(mayEnter(current, ageToId(newestAge), ageToId(exitingAge))).toBe(exitingAge < newestAge);
    }),
  );
});
