import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CHIPS, type Gfx, RunMemory } from '../../arch/index.js';
import { createLedgers } from '../../checkers/evidence/facts/ledgers.js';
import { Judge } from '../../checkers/evidence/findings/judge.js';
import { createScoreboards, listSkips, RULES } from '../../checkers/index.js';
import { RULE_RECORDS } from '../../checkers/rule-records.js';
import { getRuleClass, getRuleText, RULE_IDS } from '../../transactions/index.js';
import { scene } from './support/scenes.js';

test('every rule is collected once', () => {
  expect(RULE_RECORDS.map(({ id }) => id).sort()).toEqual([...RULE_IDS].sort());
  expect(RULES.map(({ text }) => text)).toEqual(RULE_IDS.map(getRuleText));
});

test.each(RULE_IDS)('the row of %s states it in sentences, and a test of its class names it', (id) => {
  expect(getRuleText(id)).toMatch(/^[A-Z].*\.$/);
  const folder = fileURLToPath(new URL(`./rules/${getRuleClass(id)!.toLowerCase()}/`, import.meta.url));
  const files = readdirSync(folder).filter((name) => /\.(?:test|slow)\.ts$/.test(name));
  expect(files.some((name) => readFileSync(`${folder}${name}`, 'utf8').includes(`'${id}`))).toBe(true);
});

test.each(RULES.map(({ id, statements }) => ({ id, statements })))(
  '$id cites at least one statement',
  ({ statements }) => {
    expect(statements.length).toBeGreaterThan(0);
  },
);

test.each(RULES.filter(({ skips }) => skips !== undefined).map((rule) => ({ ...rule })))(
  '$id says which it skips of what its sentence covers, and why',
  (rule) => {
    for (const [what, which] of Object.entries(rule.skips!)) {
      expect(which).toMatch(/^[^:]+: [^:]+/);
      expect(listSkips(rule)).toContain(`Skips ${what} ${which}.`);
    }
  },
);

test.each(RULES.filter(({ onlyChecksHangs }) => onlyChecksHangs === true).map((rule) => ({ ...rule })))(
  '$id, which healthy runs never exercise, handles only `quiesced`',
  (rule) => {
    const ledgers = createLedgers(scene({ chip: 'navi10' }), 0, new RunMemory(), false);
    expect(Object.keys(rule.create(ledgers, new Judge(rule, 1, ledgers)))).toEqual(['quiesced']);
  },
);

test.each(Object.values(CHIPS))('$name runs exactly the rules for its generation', ({ name, gfx }) => {
  const { armed } = createScoreboards(scene({ chip: name })).finish();
  const expected = RULES.filter((rule) => rule.generations.includes(gfx as Gfx)).map(({ id }) => id);
  expect(Object.keys(armed)).toEqual(expected);
});
