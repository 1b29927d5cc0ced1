import { RULES } from '../../checkers/index.js';
import { type BinRow, binRows, emptyCoverage, mergeCoverage } from '../../coverage/index.js';
import { DEVICE_STRUCTURE, SEQUENCES } from '../../stimulus/index.js';

import { type KillRow, killMatrixFile, readKillMatrix } from '../qualify/kill-matrix.js';
import type { RuleCounts, RuleTotals } from '../records/rule-counts.js';
import type { RunReport } from '../run/run-request.js';
import { statementsOfStructure } from '../structure/examine.js';
import { isDueIn, STAGES, type Stage, stagesOf } from './stages.js';
import { readStatements, type Statement } from './statements.js';
import { TESTS_OF_STATEMENTS } from './tests-of-statements.js';

/**
 * `verified`: a rule of it was armed, a bin of it covered, or a test of it passed. `unhit`: it has such, and none was.
 * `unmapped`: it has none. `informative`: no run can verify it.
 */
export type StatementStatus = 'verified' | 'unhit' | 'unmapped' | 'informative';

/** A statement with what verifies it. */
export interface TestplanRow {
  readonly id: string;
  readonly source: string;
  readonly text: string;
  readonly stage: Stage;
  readonly rules: readonly string[];
  /** `covergroup/coverpoint`. */
  readonly coverpoints: readonly string[];
  /** Names of `list tests`. */
  readonly tests: readonly string[];
  readonly status: StatementStatus;
}

/** How far the statements are that are due in a stage, those of the stages before it included. */
export interface StageProgress {
  readonly stage: Stage;
  readonly verified: number;
  readonly total: number;
  /** Ids of those that are not verified. */
  readonly open: readonly string[];
}

/** Every statement with what verifies it, after some runs. */
export interface Testplan {
  readonly statements: readonly TestplanRow[];
  readonly verified: number;
  /** Statements that are not informative. */
  readonly total: number;
  /** One entry a stage. */
  readonly stages: readonly StageProgress[];
  /** Rules that no fault of the kill matrix made fire, nor anything in the runs: nothing has shown yet that they can. */
  readonly neverFired: readonly string[];
}

/** Tests by statement: those of the table, and the one that holds chips against the statements about structure. */
const TESTS: ReadonlyMap<string, readonly string[]> = (() => {
  const tests = new Map(Object.entries(TESTS_OF_STATEMENTS));
  for (const id of statementsOfStructure()) tests.set(id, [...(tests.get(id) ?? []), DEVICE_STRUCTURE]);
  return tests;
})();

type RunFacts = Pick<RunReport, 'tally' | 'coverage'>;

/**
 * The testplan after these runs; `killing` are rules that some fault made fire. Throws where a rule, bin or test names a statement or a test that does not exist.
 */
export function testplan(
  runs: readonly RunFacts[],
  killing: readonly string[] = killingRules(readKillMatrix(killMatrixFile())),
): Testplan {
  const statements = readStatements();
  const rows = binRows(runs.map(({ coverage }) => coverage).reduce(mergeCoverage, emptyCoverage()));
  refuseUnknown(statements, rows);
  const stages = stagesOf(statements.map(({ id }) => id));
  const plan = statements.map((statement) => rowOf(statement, stages.get(statement.id)!, rows, runs));
  const withStatus = (status: StatementStatus): number => plan.filter((row) => row.status === status).length;
  return {
    statements: plan,
    verified: withStatus('verified'),
    total: plan.length - withStatus('informative'),
    stages: STAGES.map((stage) => progressOf(stage, plan)),
    neverFired: RULES.filter(
      ({ id }) => !killing.includes(id) && !runs.some(({ tally }) => countOf(tally.rules, id, 'fired') > 0),
    ).map(({ id }) => id),
  };
}

function rowOf(
  { id, source, text, informative }: Statement,
  stage: Stage,
  rows: readonly BinRow[],
  runs: readonly RunFacts[],
): TestplanRow {
  const rules = RULES.filter(({ statements }) => (statements as readonly string[]).includes(id));
  const bins = rows.filter(({ kind, statements }) => kind === 'count' && statements.includes(id));
  const tests = TESTS.get(id) ?? [];
  const isMapped = rules.length + bins.length + tests.length > 0;
  const isHit =
    bins.some(({ isCovered }) => isCovered) ||
    runs.some(
      ({ tally }) =>
        rules.some((rule) => countOf(tally.rules, rule.id, 'armed') > 0) ||
        tests.some((test) => hasPassed(tally.sequences[test])),
    );
  return {
    id,
    source,
    text,
    stage,
    rules: rules.map((rule) => rule.id),
    coverpoints: [...new Set(bins.map(({ group, item }) => `${group}/${item}`))],
    tests,
    status: statusOf(informative, isMapped, isHit),
  };
}

function progressOf(asked: Stage, plan: readonly TestplanRow[]): StageProgress {
  const due = plan.filter(({ stage, status }) => isDueIn(stage, asked) && status !== 'informative');
  const open = due.filter(({ status }) => status !== 'verified').map(({ id }) => id);
  return { stage: asked, verified: due.length - open.length, total: due.length, open };
}

/** Rules that spoke in the killing tests of faults. */
function killingRules(rows: readonly KillRow[]): string[] {
  return [...new Set(rows.flatMap(({ rule, rules }) => [rule, ...Object.keys(rules)]))];
}

function countOf(totals: RuleTotals, rule: string, what: 'armed' | 'fired'): number {
  return (totals as Partial<Record<string, RuleCounts>>)[rule]?.[what] ?? 0;
}

function hasPassed(tally: RunReport['tally']['sequences'][string] | undefined): boolean {
  return tally !== undefined && tally.tests > tally.failed;
}

function statusOf(informative: boolean, isMapped: boolean, isHit: boolean): StatementStatus {
  if (informative) return 'informative';
  if (!isMapped) return 'unmapped';
  return isHit ? 'verified' : 'unhit';
}

/** A misspelt name would otherwise show as a statement that nothing verifies. */
function refuseUnknown(statements: readonly Statement[], rows: readonly BinRow[]): void {
  const known = new Set(statements.map(({ id }) => id));
  const named = [
    ...RULES.flatMap((rule) => rule.statements),
    ...rows.flatMap((row) => row.statements),
    ...TESTS.keys(),
  ];
  const stranger = named.find((id) => !known.has(id));
  if (stranger !== undefined) throw new Error(`Something names statement ${stranger}, which is not listed.`);
  const sequences = new Set(SEQUENCES.map(({ name }) => name));
  const lost = [...TESTS.values()].flat().find((test) => !sequences.has(test));
  if (lost !== undefined) throw new Error(`The testplan names test ${lost}, which does not exist.`);
}
