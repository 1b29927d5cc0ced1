import { resolve } from 'node:path';
import { groupBy } from '../../arch/index.js';
import { RULES } from '../../checkers/index.js';
import { type BinRow, createEmptyCoverage, getBinRows, mergeCoverage } from '../../coverage/index.js';
import { getProofFile, isOfThisCode, type Proof, readProofs } from '../../failures/explore/index.js';
import { isCurrentVersion, type RuleCounts, type RuleTotals } from '../../harness/records/index.js';
import { isRunDirectory, type RunReport, readRunManifest } from '../../harness/run-directory/index.js';
import { parseTestName } from '../../harness/selection/index.js';
import { SEQUENCES } from '../../stimulus/index.js';
import { isUserDefinedId, UsageError } from '../../transactions/index.js';
import { getKillMatrixPath, type KillRow, readKillMatrix } from '../qualify/qualify.js';
import { addRates, countPassRate, type PassRate } from './pass-rate.js';
import { assignStages, isDueBy, STAGES, type Stage } from './stages.js';
import {
  describeKiller,
  isProjectTest,
  type KillerSummary,
  readStatementKillers,
  STATEMENTS_BY_PROJECT_TEST,
  type StatementKiller,
  TESTS_BY_STATEMENT,
} from './statement-killers.js';
import { readStatements, type Statement } from './statements.js';

/** The part of a run report that identifies the tested code. */
type TestedCode = Partial<Pick<RunReport, 'request'>>;

/**
 * Returns the stored proofs that apply to the code tested by the given runs, i.e. those made with the same code, one for
 * each scene. Returns an empty list if a run injected faults or tested other code.
 */
export function findCurrentProofs(
  runs: readonly TestedCode[],
  proofs: readonly Proof[] = readProofsBeside(runs),
): readonly Proof[] {
  if (runs.some(testedOtherCode)) return [];
  const current = proofs.filter(isOfThisCode).sort((a, b) => Number(a.complete) - Number(b.complete));
  return [...new Map(current.map((proof) => [proof.scene, proof])).values()];
}

/** Reads the results beside the runs, and those of the current folder. */
function readProofsBeside(runs: readonly TestedCode[]): readonly Proof[] {
  const files = [{}, ...runs].map(({ request }: TestedCode) => resolve(getProofFile(request?.outDir)));
  return [...new Set(files)].flatMap((file) => readProofs(file));
}

/** Returns whether a run injected faults or tested other code. */
function testedOtherCode({ request }: TestedCode): boolean {
  if (request === undefined) return false;
  const { overrides, outDir } = request;
  return (
    overrides.faults.length > 0 || (isRunDirectory(outDir) && !isCurrentVersion(readRunManifest(outDir)))
  );
}

/**
 * `verified`: one of its rules checked something, one of its bins was covered, or one of its tests passed. `unhit`: it
 * has rules, bins or tests, but none of these conditions was met. `unmapped`: it has no rules, bins or tests.
 * `informative`: nothing could violate it.
 */
type StatementStatus = 'verified' | 'unhit' | 'unmapped' | 'informative';

/**
 * How far a verified statement can be trusted. `judged`: in these runs, the statement's condition was met while rules
 * that are proven to detect a violation were armed (see `wasActive`). `by-project-tests`: only a test of this project,
 * which no run includes, is proven to detect a violation. `observed`: neither, but a bin was hit or a rule was armed.
 */
type Grade = 'judged' | 'by-project-tests' | 'observed';

/** A statement and what verifies it. */
export interface TestplanRow {
  readonly id: string;
  readonly source: string;
  readonly text: string;
  readonly stage: Stage;
  readonly rules: readonly string[];
  /** `covergroup/coverpoint`. */
  readonly coverpoints: readonly string[];
  /** Test names as printed by `list tests`, and paths of project tests. */
  readonly tests: readonly string[];
  readonly passRate: PassRate;
  readonly status: StatementStatus;
  /** Present if the statement is verified. */
  readonly grade?: Grade;
  /** Present if the statement is judged, in the runs or by a project test. */
  readonly killer?: KillerSummary;
  /** If the statement is informative: why nothing could violate it. */
  readonly reason?: string;
}

/** The number of statements of each grade. */
export interface GradeCounts {
  readonly judged: number;
  readonly byProjectTests: number;
  readonly observed: number;
}

