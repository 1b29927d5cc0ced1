import { storedReport } from '../../harness/run-directory/index.js';
import { openSuiteOfBatch } from '../../harness/suite-files/index.js';
import { type TriageStep, triage } from './triage.js';

/** A run whose failures are shrunk on a thread of their own. */
export interface TriageRequest {
  readonly directory: string;
  readonly budgetMs: number;
  /** Name of the suite, and the hash of its file where it has one. */
  readonly suite: string;
  readonly suiteHash?: string;
}

/** What triage says while it runs: how far it is, or what failed in it. */
export type TriageWord = { readonly step: TriageStep } | { readonly lost: string };

/** Triages a run by what its directory stores; the results are files there. */
export async function triageStored(
  { directory, budgetMs, suite, suiteHash }: TriageRequest,
  tell: (word: TriageWord) => void,
): Promise<void> {
  await openSuiteOfBatch(suite, suiteHash);
  const { report } = storedReport(directory);
  await triage(report, {
    budgetMs,
    onStep: (step) => tell({ step }),
    onLost: (lost) => tell({ lost }),
  });
}
