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
import { readCheckedWaivers } from '../coverage/checked-waivers.js';
import type { CoverageOptions } from '../coverage/coverage-options.js';
import { aimAtHoles } from './aim-at-holes.js';
import { formatAimedHoles } from './aimed-holes-text.js';
import {
  type AimSession,
  formatAimedRerunLine,
  printAimedNote,
  toAimedDocument,
  writeAimedSuite,
} from './aimed-tests.js';
import { listHolesByCost } from './holes-in-order.js';
import { getAimTarget } from './target.js';

/** Number of tests between progress notes. */
const NOTE_EVERY = 200;

/**
 * `coverage aim PATTERN RUN…`: searches for tests that hit the runs' holes with matching names. Rewrites the suite file
 * whenever it finds a test, so an interrupted search loses nothing. The exit code is 3 if holes remain.
 */
export function runAimAtHoles(
  pattern: string,
  runs: readonly string[],
  session: AimSession,
  { out, json, waivers }: CoverageOptions,
): ExitCode {
  if (runs.length === 0)
    throw new UsageError(`Missing run: "${pattern}" selects holes of a run; name its directory after it`);
  checkPattern(pattern);
  const past = readMergedCoverage(runs);
  const bins = listHolesByCost(
    past,
    withoutUnknownGroups(past, readCheckedWaivers(waivers, past).model),
  ).filter((bin) => matchesGlob(bin, pattern));
  const found: PlannedTest[] = [];
  let hitCount = 0;
  let notedAt = 0;
  const aimed = aimAtHoles({
    ...session,
    past,
    targets: bins.map((bin) => getAimTarget(bin)),
    onHit: (test, holesHit) => {
      found.push(test);
      hitCount += holesHit;
      if (out !== undefined)
        writeAimedSuite(
          out,
          `hits ${formatQuantity(hitCount, 'hole')} of ${runs.join(', ')}`,
          found,
          session,
        );
    },
    hasEnded: (tried) => {
      if (tried - notedAt === NOTE_EVERY) {
        notedAt = tried;
        printNote(
          `${formatQuantity(tried, 'test')} tried, ${formatNumber(hitCount)} of ${formatQuantity(bins.length, 'hole')} hit`,
        );
      }
      return session.hasEnded(tried);
    },
  });
  const rows = aimed.holes.map((hole, index) => ({ bin: bins[index]!, ...hole }));
  if (json === true) {
    const describeTest = (test: PlannedTest): object => toAimedDocument(test, session);
    const documentRows = rows.map((row) => ({
      ...row,
      found: row.found === undefined ? null : describeTest(row.found),
    }));
    printJson({ holes: documentRows, tried: aimed.tried, failed: aimed.failed.map(describeTest) });
  } else {
    const formatRerunLine = (test: PlannedTest): string => formatAimedRerunLine(test, session);
    printResult(formatAimedHoles({ ...aimed, holes: rows }, formatRerunLine, getTableWidth(RESULTS)));
  }
  if (out !== undefined && hitCount > 0) printAimedNote(out);
  return hitCount === bins.length ? EXIT.OK : EXIT.GATE;
}

/** Throws `UsageError` if no bin that counts towards the score matches the pattern. */
function checkPattern(pattern: string): void {
  const matching = getBinRows(createEmptyCoverage()).filter((row) => matchesGlob(formatName(row), pattern));
  if (matching.length === 0)
    throw new UsageError(
      `Unknown bins "${pattern}": no bin has such a name; "pops-tb coverage holes RUN --all" lists the unhit bins of a run`,
    );
  if (matching.every(({ kind }) => kind !== 'count'))
    throw new UsageError(
      `Cannot aim at "${pattern}": ${formatQuantity(matching.length, 'bin has such a name and is', 'bins have such a name, and all are')} excluded from the score; "pops-tb coverage show RUN --group ${matching[0]!.group}" shows why`,
    );
}

function formatName({ group, item, bin }: BinRow): string {
  return `${group}/${item}/${bin}`;
}
