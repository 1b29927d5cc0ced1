import type { ChipName } from '../../../../arch/index.js';
import { isProjectTest, readStatementKillers } from '../../../../closure/testplan/statement-killers.js';
import { parseTestName } from '../../../../harness/selection/plan.js';
import { findSequence, NO_OVERRIDES, requireRunnable } from '../../../../harness/selection/selection.js';
import { readCompiled } from '../../../../tools/bench/mutants/modules.js';
import { breakSource, findMutant, patchSource } from '../../../../tools/bench/mutants/mutants.js';

/** Maximum number of text-based mutations. Such a mutation stops working when the text is edited. */
const MAX_TEXT_PATCHES = 40;

it('every mutation still finds the code it changes, and few rely on a text search', () => {
  const killers = readStatementKillers();
  for (const { statement, breaker } of killers)
    if (!('fault' in breaker))
      expect(() => breakSource(readCompiled(`${breaker.file}.js`), breaker), statement).not.toThrow();
  expect(killers.filter(({ breaker }) => 'from' in breaker).length).toBeLessThanOrEqual(MAX_TEXT_PATCHES);
});

it('a fault that breaks a statement can be injected in the test that kills it, so replay works', () => {
  for (const row of readStatementKillers()) {
    if (isProjectTest(row) || !('fault' in row.breaker)) continue;
    const chips = row.chip === undefined ? [] : [row.chip as ChipName];
    const overrides = { ...NO_OVERRIDES, chips, faults: [row.breaker.fault] };
    const { sequence } = parseTestName(row.killer);
    expect(() => requireRunnable(findSequence(sequence), overrides), row.statement).not.toThrow();
  }
});

it('a text patch must match exactly once in its module', () => {
  const patch = { file: 'rtl-model/unit', from: 'a', to: '$&b' };
  expect(patchSource('1 a 2', patch)).toBe('1 $&b 2');
  expect(() => patchSource('a a', patch)).toThrow('"a" occurs 2 times in rtl-model/unit; expected once.');
  expect(() => patchSource('', patch)).toThrow('occurs 0 times');
});

/** A module that most operators apply to, some of them in two places. */
const UNIT = `
export const TABLE = { 'two-side': [4, 1], none: [] };
const half = (n) => n / 2;
export class Unit {
  #count = 7;
  take(queue) {
    const next = queue.shift();
    if (next === undefined || next.done) return 8 * half(next ?? 3);
    return this.list[next] + next * 2;
  }
}`;

const makeLocator = (operator: string, within: string, at?: number) => ({
  file: 'rtl-model/unit',
  operator,
  within,
  ...(at === undefined ? {} : { at }),
});

it('locates a mutant by operator and declaration, even after lines have moved', () => {
  const edited = `// Another line.\n${UNIT.replaceAll('\n  ', '\n\n\t').replaceAll('(next)', '( next )')}`;
  const cases = [
    ['neighbours-swapped', 'TABLE.two-side', undefined, '1, 4'],
    ['halved', 'TABLE.two-side', undefined, '2'],
    ['left-dropped', 'half', undefined, '(2)'],
    ['off-by-one', 'Unit.count', undefined, '8'],
    ['end-swapped', 'Unit.take', undefined, 'pop'],
    ['right-dropped', 'Unit.take', 1, '(next === undefined)'],
    ['doubled', 'Unit.take', 3, '4'],
  ] as const;
  for (const [operator, within, at, text] of cases)
    for (const source of [UNIT, edited])
      expect(findMutant(source, makeLocator(operator, within, at)).text, operator).toBe(text);
  expect(breakSource(UNIT, makeLocator('halved', 'half'))).toContain('n / 1;');
});

it('rejects a locator that matches no mutant or several, and lists the alternatives', () => {
  const locate = (operator: string, within: string, at?: number) => () =>
    findMutant(UNIT, makeLocator(operator, within, at));
  expect(locate('forgotten', 'half')).toThrow(
    /^Unknown operator forgotten; expected one of condition-true, /,
  );
  expect(locate('end-swapped', 'half')).toThrow(
    'end-swapped does not apply to half in rtl-model/unit; set "within" to one of Unit.take.',
  );
  expect(locate('rounding-swapped', 'half')).toThrow('it applies only to other files.');
  for (const at of [undefined, 4])
    expect(locate('doubled', 'Unit.take', at)).toThrow(
      /^doubled applies to 3 places in Unit\.take of rtl-model\/unit; set "at" to one of:\n {2}1: .*→.* 16 \*.*\n {2}2: .*\n {2}3: .* \* 4;$/,
    );
});
