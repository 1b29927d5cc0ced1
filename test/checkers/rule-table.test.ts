import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { Gfx } from '../../arch/index.js';
import { CHIPS, RunMemory } from '../../arch/index.js';
import { openLedgers } from '../../checkers/facts/ledgers.js';
import { Judge } from '../../checkers/findings/judge.js';
import { createScoreboards } from '../../checkers/index.js';
import { RULE_TABLE } from '../../checkers/rule-table.js';
import type { Rule, RuleId } from '../../transactions/index.js';
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

test.each(RULES.filter((rule: Rule) => rule.judgesHangsOnly === true).map(({ id }) => id))(
  '%s, which healthy runs never arm, reads how the device comes to rest and nothing else',
  (id) => {
    const ledgers = openLedgers(scene({ chip: 'navi10' }), 0, new RunMemory(), false);
    const { on, finish, pauses } = RULE_TABLE[id as RuleId].create(ledgers, new Judge(RULES[0], 1));
    expect([Object.keys(on), finish, pauses]).toEqual([['quiesced'], undefined, undefined]);
  },
);

test.each(Object.values(CHIPS))('exactly the rules of its generation work on $name', ({ name, gfx }) => {
  const { armed } = createScoreboards(scene({ chip: name })).finish();
  const expected = RULES.filter((rule) => rule.generations.includes(gfx as Gfx)).map(({ id }) => id);
  expect(Object.keys(armed)).toEqual(expected);
});
