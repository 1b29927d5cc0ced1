import { storedReport } from '../../harness/run-directory/index.js';
import { openSuiteOfBatch } from '../../harness/suite-files/index.js';
import { type TriageStep, triage } from './triage.js';

/** A run whose failures are shrunk on a separate thread. */
export interface TriageRequest {
  readonly directory: string;
  readonly budgetMs: number;
  /** Suite name, and the hash of its file if it has one. */
  readonly suite: string;
  readonly suiteHash?: string;
}

/** Triage's messages while it runs: its progress, or an error. */
export type TriageWord = { readonly step: TriageStep } | { readonly lost: string };

/** Triages a run from its directory; the results are files there. */
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
