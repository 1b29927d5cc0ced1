import { EXIT, type ExitCode, printNote, printResult } from '../../base/terminal/index.js';
import { formatQuantity } from '../../base/text/index.js';
import { openCorpus } from '../../harness/programs/index.js';
import type { RunReport } from '../../harness/run-directory/index.js';
import { formatRankedCheck } from './difference-text.js';
import { checkRanked, type RankedCheck } from './prove-ranked.js';

/**
 * After a run of a suite file from `coverage rank`, checks whether its tests still cover and kill as much as before,
 * and prints the result. Does nothing for other suites, or if a test failed or did not run.
 */
export function checkRankedRun({ request, tally, coverage }: RunReport, json: boolean): ExitCode {
  const { ranked, list = [] } = request;
  if (ranked === undefined || tally.passed < list.length) return EXIT.OK;
  if (!json && ranked.kills.length > 0)
    printNote(`Running the killers of ${formatQuantity(ranked.kills.length, 'fault')}`);
  const check = checkRanked({ ...request, ranked }, coverage, openCorpus());
  printCheck(check, json);
  return check.holds ? EXIT.OK : EXIT.GATE;
}

/** Prints the result. With `--json`, prints it as a note, since the output must remain a single document. */
function printCheck(check: RankedCheck, json: boolean): void {
  const text = formatRankedCheck(check);
  if (json) printNote(text);
  else printResult(text);
}
