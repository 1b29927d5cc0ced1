import { EXIT } from '../../harness/terminal/index.js';
import { UsageError } from '../../transactions/index.js';

/** Programs that `npm run bench -- NAME` can run besides the metrics. */
const PROGRAMS: Readonly<Record<string, () => Promise<void>>> = {
  /** Writes `data/costs.json`. */
  costs: async () => (await import('./stored/costs.js')).writeCosts(),
  /** Prints what rules, ledgers and covergroups cost. */
  'rule-costs': async () => (await import('./rule-costs.js')).printRuleCosts(process.argv.slice(2)),
  /** Writes `data/excluded-bins.json`. */
  reachability: async () => (await import('./stored/excluded-bins.js')).writeReachability(),
  /** Writes `data/smoke-tests.json`. */
  'smoke-tests': async () => (await import('./stored/smoke-tests.js')).writeSmokeTests(),
};

const [name = ''] = process.argv.slice(2);
try {
  if (Object.hasOwn(PROGRAMS, name)) {
    // The programs parse `process.argv` themselves, so remove the name.
    process.argv.splice(2, 1);
    await PROGRAMS[name]!();
  } else {
    const { measure } = await import('./measure.js');
    await measure(process.argv.slice(2), Object.keys(PROGRAMS));
  }
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(error.message);
  process.exitCode = EXIT.USAGE;
}
