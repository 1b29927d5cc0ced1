import { EXIT, type ExitCode, printNote, printResult } from '../../base/terminal/index.js';
import { counted } from '../../base/text/index.js';
import { openCorpus } from '../../harness/programs/index.js';
import type { RunReport } from '../../harness/run-directory/index.js';
import { rankedProofText } from './difference-text.js';
import { proveRanked, type RankedProof } from './prove-ranked.js';

/**
 * After a run of a suite file by `coverage rank`, checks and prints whether its tests still cover and kill as much as they did. Does
 * nothing for other suites, and if the run failed or did not end.
 */
export function proveRankedRun({ request, tally, coverage }: RunReport, json: boolean): ExitCode {
  const { ranked, list = [] } = request;
  if (ranked === undefined || tally.passed < list.length) return EXIT.OK;
  if (!json && ranked.kills.length > 0)
    printNote(`Running the killers of ${counted(ranked.kills.length, 'fault')}`);
  const proof = proveRanked({ ...request, ranked }, coverage, openCorpus());
  printProof(proof, json);
  return proof.holds ? EXIT.OK : EXIT.GATE;
}

/** The output of `--json` must stay one document. */
function printProof(proof: RankedProof, json: boolean): void {
  const text = rankedProofText(proof);
  if (json) printNote(text);
  else printResult(text);
}
