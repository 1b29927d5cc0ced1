import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChipName } from '../../../arch/index.js';
import { groupBy } from '../../../arch/index.js';
import { findKillingRules } from '../../../closure/qualify/index.js';
import {
  type Breaker,
  describeKiller,
  isProjectTest,
  readStatementKillers,
  type StatementKiller,
  writeStatementKillers,
} from '../../../closure/testplan/index.js';
import { generateTest, runScenarioTest, type TestResult } from '../../../harness/one-test/index.js';
import { openCorpus } from '../../../harness/programs/index.js';
import type { Model } from '../../../harness/records/index.js';
import {
  findSequence,
  findSuite,
  formatTestName,
  NO_OVERRIDES,
  parseTestName,
  scenarioHash,
  selectChips,
  selectSequences,
} from '../../../harness/selection/index.js';
import type { Sequence } from '../../../stimulus/index.js';
import { encodeScenario } from '../../../transactions/index.js';
import { PatchedModules, readCompiled } from './modules.js';
import { breakSource, findMutant, type Mutation, type Patch } from './mutants.js';

/** A broken device counts as hung if it is still busy after this many cycles. */
const MAX_CYCLES = 2_000_000;

/** A breaker that is ready to run: the fault, model and sequences to use. */
interface PreparedBreaker {
  readonly faults: Extract<Breaker, { readonly fault: unknown }>['fault'][];
  readonly model?: Model;
  readonly getSequence: (name: string) => Sequence;
}

/** Prepares a breaker to be run. Loads the changed code if the breaker changes code. */
async function prepareBreaker(breaker: Breaker): Promise<PreparedBreaker> {
  if ('fault' in breaker) return { faults: [breaker.fault], getSequence: findSequence };
  const folderIndex = await loadBrokenIndex(breaker);
  if (getTopFolder(breaker) === 'rtl-model')
    return { faults: [], model: folderIndex as Model, getSequence: findSequence };
  const { SEQUENCES, findMatrixSequence } = folderIndex as typeof import('../../../stimulus/index.js');
  const getSequence = (name: string): Sequence => {
    const found = SEQUENCES.find((sequence) => sequence.name === name) ?? findMatrixSequence(name);
    if (found === undefined) throw new Error(`The patched stimulus does not contain a test named ${name}.`);
    return found;
  };
  return { faults: [], getSequence };
}

function getTopFolder({ file }: Patch | Mutation): string {
  return file.slice(0, file.indexOf('/'));
}

