import { matchesGlob } from '../../base/basics/index.js';
import {
  EXIT,
  type ExitCode,
  getTableWidth,
  printJson,
  printNote,
  printResult,
  RESULTS,
} from '../../base/terminal/index.js';
import { formatNumber, formatQuantity } from '../../base/text/index.js';
import { type BinRow, createEmptyCoverage, getBinRows, withoutUnknownGroups } from '../../coverage/index.js';
import { readMergedCoverage } from '../../harness/run-directory/index.js';
import type { PlannedTest } from '../../harness/selection/index.js';
import { UsageError } from '../../transactions/index.js';
import { type CoverageOptions, readCheckedWaivers } from '../coverage/coverage-options.js';
import { aimAtHoles } from './aim-at-holes.js';
import { formatAimedHoles } from './aimed-holes-text.js';
import {
  formatRerunCommand,
  printRunHint,
  type TargetingSession,
  toTargetedTestJson,
  writeTargetedSuite,
} from './aimed-tests.js';
import { listHolesByCost } from './holes-by-cost.js';
import { getAimTarget } from './target.js';

/** Number of tests between progress notes. */
const NOTE_INTERVAL = 200;

/**
 * `coverage aim PATTERN RUN…`: searches for tests that hit the matching holes of the runs. Rewrites the suite file
 * whenever it finds a test, so an interrupted search loses nothing. The exit code is 3 if holes remain.
 */
export function runHoleSearch(
  pattern: string,
  runs: readonly string[],
  session: TargetingSession,
  { out, json, waivers }: CoverageOptions,
): ExitCode {
  if (runs.length === 0)
    throw new UsageError(
      `Missing run: pattern "${pattern}" selects holes, so it needs at least one run directory after it`,
    );
  checkPattern(pattern);
  const past = readMergedCoverage(runs);
  const bins = listHolesByCost(
    past,
    withoutUnknownGroups(past, readCheckedWaivers(waivers, past).model),
  ).filter((bin) => matchesGlob(bin, pattern));
  const hitTests: PlannedTest[] = [];
  let hitCount = 0;
  let lastNotedCount = 0;
  const result = aimAtHoles({
    ...session,
    past,
    targets: bins.map((bin) => getAimTarget(bin)),
    onHit: (test, newHitCount) => {
      hitTests.push(test);
      hitCount += newHitCount;
      if (out !== undefined)
        writeTargetedSuite(
          out,
          `hits ${formatQuantity(hitCount, 'hole')} of ${runs.join(', ')}`,
          hitTests,
          session,
        );
    },
    shouldStop: (tried) => {
      if (tried - lastNotedCount === NOTE_INTERVAL) {
        lastNotedCount = tried;
        printNote(
          `${formatQuantity(tried, 'test')} tried, ${formatNumber(hitCount)} of ${formatQuantity(bins.length, 'hole')} hit`,
        );
      }
      return session.isExhausted(tried);
    },
  });
  const rows = result.holes.map((hole, index) => ({ bin: bins[index]!, ...hole }));
  if (json === true) {
    const describeTest = (test: PlannedTest): object => toTargetedTestJson(test, session);
    const documentRows = rows.map((row) => ({
      ...row,
      found: row.found === undefined ? null : describeTest(row.found),
    }));
    printJson({ holes: documentRows, tried: result.tried, failed: result.failed.map(describeTest) });
  } else {
    const formatRerunLine = (test: PlannedTest): string => formatRerunCommand(test, session);
    printResult(formatAimedHoles({ ...result, holes: rows }, formatRerunLine, getTableWidth(RESULTS)));
  }
  if (out !== undefined && hitCount > 0) printRunHint(out);
  return hitCount === bins.length ? EXIT.OK : EXIT.GATE;
}

/** Throws `UsageError` if no bin that counts towards the score matches the pattern. */
function checkPattern(pattern: string): void {
  const matching = getBinRows(createEmptyCoverage()).filter((row) => matchesGlob(formatName(row), pattern));
  if (matching.length === 0)
    throw new UsageError(
      `Unknown bins "${pattern}": no bin matches; "pops-tb coverage holes RUN --all" lists the unhit bins of a run`,
    );
  if (matching.every(({ kind }) => kind !== 'count'))
    throw new UsageError(
      `Cannot target "${pattern}": ${matching.length === 1 ? 'the only matching bin is' : `all ${formatNumber(matching.length)} matching bins are`} excluded from the score; "pops-tb coverage show RUN --group ${matching[0]!.group}" shows why`,
    );
}

function formatName({ group, item, bin }: BinRow): string {
  return `${group}/${item}/${bin}`;
}
