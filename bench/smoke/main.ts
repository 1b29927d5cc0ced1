import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { readSeed } from '../../base/basics/index.js';
import { writeAtomic } from '../../base/output/index.js';
import { isRunDirectory, readCoverage } from '../../harness/run-directory/index.js';
import { NO_OVERRIDES } from '../../harness/selection/index.js';
import { DEFAULT_LIMITS } from '../../harness/workers/index.js';
import { runSuite } from '../../runs/run/run-suite.js';
import { getStoredTestsFile } from '../../runs/run/stored-scenarios.js';
import { rankSmokeTests } from './ranked-smoke.js';

/** The seed of the steered nightly run that supplies the tests. */
const SEED = '0x7a9c5eed';
/** Number of tests in that run. */
const TESTS = 2500;

const { values } = parseArgs({
  options: {
    pool: { type: 'string', default: 'out/smoke-pool' },
    work: { type: 'string', default: '4000000' },
  },
});

if (!isRunDirectory(values.pool)) {
  console.log(`Running ${TESTS} steered tests in ${values.pool}`);
  await runSuite({
    runId: 'smoke-pool',
    suite: 'nightly',
    seed: readSeed(SEED),
    overrides: NO_OVERRIDES,
    count: TESTS,
    steer: true,
    first: [],
    knownIssues: [],
    limits: DEFAULT_LIMITS,
    workers: availableParallelism(),
    outDir: values.pool,
  });
}
const description = `tests that kill each fault, plus the tests from a steered nightly run (seed ${SEED}, ${TESTS} tests) that add the most coverage per unit of work; written by npm run bench -- smoke-tests`;
const suite = rankSmokeTests(
  { data: readCoverage(values.pool), description, maxWork: Number(values.work) },
  console.log,
);
writeAtomic(getStoredTestsFile(), `${JSON.stringify(suite, undefined, 2)}\n`);
console.log(`Wrote ${suite.pinned.length} tests to ${getStoredTestsFile()}`);
