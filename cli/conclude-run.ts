import { coverageSummary } from '../coverage/index.js';
import { knownIssueOf, type RunReport } from '../regression/index.js';
import { colours, runDocument, runText } from '../report/index.js';
import { EXIT, type ExitCode } from './exit-code.js';
import { writeRunFiles } from './run-files.js';
import { isLively, printJson, printNote, printResult } from './terminal.js';

/** What a run is judged by and how it is shown. */
export interface Conclusion {
  /** Percent of coverage to reach. */
  readonly gate: number | undefined;
  readonly json: boolean;
}

/** Writes the reports of a run directory, prints the result, and says with which code to exit. */
export function concludeRun(report: RunReport, { gate, json }: Conclusion): ExitCode {
  writeRunFiles(report);
  if (json) printJson(runDocument(report));
  else printResult(runText(report, colours(isLively(process.stdout))));
  return exitCode(report, gate);
}

function exitCode({ request, tally, end, coverage }: RunReport, gate: number | undefined): ExitCode {
  if (end === 'interrupted') return EXIT.INTERRUPTED;
  const unknown = [...tally.buckets.values()].some(
    (bucket) => knownIssueOf(request.knownIssues, bucket) === undefined,
  );
  if (unknown) return EXIT.FAILED;
  if (end === 'incomplete') return EXIT.INFRASTRUCTURE;
  if (gate === undefined) return EXIT.OK;
  const { percent } = coverageSummary(coverage);
  if (percent >= gate) return EXIT.OK;
  printNote(`Coverage gate missed: ${percent.toFixed(2)} % is below ${gate} %`);
  return EXIT.GATE;
}
