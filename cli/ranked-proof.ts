import { openCorpus, proveRanked, type RankedProof, type RunReport } from '../regression/index.js';
import { counted, rankedProofText } from '../report/index.js';
import { EXIT, type ExitCode } from './exit-code.js';
import { printNote, printResult } from './terminal.js';

/**
 * After a run of a file that `coverage rank` wrote: whether its tests still cover and kill what they did. Nothing for other suites, and
 * for a run that failed or did not end.
 */
export function proveRankedRun({ request, tally, coverage }: RunReport, json: boolean): ExitCode {
  const { ranked, list = [] } = request;
  if (ranked === undefined || tally.passed < list.length) return EXIT.OK;
  if (!json && ranked.kills.length > 0)
    printNote(`Running the killers of ${counted(ranked.kills.length, 'fault')}`);
  const proof = proveRanked({ ...request, ranked }, coverage, openCorpus());
  tell(proof, json);
  return proof.holds ? EXIT.OK : EXIT.GATE;
}

/** The result of `--json` stays one document. */
function tell(proof: RankedProof, json: boolean): void {
  const text = rankedProofText(proof);
  if (json) printNote(text);
  else printResult(text);
}
