import type { Afterwards } from '../../base/basics/index.js';
import type { RunReport } from '../../harness/run-directory/index.js';
import { callsLimited } from '../../harness/workers/index.js';
import type { TriageRequest, TriageWord } from './limited-triage.js';
import type { TriageOptions } from './triage.js';

/** Time beyond its budget in which triage ends by itself: that of one test already running. */
const SPARE_MS = 10_000;

const TRIAGE_WORKER = 'failures/triage/triage-worker.js';

/**
 * Triages a finished run on its own thread, so that nothing in it can overrun, or crash this process: earlier findings are in the run
 * directory. A signal ends it at once.
 */
export async function triageRun(
  { request }: RunReport,
  { budgetMs, signal, onStep }: TriageOptions,
  after: Afterwards,
): Promise<void> {
  const { outDir: directory, suite, suiteFile, limits } = request;
  const task: TriageRequest = {
    directory,
    budgetMs,
    suite,
    ...(suiteFile === undefined ? {} : { suiteHash: suiteFile.hash }),
  };
  const hear = (said: string): void => {
    const word = JSON.parse(said) as TriageWord;
    if ('step' in word) onStep?.(word.step);
    else after.lose('triage', new Error(word.lost));
  };
  const bounds = { ms: budgetMs + SPARE_MS, heapMb: limits.heapMb };
  try {
    for await (const outcome of callsLimited<TriageRequest, void>(
      TRIAGE_WORKER,
      [task],
      bounds,
      hear,
      signal,
    ))
      if ('lost' in outcome) after.lose('triage', new Error(lossText(outcome.lost)));
  } catch (error) {
    after.lose('triage', error);
  }
}

function lossText(reason: string): string {
  return reason.startsWith('timeout: ') ? 'it did not end with its budget' : reason;
}
