import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Afterwards, FAILURE_FILES, failureFolder, isolatedCaseFile } from '../../base/basics/index.js';
import { type Bucket, type RunReport, readTriage } from '../../harness/run-directory/index.js';
import { testId } from '../../harness/selection/index.js';
import type { BucketForm, Separation, ShrunkFailure } from '../../harness/triage-findings/index.js';
import { likenessOfRun } from '../likeness/index.js';
import { readWhy } from '../stored/stored-why.js';
import { readShrunk } from './shrunk-form.js';

/**
 * Adds triage's findings to a report: shrunk failures, buckets with several forms, rules fired by different bugs, and
 * the faults that each group resembles.
 */
export function withForms(report: RunReport, after = new Afterwards()): RunReport {
  const read: ReadCase = (file) => after.attempt(`shrunk failure ${file}`, () => readShrunk(file));
  const { outDir } = report.request;
  const forms = new Map<string, readonly BucketForm[]>();
  const shrunk = new Map<string, ShrunkFailure>();
  const { separations, kinds } = readTriage(outDir);
  const kindsByTest = new Map(
    kinds.map((observed) => [`${observed.signature} ${observed.test}`, observed.kinds]),
  );
  for (const bucket of report.tally.buckets.values()) {
    const found = findForms(
      outDir,
      bucket,
      read,
      (test) => kindsByTest.get(`${bucket.signature} ${test}`) ?? [],
    );
    if (found.forms.length > 1) forms.set(bucket.signature, found.forms);
    if (found.smallest !== undefined) shrunk.set(bucket.signature, withWhy(found.smallest));
  }
  const { tally } = report;
  const likeness = after.runUnlimited('what the failures look like', () =>
    likenessOfRun({ tally, separations, kinds }),
  );
  return {
    ...report,
    ...(likeness === undefined ? {} : { likeness }),
    forms,
    shrunk,
    separations: separations.map((separation) => withIsolatedCase(outDir, separation, read)),
    kinds,
  };
}

function withWhy(failure: ShrunkFailure): ShrunkFailure {
  const why = readWhy(dirname(failure.file));
  return why === undefined ? failure : { ...failure, why };
}

/** Reruns a stored case. Returns undefined if it cannot be rerun or no longer fails. */
type ReadCase = (file: string) => ReturnType<typeof readShrunk>;

function withIsolatedCase(directory: string, separation: Separation, read: ReadCase): Separation {
  const { signature, test, other } = separation;
  const file = join(directory, failureFolder(signature, test), isolatedCaseFile(other));
  const alone = existsSync(file) ? read(file) : undefined;
  return alone === undefined ? separation : { ...separation, alone };
}

/** Failures in a bucket that shrank to the same form, or that share an observation under some schedule. */
interface FoundForm {
  readonly form: string;
  readonly kinds: Set<string>;
  readonly tests: string[];
  readonly repro: string;
}

function findForms(
  directory: string,
  { signature, examples }: Bucket,
  read: ReadCase,
  getKinds: (test: string) => readonly string[],
): { readonly forms: BucketForm[]; readonly smallest: ShrunkFailure | undefined } {
  const forms: FoundForm[] = [];
  let smallest: ShrunkFailure | undefined;
  for (const { test, repro } of examples) {
    const id = testId(test);
    const file = join(directory, failureFolder(signature, id), FAILURE_FILES.shrunk);
    const failure = existsSync(file) ? read(file) : undefined;
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
