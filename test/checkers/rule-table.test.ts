import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { Gfx } from '../../arch/index.js';
import { CHIPS } from '../../arch/index.js';
import { createScoreboards } from '../../checkers/index.js';
import type { RuleId } from '../../transactions/index.js';
import { classOfRule, RULES } from '../../transactions/index.js';
import { scene } from './support/scenes.js';

const pathOf = (id: string): string => {
  const folder = classOfRule(id as RuleId).toLowerCase();
  return `${folder}/${id.toLowerCase()}`;
};
const inCheckers = (path: string): string =>
  fileURLToPath(new URL(`../../checkers/${path}.ts`, import.meta.url));
const inTests = (path: string): string => fileURLToPath(new URL(`./${path}.test.ts`, import.meta.url));

test.each(RULES.map(({ id }) => id))(
  '%s has its own file that opens with its invariant, and its own tests',
  (id) => {
    expect(existsSync(inCheckers(pathOf(id)))).toBe(true);
    expect(readFileSync(inCheckers(pathOf(id)), 'utf8')).toContain('* Invariant');
    expect(existsSync(inTests(pathOf(id)))).toBe(true);
  },
);

test.each(RULES.map(({ id, statements }) => ({ id, statements })))(
  '$id cites its statements',
  ({ statements }) => {
    expect(statements.length).toBeGreaterThan(0);
  },
);

test.each(Object.values(CHIPS))('exactly the rules of its generation work on $name', ({ name, gfx }) => {
  const { armed } = createScoreboards(scene({ chip: name })).finish();
  const expected = RULES.filter((rule) => rule.generations.includes(gfx as Gfx)).map(({ id }) => id);
  expect(Object.keys(armed)).toEqual(expected);
});