/** Progress on the statements due in a stage, including those of earlier stages. */
export interface StageProgress extends GradeCounts {
  readonly stage: Stage;
  /** The number of statements with any grade. */
  readonly verified: number;
  readonly total: number;
  /** The tests of all these statements together. */
  readonly passRate: PassRate;
  /** Ids of the unverified statements. */
  readonly open: readonly string[];
}

/** Every statement and what verifies it, after the given runs. */
export interface Testplan extends GradeCounts {
  readonly statements: readonly TestplanRow[];
  readonly verified: number;
  /** The number of statements that are not informative. */
  readonly total: number;
  /** One entry per stage. */
  readonly stages: readonly StageProgress[];
  /** Rules that fired neither for a fault in the kill matrix nor in the runs, so nothing yet proves that they can. */
  readonly neverFired: readonly string[];
  /**
   * Small scenes for which every order of events was explored using the same code as the runs, in addition to random
   * tests.
   */
  readonly proofs: readonly Proof[];
}

/** Each statement's tests. */
const TESTS: ReadonlyMap<string, readonly string[]> = (() => {
  const tests = new Map(Object.entries(TESTS_BY_STATEMENT));
  for (const [path, ids] of Object.entries(STATEMENTS_BY_PROJECT_TEST))
    for (const id of ids) tests.set(id, [...(tests.get(id) ?? []), path]);
  return tests;
})();

type RunResults = Pick<RunReport, 'tally' | 'coverage'> & TestedCode;

/**
 * Returns the testplan after the given runs. `killingIds` lists the rules that at least one fault triggers. Throws if a
 * rule, bin or test refers to an unknown statement or test.
 */
export function buildTestplan(
  runs: readonly RunResults[],
  killingIds: readonly string[] = findKillingRules(readKillMatrix(getKillMatrixPath())),
  killers: readonly StatementKiller[] = readStatementKillers(),
): Testplan {
  const statements = readStatements();
  const rows = getBinRows(runs.map(({ coverage }) => coverage).reduce(mergeCoverage, createEmptyCoverage()));
  checkReferences(statements, rows);
  const stages = assignStages(statements.map(({ id }) => id));
  const killersById = groupBy(killers, ({ statement }) => statement);
  const binsById = groupBy(
    rows
      .filter(({ kind }) => kind === 'count')
      .flatMap((row) => Array.from(new Set(row.statements), (id) => ({ id, row }))),
    ({ id }) => id,
  );
  const plan = statements.map((statement) =>
    createRow(
      statement,
      stages.get(statement.id)!,
      (binsById.get(statement.id) ?? []).map(({ row }) => row),
      runs,
      killersById.get(statement.id) ?? [],
    ),
  );
  const countStatus = (status: StatementStatus): number => plan.filter((row) => row.status === status).length;
  return {
    statements: plan,
    verified: countStatus('verified'),
    ...countGrades(plan),
    total: plan.length - countStatus('informative'),
    stages: STAGES.map((stage) => computeProgress(stage, plan)),
    proofs: findCurrentProofs(runs),
    neverFired: RULES.filter(
      ({ id }) =>
        !killingIds.includes(id) && !runs.some(({ tally }) => getRuleCount(tally.rules, id, 'fired') > 0),
    ).map(({ id }) => id),
  };
}

function createRow(
  { id, source, text, informative }: Statement,
  stage: Stage,
  bins: readonly BinRow[],
  runs: readonly RunResults[],
  killers: readonly StatementKiller[],
): TestplanRow {
  const rules = RULES.filter(({ statements }) => (statements as readonly string[]).includes(id));
  const tests = TESTS.get(id) ?? [];
  const isMapped = rules.length + bins.length + tests.length > 0;
  const isHit =
    bins.some(({ isCovered }) => isCovered) ||
    runs.some(
      ({ tally }) =>
        rules.some((rule) => getRuleCount(tally.rules, rule.id, 'armed') > 0) ||
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
    passRate: countPassRate(
      rules.map((rule) => rule.id),
      tests,
      runs,
    ),
    ...(informative === undefined
      ? gradeStatement(isMapped, isHit, bins, killers, runs)
      : { status: 'informative', reason: informative }),
  };
}

