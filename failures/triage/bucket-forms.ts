import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  BestEffortSteps,
  FAILURE_FILES,
  getFailureFolder,
  getIsolatedCaseFile,
} from '../../base/basics/index.js';
import { type Bucket, type RunReport, readTriage } from '../../harness/run-directory/index.js';
import { formatTestId } from '../../harness/selection/index.js';
import type { BucketForm, Separation, ShrunkFailure } from '../../harness/triage-findings/index.js';
import { findSimilarFaults } from '../likeness/index.js';
import { readExplanation } from '../stored/stored-explanation.js';
import { rerunShrunkFailure } from './shrunk-form.js';

/**
 * Adds the triage findings to a report: shrunk failures, buckets with several forms, rules fired by different bugs, and
 * the faults that each group resembles.
 */
export function withTriageFindings(report: RunReport, optionalSteps = new BestEffortSteps()): RunReport {
  const rerunCase: RerunCase = (file) =>
    optionalSteps.attempt(`shrunk failure ${file}`, () => rerunShrunkFailure(file));
  const { outDir } = report.request;
  const forms = new Map<string, readonly BucketForm[]>();
  const shrunk = new Map<string, ShrunkFailure>();
  const { separations, kinds } = readTriage(outDir);
  const kindsByTest = new Map(
    kinds.map((observed) => [`${observed.signature} ${observed.test}`, observed.kinds]),
  );
  for (const bucket of report.tally.buckets.values()) {
    const result = findForms(
      outDir,
      bucket,
      rerunCase,
      (test) => kindsByTest.get(`${bucket.signature} ${test}`) ?? [],
    );
    if (result.forms.length > 1) forms.set(bucket.signature, result.forms);
    if (result.smallest !== undefined) shrunk.set(bucket.signature, withExplanation(result.smallest));
  }
  const { tally } = report;
  const similarFaults = optionalSteps.runUnlimited('comparison with library faults', () =>
    findSimilarFaults({ tally, separations, kinds }),
  );
  return {
    ...report,
    ...(similarFaults === undefined ? {} : { likeness: similarFaults }),
    forms,
    shrunk,
    separations: separations.map((separation) => withIsolatedCase(outDir, separation, rerunCase)),
    kinds,
  };
}

function withExplanation(failure: ShrunkFailure): ShrunkFailure {
  const why = readExplanation(dirname(failure.file));
  return why === undefined ? failure : { ...failure, why };
}

/** Reruns a stored case. Returns undefined if it cannot be rerun or no longer fails. */
type RerunCase = (file: string) => ReturnType<typeof rerunShrunkFailure>;

function withIsolatedCase(directory: string, separation: Separation, rerunCase: RerunCase): Separation {
  const { signature, test, other } = separation;
  const file = join(directory, getFailureFolder(signature, test), getIsolatedCaseFile(other));
  const isolated = existsSync(file) ? rerunCase(file) : undefined;
  return isolated === undefined ? separation : { ...separation, alone: isolated };
}

/** Failures in a bucket that shrank to the same form or had the same kind of violation under at least one schedule. */
interface FormGroup {
  readonly form: string;
  readonly kinds: Set<string>;
  readonly tests: string[];
  readonly repro: string;
}

function findForms(
  directory: string,
  { signature, examples }: Bucket,
  rerunCase: RerunCase,
  getKinds: (test: string) => readonly string[],
): { readonly forms: BucketForm[]; readonly smallest: ShrunkFailure | undefined } {
  const forms: FormGroup[] = [];
  let smallest: ShrunkFailure | undefined;
  for (const { test, repro } of examples) {
    const id = formatTestId(test);
    const file = join(directory, getFailureFolder(signature, id), FAILURE_FILES.shrunk);
    const failure = existsSync(file) ? rerunCase(file) : undefined;
    if (failure === undefined) continue;
    const { form, waves, primitives } = failure;
    if (smallest === undefined || waves + primitives < smallest.waves + smallest.primitives)
      smallest = failure;
    const kinds = getKinds(id);
    const sameForm = forms.find(
      (other) => other.form === form || kinds.some((kind) => other.kinds.has(kind)),
    );
    if (sameForm === undefined) forms.push({ form, kinds: new Set(kinds), tests: [id], repro });
    else {
      sameForm.tests.push(id);
      for (const kind of kinds) sameForm.kinds.add(kind);
    }
  }
  return { forms: forms.map(({ form, tests, repro }) => ({ form, tests, repro })), smallest };
}
