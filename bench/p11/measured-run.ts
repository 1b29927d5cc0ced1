import { readSeed } from '../../base/basics/index.js';
import { NO_OVERRIDES } from '../../harness/selection/index.js';
import { DEFAULT_LIMITS } from '../../harness/workers/index.js';
import { runSuite } from '../../runs/run/run-suite.js';

const KIBIBYTES_PER_MEBIBYTE = 1024;

const [tests, outDir] = process.argv.slice(2);
await runSuite({
  runId: 'peak',
  suite: 'smoke',
  seed: readSeed('0xbe4c11'),
  overrides: NO_OVERRIDES,
  count: Number(tests),
  first: [],
  knownIssues: [],
  limits: DEFAULT_LIMITS,
  workers: 1,
  outDir: outDir!,
});
console.log(process.resourceUsage().maxRSS / KIBIBYTES_PER_MEBIBYTE);
