import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { MODEL, UNITS } from '../support/model-units.js';

/**
 * Matches the source of a rule: a statement, an unknown, a reference page, a manual, or another unit that owns the
 * rule.
 */
const SOURCE =
  /\b[PRSU]-?\d{1,3}\b|\b(pops|pipeline|traps|faults)\.md\b|\b[Cc]orpus\b|\bLLVM\b|\bISA\b|Golden README|Our (rule|knob|contract)|`\.\.\/\w+`/;

it('the model has the expected units', () => {
  expect(UNITS).toEqual(['db', 'gds', 'lds', 'memory', 'rb', 'sc', 'spi', 'sq', 'sqc', 'sx']);
});

it.each(UNITS)('%s documents every parameter in spec.ts', (unit) => {
  const text = readFileSync(join(MODEL, unit, 'spec.ts'), 'utf8');
  const declarations = text.split(/^export (?=const|interface|function)/m);
  expect(declarations.length).toBeGreaterThan(1);
  const undocumented = declarations.slice(0, -1).filter((before) => !/(\*\/|;)\n$/.test(before));
  expect(undocumented).toEqual([]);
});

it.each(UNITS)(
  'the README of %s states the bounds of the unit, and numbers its rules and cites their sources',
  (unit) => {
    const text = readFileSync(join(MODEL, unit, 'README.md'), 'utf8');
    expect(text).toMatch(/^Bounds: /m);
    const [rules] = text.split(/^Bounds: /m);
    const items = rules!.split(/^(?=\d+\. )/m).slice(1);
    expect(items.map((item) => Number.parseInt(item, 10))).toEqual(items.map((_, i) => i + 1));
    expect(items.filter((item) => !SOURCE.test(item))).toEqual([]);
  },
);
