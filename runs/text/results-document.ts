import type { Manifest } from '../../harness/records/index.js';
import type { RunReport, RunTestResult } from '../../harness/run-directory/index.js';
import { formatTestId } from '../../harness/selection/index.js';
import { escapeJson } from '../../transactions/index.js';
import { buildRunDocument } from './run-document.js';

/**
 * Formats a run directory's `results.json` (`resultsDocumentSchema`). Each test is on its own line, so that
 * grep can find it and a diff shows which tests changed. Invisible characters in names are escaped.
 */
export function formatResults(
  report: RunReport,
  { version, commit, dirty, startedAt }: Manifest,
  results: readonly RunTestResult[],
): string {
  const head = {
    schema: 'pops-tb results',
    version: 1,
    tool: { version, commit, dirty },
    startedAt,
    run: buildRunDocument(report),
  };
  const tests = results.map((result) => `\n${JSON.stringify(makeTestRow(result))}`).join(',');
  return escapeJson(`${JSON.stringify(head).slice(0, -1)},\n"tests":[${tests}\n]}\n`);
}

function makeTestRow(result: RunTestResult): object {
  const { position, test, outcome, chip, waves, cycles, instructions, seconds, rules, failure } = result;
  return {
    number: position,
    test: formatTestId(test),
    seed: test.seed,
    verdict: outcome,
    chip: chip ?? null,
    waves,
    cycles,
    instructions,
    seconds: seconds ?? null,
    rules: rules ?? null,
    ...(failure === undefined ? {} : { signature: failure.signature, rule: failure.rule }),
  };
}
