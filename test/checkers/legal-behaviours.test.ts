import { describe, expect, it } from 'vitest';
import { generateTest, runScenarioTest } from '../../harness/one-test/run-test.js';
import { openCorpus } from '../../harness/programs/corpus-files.js';
import { findSequence, NO_OVERRIDES } from '../../harness/selection/selection.js';
import { classOfRule, formatSeed, type Scenario } from '../../transactions/index.js';
import type { LegalRun } from './legal/legal-run.js';
import { RunFacts } from './legal/run-facts.js';
import { LEGAL_RUNS } from './legal/run-rows.js';
import { LEGAL_STREAMS } from './legal/stream-rows.js';

const corpus = openCorpus();

/** The maximum number of runs within which a row's behaviour must show. */
const RUNS_MAX = 12;

/** The maximum number of primitives kept per draw. */
const PRIMITIVES_MAX = 8;
/** The number of vertex coordinates per primitive. */
const COORDINATES = 6;

/** The rules that a run fires, except warnings about the cost of legal behaviour, and whether it shows the row's behaviour. */
function resultOf(
  row: LegalRun,
  seed: number,
): { readonly rules: readonly string[]; readonly shown: boolean } {
  const overrides = { ...NO_OVERRIDES, chips: row.chips ?? [], knobs: row.knobs ?? {} };
  const request = { sequence: findSequence(row.sequence), seed: seedOf(seed), overrides, corpus };
  const clean = withFewer(generateTest(request));
  const scenario = row.change?.(clean) ?? clean;
  const facts = new RunFacts(scenario);
  const { verdict } = runScenarioTest(scenario, { sink: (transaction) => facts.observe(transaction) });
  const rules = verdict.violations.map(({ rule }) => rule).filter((rule) => classOfRule(rule) !== 'PERF');
  return { rules, shown: row.shows(facts) };
}

/** Reduces each draw of the scenario to its first primitives. */
function withFewer(scenario: Scenario): Scenario {
  const draws = scenario.draws.map((draw) => {
    const primitives = draw.vertices.length / COORDINATES;
    const keptPrimitives = Math.min(primitives, PRIMITIVES_MAX);
    const part = <T>(values: readonly T[]): T[] =>
      values.slice(0, (values.length / primitives) * keptPrimitives);
    return {
      ...draw,
      vertices: part(draw.vertices),
      depths: part(draw.depths),
      parameters: part(draw.parameters),
    };
  });
  return { ...scenario, draws };
}

function seedOf(seed: number): string {
  return formatSeed({ high: 0x1e9a, low: seed });
}

describe('legal behaviour that looks like a bug is not reported', () => {
  it.each(LEGAL_RUNS.map((row) => [row.id, row.text, row] as const))('%s: %s', (_id, _text, row) => {
    for (let seed = 0; seed < RUNS_MAX; seed++) {
      const { rules, shown } = resultOf(row, seed);
      expect(rules).toEqual([]);
      if (shown) return;
    }
    expect.fail(`not shown in ${RUNS_MAX} runs`);
  });

  it.each(LEGAL_STREAMS.map((row) => [row.id, row.text, row] as const))('%s: %s', (_id, _text, { judge }) => {
    expect(judge()).toEqual([]);
  });

  it('L35: if final values happen to be right despite missing waits, RACE rules fire and ORD rules do not', () => {
    const overrides = { ...NO_OVERRIDES, chips: ['navi21' as const], faults: ['F103' as const] };
    const sequence = findSequence('rmw_buffer');
    const isLucky = (_: unknown, seed: number): boolean => {
      const scenario = withFewer(generateTest({ sequence, seed: seedOf(seed), overrides, corpus }));
      const { verdict } = runScenarioTest(scenario);
      const classes = new Set(verdict.violations.map(({ rule }) => classOfRule(rule)));
      return classes.has('RACE') && !classes.has('ORD');
    };
    expect(Array.from({ length: RUNS_MAX }).some(isLucky)).toBe(true);
  });

  it('is covered completely, from L01 to L37', () => {
    const ids = [...LEGAL_RUNS, ...LEGAL_STREAMS].map(({ id }) => id);
    const expected = Array.from({ length: 37 }, (_, i) => `L${String(i + 1).padStart(2, '0')}`);
    expect([...new Set([...ids, 'L35'])].sort()).toEqual(expected);
  });
});
