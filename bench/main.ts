import { EXIT } from '../base/terminal/index.js';
import { UsageError } from '../transactions/index.js';

/** Programs that `npm run bench -- NAME` can run besides the metrics. */
const PROGRAMS: Readonly<Record<string, () => Promise<unknown>>> = {
  /** Writes `data/costs.json`. */
  costs: () => import('./costs/main.js'),
  /** Measures C18. */
  'hole-costs': () => import('./hole-costs/main.js'),
  'fault-times': () => import('./fault-times/main.js'),
  groups: () => import('./groups/main.js'),
  /** Measures C17. With `--write`, it first writes `data/fault-prints.json`. */
  likeness: () => import('./likeness/main.js'),
  litmus: () => import('./litmus/main.js'),
  pct: () => import('./pct/main.js'),
  /** Writes `data/excluded-bins.json`. */
  reachability: () => import('./reachability/main.js'),
  shrinks: () => import('./shrink/main.js'),
  /** Writes `data/smoke-tests.json`. */
  'smoke-tests': () => import('./smoke/main.js'),
  /** Compiles the corpus sources with a driver and compares the results with the corpus. */
  sources: () => import('./sources/main.js'),
  steering: () => import('./steering/main.js'),
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
