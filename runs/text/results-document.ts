import type { Manifest } from '../../harness/records/index.js';
import type { RunReport, RunTestResult } from '../../harness/run-directory/index.js';
import { testId } from '../../harness/selection/index.js';
import { visibleJson } from '../../transactions/index.js';
import { runDocument } from './run-document.js';

/**
 * Formats a run directory's `results.json` (`resultsDocumentSchema`). Each test is on its own line, so that
 * grep can find it and a diff shows which tests changed. Hidden characters in names are escaped.
 */
export function resultsJson(
  report: RunReport,
  { version, commit, dirty, startedAt }: Manifest,
  results: readonly RunTestResult[],
): string {
  const head = {
    schema: 'pops-tb results',
    version: 1,
    tool: { version, commit, dirty },
    startedAt,
    run: runDocument(report),
  };
  const tests = results.map((result) => `\n${JSON.stringify(testRow(result))}`).join(',');
  return visibleJson(`${JSON.stringify(head).slice(0, -1)},\n"tests":[${tests}\n]}\n`);
}

function testRow(result: RunTestResult): object {
  const { position, test, outcome, chip, waves, cycles, instructions, seconds, rules, failure } = result;
  return {
    number: position,
    test: testId(test),
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
