import { generateTest, runScenarioTest } from '../../harness/one-test/run-test.js';
import { openCorpus } from '../../harness/programs/corpus-files.js';
import { findSequence, NO_OVERRIDES } from '../../harness/selection/selection.js';
import { formatSeed, getRuleClass, type Scenario } from '../../transactions/index.js';
import { drawTest } from '../support/drawn-test.js';
import type { LegalRun } from './legal/legal-run.js';
import { RunFacts } from './legal/run-facts.js';
import { LEGAL_RUNS } from './legal/run-rows.js';
import { LEGAL_STREAMS } from './legal/stream-rows.js';

const corpus = openCorpus();

/** Maximum number of runs that it may take for a row's behaviour to occur. */
const MAX_RUNS = 12;

/** Maximum number of primitives kept per draw. */
const MAX_PRIMITIVES = 8;
/** Number of vertex coordinates per primitive. */
const COORDINATES_PER_PRIMITIVE = 6;

/**
 * Runs a row with a seed. Returns the rules that fire, except warnings about the cost of legal behaviour, and whether
 * the row's behaviour occurs.
 */
function runRow(
  row: LegalRun,
  seed: number,
): { readonly rules: readonly string[]; readonly didOccur: boolean } {
  const overrides = { ...NO_OVERRIDES, chips: row.chips ?? [], knobs: row.knobs ?? {} };
  const request = { sequence: findSequence(row.sequence), seed: formatRunSeed(seed), overrides, corpus };
  const cleanScenario = truncateDraws(generateTest(request));
  const scenario = row.change?.(cleanScenario) ?? cleanScenario;
  const facts = new RunFacts(scenario);
  const { verdict } = runScenarioTest(scenario, { sink: (transaction) => facts.observe(transaction) });
  const rules = verdict.violations.map(({ rule }) => rule).filter((rule) => getRuleClass(rule) !== 'PERF');
  return { rules, didOccur: row.shows(facts) };
}

/** Keeps only the first `MAX_PRIMITIVES` primitives of each draw. */
function truncateDraws(scenario: Scenario): Scenario {
  const draws = scenario.draws.map((draw) => {
    const primitives = draw.vertices.length / COORDINATES_PER_PRIMITIVE;
    const keptPrimitives = Math.min(primitives, MAX_PRIMITIVES);
    const truncate = <T>(values: readonly T[]): T[] =>
      values.slice(0, (values.length / primitives) * keptPrimitives);
    return {
      ...draw,
      vertices: truncate(draw.vertices),
      depths: truncate(draw.depths),
      parameters: truncate(draw.parameters),
    };
  });
  return { ...scenario, draws };
}

function formatRunSeed(seed: number): string {
  return formatSeed({ high: 0x1e9a, low: seed });
}

describe('legal behaviour that looks like a bug is not reported', () => {
  it.each(LEGAL_RUNS.map((row) => [row.id, row.description, row] as const))('%s: %s', (_id, _text, row) => {
    for (let seed = 0; seed < MAX_RUNS; seed++) {
      const { rules, didOccur } = runRow(row, seed);
      expect(rules).toEqual([]);
      if (didOccur) return;
    }
    expect.fail(`did not occur in ${MAX_RUNS} runs`);
  });

  it.each(LEGAL_STREAMS.map((row) => [row.id, row.description, row] as const))(
    '%s: %s',
    (_id, _text, { judge }) => {
      expect(judge()).toEqual([]);
    },
  );

  it('L35: only RACE rules fire if final values happen to be right despite missing waits', () => {
    const hasOnlyRaces = (_: unknown, seed: number): boolean => {
      const scenario = truncateDraws(
        drawTest('rmw_buffer', formatRunSeed(seed), { chips: ['navi21'], faults: ['F103'] }),
      );
      const { verdict } = runScenarioTest(scenario);
      const classes = new Set(verdict.violations.map(({ rule }) => getRuleClass(rule)));
      return classes.has('RACE') && !classes.has('ORD');
    };
    expect(Array.from({ length: MAX_RUNS }).some(hasOnlyRaces)).toBe(true);
  });

  it('every behaviour from L01 to L37 is covered', () => {
    const ids = [...LEGAL_RUNS, ...LEGAL_STREAMS].map(({ id }) => id);
    const expectedIds = Array.from({ length: 37 }, (_, i) => `L${String(i + 1).padStart(2, '0')}`);
    expect([...new Set([...ids, 'L35'])].sort()).toEqual(expectedIds);
  });
});
