import { matchesGlob } from '../../base/basics/index.js';
import {
  EXIT,
  type ExitCode,
  printJson,
  printNote,
  printResult,
  RESULTS,
  tableWidth,
} from '../../base/terminal/index.js';
import { counted, numberText } from '../../base/text/index.js';
import { type BinRow, binRows, emptyCoverage, knownPart } from '../../coverage/index.js';
import { readMergedCoverage } from '../../harness/run-directory/index.js';
import type { PlannedTest } from '../../harness/selection/index.js';
import { UsageError } from '../../transactions/index.js';
import { checkedWaivers } from '../coverage/checked-waivers.js';
import type { CoverageOptions } from '../coverage/coverage-options.js';
import { aimAtHoles } from './aim-at-holes.js';
import { aimedHolesText } from './aimed-holes-text.js';
import { type AimSession, aimedDocument, aimedRerunLine, noteAimed, writeAimed } from './aimed-tests.js';
import { holesInOrder } from './holes-in-order.js';
import { aimTarget } from './target.js';

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
  const bins = holesInOrder(past, knownPart(past, checkedWaivers(waivers, past).model)).filter((bin) =>
    matchesGlob(bin, pattern),
  );
  const found: PlannedTest[] = [];
  let hitCount = 0;
  let notedAt = 0;
  const aimed = aimAtHoles({
    ...session,
    past,
    targets: bins.map((bin) => aimTarget(bin)),
    onHit: (test, holesHit) => {
      found.push(test);
      hitCount += holesHit;
      if (out !== undefined)
        writeAimed(out, `hits ${counted(hitCount, 'hole')} of ${runs.join(', ')}`, found, session);
    },
    hasEnded: (tried) => {
      if (tried - notedAt === NOTE_EVERY) {
        notedAt = tried;
        printNote(
          `${counted(tried, 'test')} tried, ${numberText(hitCount)} of ${counted(bins.length, 'hole')} hit`,
        );
      }
      return session.hasEnded(tried);
    },
  });
  const rows = aimed.holes.map((hole, index) => ({ bin: bins[index]!, ...hole }));
  if (json === true) {
    const toDocument = (test: PlannedTest): object => aimedDocument(test, session);
    const documentRows = rows.map((row) => ({
      ...row,
      found: row.found === undefined ? null : toDocument(row.found),
    }));
    printJson({ holes: documentRows, tried: aimed.tried, failed: aimed.failed.map(toDocument) });
  } else {
    const rerunLine = (test: PlannedTest): string => aimedRerunLine(test, session);
    printResult(aimedHolesText({ ...aimed, holes: rows }, rerunLine, tableWidth(RESULTS)));
  }
  if (out !== undefined && hitCount > 0) noteAimed(out);
  return hitCount === bins.length ? EXIT.OK : EXIT.GATE;
}

/** Throws `UsageError` if no bin that counts towards the score matches the pattern. */
function checkPattern(pattern: string): void {
  const matching = binRows(emptyCoverage()).filter((row) => matchesGlob(formatName(row), pattern));
  if (matching.length === 0)
    throw new UsageError(
      `Unknown bins "${pattern}": no bin has such a name; "pops-tb coverage holes RUN --all" lists those of a run without a hit`,
    );
  if (matching.every(({ kind }) => kind !== 'count'))
    throw new UsageError(
      `Cannot aim at "${pattern}": ${counted(matching.length, 'bin has such a name and is', 'bins have such a name, and all are')} excluded from the score; "pops-tb coverage show RUN --group ${matching[0]!.group}" says why`,
    );
}

function formatName({ group, item, bin }: BinRow): string {
  return `${group}/${item}/${bin}`;
}