function gradeStatement(
  isMapped: boolean,
  isHit: boolean,
  bins: readonly BinRow[],
  killers: readonly StatementKiller[],
  runs: readonly RunResults[],
): Pick<TestplanRow, 'status' | 'grade' | 'killer'> {
  if (!isMapped) return { status: 'unmapped' };
  if (!isHit) return { status: 'unhit' };
  const inRuns = killers.filter((killer) => !isProjectTest(killer));
  if (inRuns.length === 0 && killers.length > 0)
    return { status: 'verified', grade: 'by-project-tests', killer: describeKiller(killers[0]) };
  const isJudged =
    inRuns.length > 0 &&
    areCoverpointsHit(bins) &&
    inRuns.every((killer) => runs.some((run) => wasActive(killer, run)));
  if (!isJudged) return { status: 'verified', grade: 'observed' };
  return { status: 'verified', grade: 'judged', killer: describeKiller(inRuns[0]) };
}

/** Whether each of a statement's coverpoints has a covered bin, so that what the statement is about occurred. */
function areCoverpointsHit(bins: readonly BinRow[]): boolean {
  const items = groupBy(bins, ({ group, item }) => `${group}/${item}`);
  return [...items.values()].every((itemBins) => itemBins.some(({ isCovered }) => isCovered));
}

/**
 * Whether a run could have detected a statement's violation: the rule was armed, and a test passed in which the
 * breaker takes effect (for a mutation: a test like its killer).
 */
function wasActive({ breaker, killer, rule }: StatementKiller, { tally }: RunResults): boolean {
  const takesEffect = ({ name, faults }: (typeof SEQUENCES)[number]): boolean =>
    'fault' in breaker ? faults.includes(breaker.fault) : name === parseTestName(killer).sequence;
  return (
    getRuleCount(tally.rules, rule!, 'armed') > 0 &&
    SEQUENCES.some((sequence) => takesEffect(sequence) && hasPassed(tally.sequences[sequence.name]))
  );
}

function countGrades(plan: readonly TestplanRow[]): GradeCounts {
  const count = (wanted: Grade): number => plan.filter(({ grade }) => grade === wanted).length;
  return { judged: count('judged'), byProjectTests: count('by-project-tests'), observed: count('observed') };
}

function computeProgress(requested: Stage, plan: readonly TestplanRow[]): StageProgress {
  const due = plan.filter(({ stage, status }) => isDueBy(stage, requested) && status !== 'informative');
  const open = due.filter(({ status }) => status !== 'verified').map(({ id }) => id);
  const total = due.length;
  return {
    stage: requested,
    verified: total - open.length,
    ...countGrades(due),
    total,
    passRate: addRates(due.map((row) => row.passRate)),
    open,
  };
}

/** Returns the rules that fired in the faults' killing tests. */
function findKillingRules(rows: readonly KillRow[]): string[] {
  return [...new Set(rows.flatMap(({ rule, rules }) => [rule, ...Object.keys(rules)]))];
}

function getRuleCount(totals: RuleTotals, rule: string, event: 'armed' | 'fired'): number {
  return (totals as Partial<Record<string, RuleCounts>>)[rule]?.[event] ?? 0;
}

function hasPassed(tally: RunReport['tally']['sequences'][string] | undefined): boolean {
  return tally !== undefined && tally.tests > tally.failed;
}

/**
 * Checks a statement named by a rule or covergroup, and returns it. Throws `UsageError` if it is unknown and `owner` is
 * user-defined.
 */
function checkStatement(owner: string, statement: string, known: ReadonlySet<string>): string {
  if (!isUserDefinedId(owner) || known.has(statement)) return statement;
  throw new UsageError(
    `Unknown statement "${statement}" in ${owner}: expected an id from docs/reference/statements.md, such as S-041`,
  );
}

/**
 * Throws for an unknown statement or test, since a misspelt name would otherwise show up as an unverified statement.
 */
function checkReferences(statements: readonly Statement[], rows: readonly BinRow[]): void {
  const known = new Set(statements.map(({ id }) => id));
  const references = [
    ...RULES.flatMap(({ id, statements }) =>
      statements.map((statement) => checkStatement(id, statement, known)),
    ),
    ...rows.flatMap(({ group, statements }) =>
      statements.map((statement) => checkStatement(group, statement, known)),
    ),
    ...TESTS.keys(),
  ];
  const unknown = references.find((id) => !known.has(id));
  if (unknown !== undefined) throw new Error(`Reference to unknown statement ${unknown}.`);
  const sequences = new Set(SEQUENCES.map(({ name }) => name));
  const missing = [...TESTS.values()]
    .flat()
    .find((test) => !sequences.has(test) && !Object.hasOwn(STATEMENTS_BY_PROJECT_TEST, test));
  if (missing !== undefined) throw new Error(`The testplan names test ${missing}, which does not exist.`);
}
