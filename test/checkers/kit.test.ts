import { GENERATIONS, RunMemory } from '../../arch/index.js';
import { createLedgers } from '../../checkers/evidence/facts/ledgers.js';
import { Judge } from '../../checkers/evidence/findings/judge.js';
import { defineRule, mergeHandlers, type RuleCheck } from '../../checkers/kit.js';
import { scene } from './support/scenes.js';

const RULE = defineRule({ id: 'acme.KIT-01', text: 'Nothing happens.', create: () => ({}) });
const TEXTS = { unit: 'sq', allowed: 'Nothing.', observed: 'Something.', hint: 'Look.' };

it('a rule that says nothing else is an error on all generations', () => {
  expect(RULE).toMatchObject({ severity: 'error', generations: GENERATIONS, statements: [] });
});

it('a judge counts every violation, stores those it has room for, and adds place and steps', () => {
  const judge = new Judge(RULE, 1, createLedgers(scene(), 0, new RunMemory(), false));
  for (let cycle = 5; cycle < 8; cycle++) if (judge.fires()) judge.reportAt(7, cycle, TEXTS);
  expect(judge.fired).toBe(3);
  expect(judge.violations).toEqual([
    { rule: 'acme.KIT-01', severity: 'error', cycle: 5, place: { wave: 7 }, steps: [], ...TEXTS },
  ]);
});

it('a finding about a wave says only what its place has besides the wave', () => {
  const judge = new Judge(RULE, 1, createLedgers(scene(), 0, new RunMemory(), false));
  judge.reportAt(7, 5, { ...TEXTS, place: { otherWave: 3 } });
  expect(judge.violations[0]?.place).toEqual({ wave: 7, otherWave: 3 });
});

it('merged checks keep the order of their parts, for waves and for the end too', () => {
  const calls: string[] = [];
  const createCheck = (name: string): RuleCheck => ({
    onWave: { 'wave-ended': () => void calls.push(`${name} wave`) },
    finish: () => void calls.push(`${name} end`),
  });
  const { onWave, finish } = mergeHandlers([createCheck('a'), createCheck('b')]);
  (onWave!['wave-ended'] as () => void)();
  finish?.(0);
  expect(calls).toEqual(['a wave', 'b wave', 'a end', 'b end']);
});
