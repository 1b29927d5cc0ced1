import type { ChipName } from '../../../arch/index.js';
import {
  findSuite,
  formatTestName,
  isProjectTest,
  NO_OVERRIDES,
  openCorpus,
  parseTestName,
  planTests,
  readSeed,
  readStatementKillers,
  STRUCTURE_RULE,
  type StatementKiller,
  scenarioHash,
  selectSequences,
  shownKiller,
  writeStatementKillers,
} from '../../../regression/index.js';
import { encodeScenario } from '../../../transactions/index.js';
import { progressOf } from '../progress.js';
import { type Broken, type BrokenOutcome, prepare, runBroken } from './break-statement.js';

/** Tests that are tried for a lost killer: seeds of its own sequence, then tests of smoke. */
const OWN_SEEDS = 12;
const SMOKE_TESTS = 60;

/** Statements after which progress is shown. */
const SHOWN_EVERY = 40;

const corpus = openCorpus();

/** Replays the killer of a statement; true where its rule fires, or its check fails, under the breaker. */
export async function replayKiller(row: StatementKiller): Promise<boolean> {
  return (await lostBy([row])).length === 0;
}

/** Replays the one test that kills several statements under one breaker, and returns the statements that it no longer kills. */
export async function lostBy(rows: readonly StatementKiller[]): Promise<readonly string[]> {
  const [first] = rows;
  const outcome = outcomeOf(first!, await prepare(first!.breaker), first!.killer);
  return rows
    .filter((row) => outcome === undefined || !isSeen(row, outcome))
    .map(({ statement }) => statement);
}

/** Replays the killer of one statement and prints what comes of it; false where it no longer kills, or there is none. */
export async function printKiller(statement: string): Promise<boolean> {
  const row = readStatementKillers().find((each) => each.statement === statement);
  if (row === undefined) {
    console.log(`${statement} has no killer`);
    return false;
  }
  const { breaker, replay, rule, why } = shownKiller(row);
  console.log(`${statement} is broken by ${breaker}: ${why}`);
  if (isProjectTest(row)) {
    console.log(`killer: ${replay}`);
    return true;
  }
  const isKilled = await replayKiller(row);
  console.log(isKilled ? `${rule} fires in ${row.killer}` : `${rule} no longer fires in ${row.killer}`);
  return isKilled;
}

/** What a replay of all killers came to. */
export interface Renewal {
  /** Statements that are left without a killer. */
  readonly lost: readonly string[];
  /** The same with the number of statements, for people. */
  readonly text: string;
}

/** Replays all killers, looks for new ones where they no longer kill, and writes the file. */
export async function renewKillers(): Promise<Renewal> {
  const rows = [...readStatementKillers()];
  const replayed = rows.filter((row) => !isProjectTest(row)).length;
  const step = progressOf('statements', replayed, SHOWN_EVERY);
  const lost: string[] = [];
  for (const [at, row] of rows.entries()) {
    if (isProjectTest(row)) continue;
    const found = await renewed(row);
    if (found === undefined) lost.push(row.statement);
    else if (found.killer !== row.killer || found.chip !== row.chip) {
      rows[at] = found;
      writeStatementKillers(rows);
    }
    step();
  }
  const others = rows.length - replayed;
  const result = lost.length === 0 ? 'all keep their killers' : `killers lost: ${lost.join(' ')}`;
  return {
    lost,
    text: `${replayed} judged statements replayed: ${result}; tests of the project judge ${others} more`,
  };
}

/** The row with a test that kills, limited to one chip, so that chips to come do not change its scenario. */
async function renewed(row: StatementKiller): Promise<StatementKiller | undefined> {
  const broken = await prepare(row.breaker);
  for (const killer of candidates(row)) {
    const found = kills(row, broken, killer);
    if (found === undefined) continue;
    const limited = { ...row, killer: found.killer, chip: found.chip };
    if (row.chip !== undefined) return limited;
    const again = kills(limited, broken, killer);
    if (again !== undefined) return { ...limited, ...again };
  }
  return undefined;
}

/** The test as it is named with the hash of its scenario, and its chip, where it kills; else undefined. */
function kills(
  row: StatementKiller,
  broken: Broken,
  killer: string,
): { readonly killer: string; readonly chip: ChipName } | undefined {
  const { suite, sequence, seed } = parseTestName(killer);
  const outcome = outcomeOf(row, broken, killer);
  if (outcome === undefined || !isSeen(row, outcome)) return undefined;
  const { scenario } = outcome;
  const hash = scenarioHash(encodeScenario(scenario));
  return { killer: formatTestName({ suite, sequence, seed, hash }), chip: scenario.chip };
}

function outcomeOf({ chip }: StatementKiller, broken: Broken, killer: string): BrokenOutcome | undefined {
  const { sequence, seed } = parseTestName(killer);
  return runBroken(broken, { sequence, seed, chips: chip === undefined ? [] : [chip as ChipName] }, corpus);
}

/** Whether the rule of the pair fired; a check of the structure has to name the statement. */
function isSeen({ rule, statement }: StatementKiller, { rules, message }: BrokenOutcome): boolean {
  return rules.includes(rule!) && (rule !== STRUCTURE_RULE || message.includes(statement));
}

/** Names of tests in the order in which they are tried: the killer, others of its sequence, those of smoke. */
function* candidates({ killer, rule, breaker }: StatementKiller): Generator<string> {
  yield killer;
  const { suite, sequence } = parseTestName(killer);
  const faults = 'fault' in breaker ? [breaker.fault] : [];
  const able = selectSequences(findSuite(suite), undefined, { ...NO_OVERRIDES, faults });
  if (able.some((each) => each.sequence.name === sequence))
    for (let seed = 1; seed <= OWN_SEEDS; seed++)
      yield formatTestName({ suite, sequence, seed: `0x${seed.toString(16)}` });
  if (rule === STRUCTURE_RULE || suite !== 'smoke') return;
  const plan = planTests(readSeed('0x5eed'), able);
  for (let test = 0; test < SMOKE_TESTS; test++) {
    const { sequence: name, seed } = plan.next().value;
    yield formatTestName({ suite, sequence: name, seed });
  }
}
