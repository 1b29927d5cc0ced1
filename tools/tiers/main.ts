import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ALWAYS } from './always.js';
import { findLastRun, parseLandings } from './landings.js';
import { BUDGET_SECONDS, getCommitQuarter, QUARTERS, selectTests } from './select-tests.js';
import { SourceGraph } from './source-graph.js';

const USAGE = `Usage: node dist/tools/tiers/main.js select    prints the second tier's test files for this commit
       node dist/tools/tiers/main.js since FILE…   prints the commits since the files last ran
       node dist/tools/tiers/main.js store COSTS    enters measured costs of test files
       node dist/tools/tiers/main.js measure        measures the costs of the first two tiers, and enters them`;

/** Commits that have landed, oldest first. A landing's hash is added after it. */
const LANDINGS = '.ci/landed';

/** What test files cost: calls of functions of the program in millions, processor seconds in the second tier. */
const COSTS = 'test/costs.json';

/** Files that the build writes and that are not committed. */
const GENERATED = ['checkers/rule-records.ts', 'transactions/rule-ids.ts', 'transactions/rule-texts.ts'];

interface Costs {
  readonly calls: Record<string, number>;
  readonly seconds: Record<string, number>;
}

function git(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 26 }).trim();
}

function readCosts(): Costs {
  return existsSync(COSTS) ? JSON.parse(readFileSync(COSTS, 'utf8')) : { calls: {}, seconds: {} };
}

const readLandings = () => parseLandings(existsSync(LANDINGS) ? readFileSync(LANDINGS, 'utf8') : '');

/** Returns the last landing before HEAD, or undefined if the history does not have it. */
function findBase(): string | undefined {
  return readLandings().findLast(({ hash }) => {
    try {
      git('merge-base', '--is-ancestor', hash, 'HEAD');
      return git('rev-parse', hash) !== git('rev-parse', 'HEAD');
    } catch {
      return false;
    }
  })?.hash;
}

/** Prints the files to run, one per line, and to stderr why. */
function select(): void {
  const files = git('ls-files').split('\n').filter(existsSync);
  const tests = files.filter((file) => file.endsWith('.conform.ts'));
  const base = findBase();
  if (base === undefined) {
    console.error(`No commit of ${LANDINGS} is in the history, so everything runs`);
    console.log(tests.join('\n'));
    return;
  }
  const changed = git('diff', '--name-only', base).split('\n');
  const quarter = getCommitQuarter(git('rev-parse', 'HEAD'));
  const graph = new SourceGraph([...files, ...GENERATED.filter(existsSync)], (path) =>
    readFileSync(path, 'utf8'),
  );
  const { seconds } = readCosts();
  const request = { tests, always: ALWAYS, changed, seconds, budget: BUDGET_SECONDS, quarter };
  const { selected, left } = selectTests(graph, request);
  for (const { file, reason } of selected) console.error(`${file}: ${reason}`);
  const later = tests.length - selected.length;
  console.error(
    `${selected.length} of ${tests.length} files: ${changed.length} files changed since ${base}, quarter ${quarter + 1} of ${QUARTERS}; ${later} wait for their quarter`,
  );
  if (left.length > 0)
    console.error(
      `The change can reach ${left.length} of these, more than ${BUDGET_SECONDS} processor seconds hold; .ci/run --all runs them. Nearest: ${left
        .slice(0, 5)
        .map(({ file }) => file)
        .join(', ')}`,
    );
  console.log(selected.map(({ file }) => file).join('\n'));
}

/** Prints for each file which commits came since it last ran. */
function printSince(files: readonly string[]): void {
  const landings = readLandings();
  for (const file of files) {
    const last = findLastRun(landings, file);
    const range = last === undefined ? ['-20'] : [`${last.hash}..HEAD`];
    console.log(`${file} last ran in ${last?.hash ?? 'a commit before the list'}; since then:`);
    console.log(git('log', '--oneline', ...range).replace(/^/gm, '  '));
  }
}

/** Enters the costs measured by `test/support/file-costs.ts`: kind, file and cost, separated by tabs. */
function store(measured: string): void {
  const costs = readCosts();
  for (const line of readFileSync(measured, 'utf8').trim().split('\n')) {
    const [kind, file, cost] = line.split('\t') as ['calls' | 'seconds', string, string];
    costs[kind][file] = Number(Number(cost).toPrecision(3));
  }
  const sort = (table: Record<string, number>) =>
    Object.fromEntries(
      Object.entries(table)
        .filter(([file]) => existsSync(file))
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    );
  writeFileSync(
    COSTS,
    `${JSON.stringify({ calls: sort(costs.calls), seconds: sort(costs.seconds) }, null, 1)}\n`,
  );
}

/** Counts the calls of each file of the first two tiers, which takes several times as long as running them. */
function measure(): void {
  const folder = mkdtempSync(join(tmpdir(), 'pops-tb-costs-'));
  const measured = join(folder, 'costs');
  const env = { ...process.env, POPS_TB_FILE_COSTS: measured, POPS_TB_COUNT_CALLS: 'true' };
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'quick', '--project', 'slow'];
  try {
    // Files that fail have their costs too.
    spawnSync(process.execPath, args, { env, stdio: 'inherit' });
    store(measured);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const [command, ...args] = process.argv.slice(2);
if (command === 'select') select();
else if (command === 'since') printSince(args);
else if (command === 'store' && args.length === 1) store(args[0]!);
else if (command === 'measure') measure();
else {
  console.error(USAGE);
  process.exitCode = 2;
}