/** Loads the index of the top-level folder that contains the changed module, with the change applied. */
export async function loadBrokenIndex(breaker: Patch | Mutation): Promise<unknown> {
  const module = `${breaker.file}.js`;
  const folder = mkdtempSync(join(tmpdir(), 'pops-statements-'));
  try {
    const load = new PatchedModules(folder).with(
      new Map([[module, breakSource(readCompiled(module), breaker)]]),
    );
    return await load(`${getTopFolder(breaker)}/index.js`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Maximum number of seeds of a sequence to try when the stored killer no longer works. */
const MAX_SEEDS = 40;

const corpus = openCorpus();

/**
 * Replays the killers of all statements that share a breaker, running each test once. Returns the statements whose
 * violations are no longer detected.
 */
export async function findUndetectedStatements(rows: readonly StatementKiller[]): Promise<readonly string[]> {
  const [first] = rows;
  const broken = await prepareBreaker(first!.breaker);
  const tests = groupBy(rows, ({ killer, chip }) => `${killer} ${chip}`);
  return [...tests.values()].flatMap((testRows) => {
    const outcome = runKiller(testRows, broken, testRows[0]!.killer);
    return testRows.filter(({ rule }) => !outcome?.rules.includes(rule!)).map(({ statement }) => statement);
  });
}

/**
 * Replays a statement's killers and prints the results. Returns false if the statement has no killer, or if any of them
 * no longer detects the violation.
 */
export async function printKiller(statement: string): Promise<boolean> {
  const rows = readStatementKillers().filter((row) => row.statement === statement);
  if (rows.length === 0) console.log(`${statement} has no killer`);
  let allKilled = rows.length > 0;
  for (const row of rows) allKilled = (await printRow(row)) && allKilled;
  return allKilled;
}

async function printRow(row: StatementKiller): Promise<boolean> {
  const { breaker, replay, rule, why } = describeKiller(row);
  console.log(`${row.statement} is broken by ${breaker}: ${why}`);
  if ('operator' in row.breaker)
    console.log(findMutant(readCompiled(`${row.breaker.file}.js`), row.breaker).change);
  if (isProjectTest(row)) {
    console.log(`killer: ${replay}`);
    return true;
  }
  const isKilled = (await findUndetectedStatements([row])).length === 0;
  console.log(isKilled ? `${rule} fires in ${row.killer}` : `${rule} no longer fires in ${row.killer}`);
  return isKilled;
}

/**
 * Replays all killers, replaces those that no longer work, and writes the file. Returns false if any statement is left
 * without a working killer.
 */
export async function updateKillers(): Promise<boolean> {
  const rows = [...readStatementKillers()];
  const missed: string[] = [];
  for (const [index, row] of rows.entries()) {
    if (index % 40 === 0) console.error(`${index} of ${rows.length} rows`);
    if (isProjectTest(row) || row.isFromMatrix === true) continue;
    const updatedRow = await updateRow(row);
    if (updatedRow === undefined) missed.push(row.statement);
    else if (updatedRow.killer !== row.killer || updatedRow.chip !== row.chip) {
      rows[index] = updatedRow;
      writeStatementKillers(rows);
    }
  }
  const projectTestCount = rows.filter(isProjectTest).length;
  const matrixCount = rows.filter((row) => row.isFromMatrix === true).length;
  const result = missed.length === 0 ? 'all killers work' : `no working killer for ${missed.join(' ')}`;
  console.log(
    `replayed ${rows.length - projectTestCount - matrixCount} rows: ${result}; ${projectTestCount} more are checked by project tests and ${matrixCount} by \`qualify\``,
  );
  return missed.length === 0;
}

/**
 * Returns the row with a killer that still works, pinned to one chip so that its scenario stays the same when chips are
 * added. Returns undefined if no candidate works.
 */
async function updateRow(row: StatementKiller): Promise<StatementKiller | undefined> {
  const broken = await prepareBreaker(row.breaker);
  const detect = (candidate: StatementKiller, killer: string) => {
    const outcome = runKiller([candidate], broken, killer);
    return outcome?.rules.includes(row.rule!) === true ? { ...candidate, ...outcome.found } : undefined;
  };
  for (const killer of listCandidates(row)) {
    const pinned = detect(row, killer);
    if (pinned !== undefined && row.chip !== undefined) return pinned;
    const confirmed = pinned && detect(pinned, killer);
    if (confirmed !== undefined) return confirmed;
  }
  return undefined;
}

/** What a test with a breaker applied showed. */
interface BrokenOutcome {
  /** The chip of the test and its name including the scenario hash, as in a row. */
  readonly found: Required<Pick<StatementKiller, 'killer' | 'chip'>>;
  /** The rules that fired with severity `error` or, if none did, those that the breaker caused to fire as warnings. */
  readonly rules: readonly string[];
}

/**
 * Runs a test with the breaker applied until the rules of all rows have fired. All rows must have the same chip.
 * Returns undefined if the fault cannot occur on any of the test's chips.
 */
function runKiller(
  rows: readonly StatementKiller[],
  { faults, model, getSequence }: PreparedBreaker,
  killer: string,
): BrokenOutcome | undefined {
  const { suite, sequence: name, seed } = parseTestName(killer);
  const { chip } = rows[0]!;
  const sequence = getSequence(name);
  const overrides = { ...NO_OVERRIDES, faults, chips: chip === undefined ? [] : [chip as ChipName] };
  if (selectChips(sequence, overrides).length === 0) return undefined;
  const request = { sequence, seed, overrides, corpus };
  const scenario = generateTest(request);
  const hash = scenarioHash(encodeScenario(scenario));
  const found = { killer: formatTestName({ suite, sequence: name, seed, hash }), chip: scenario.chip };
  const pending = new Set(rows.map(({ rule }) => rule!));
  const shouldStopAt = (rule: string): boolean => pending.delete(rule) && pending.size === 0;
  let result: TestResult;
  try {
    const options = model === undefined ? {} : { model };
    result = runScenarioTest(scenario, { cycles: MAX_CYCLES, shouldStopAt, ...options });
  } catch {
    // The changed model threw an error, so no rule detected anything.
    return { found, rules: [] };
  }
  const errors = result.verdict.violations.filter(({ severity }) => severity === 'error');
  // Errors are conclusive, but warnings must be compared with a run without the fault.
  const isConclusive = errors.length > 0 || faults.length === 0;
  return { found, rules: isConclusive ? errors.map(({ rule }) => rule) : findKillingRules(request, result) };
}

/** Yields the names of the tests to try, in order: the stored killer, then other seeds of its sequence. */
function* listCandidates({ killer, breaker }: StatementKiller): Generator<string> {
  yield killer;
  const { suite, sequence } = parseTestName(killer);
  const faults = 'fault' in breaker ? [breaker.fault] : [];
  const sequences = selectSequences(findSuite(suite), undefined, { ...NO_OVERRIDES, faults });
  if (!sequences.some((candidate) => candidate.sequence.name === sequence)) return;
  for (let seed = 1; seed <= MAX_SEEDS; seed++)
    yield formatTestName({ suite, sequence, seed: `0x${seed.toString(16)}` });
}
