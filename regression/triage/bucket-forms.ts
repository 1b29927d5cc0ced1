import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { aloneFile, FAILURE_FILES, failureFolder } from '../basics/run-files.js';
import { testId } from '../records/test-name.js';
import type { BucketForm } from '../run/bucket-form.js';
import type { RunReport } from '../run/run-request.js';
import type { Separation } from '../run/separation.js';
import type { ShrunkFailure } from '../run/shrunk-failure.js';
import type { Bucket } from '../run/tally.js';
import { readShrunk } from './shrunk-form.js';
import { readTriage } from './triage-file.js';

/** A report with what triage found: shrunk failures, buckets with more than one form, and rules that come from different bugs. */
export function withForms(report: RunReport): RunReport {
  const { outDir } = report.request;
  const forms = new Map<string, readonly BucketForm[]>();
  const shrunk = new Map<string, ShrunkFailure>();
  for (const bucket of report.tally.buckets.values()) {
    const found = formsOf(outDir, bucket);
    if (found.forms.length > 1) forms.set(bucket.signature, found.forms);
    if (found.smallest !== undefined) shrunk.set(bucket.signature, found.smallest);
  }
  const separations = readTriage(outDir).map((each) => withAlone(outDir, each));
  return { ...report, forms, shrunk, separations };
}

function withAlone(directory: string, separation: Separation): Separation {
  const { signature, test, other } = separation;
  const file = join(directory, failureFolder(signature, test), aloneFile(other));
  const alone = existsSync(file) ? readShrunk(file) : undefined;
  return alone === undefined ? separation : { ...separation, alone };
}

function formsOf(
  directory: string,
  { signature, examples }: Bucket,
): { readonly forms: BucketForm[]; readonly smallest: ShrunkFailure | undefined } {
  const forms = new Map<string, { form: string; tests: string[]; repro: string }>();
  let smallest: ShrunkFailure | undefined;
  for (const { test, repro } of examples) {
    const id = testId(test);
    const file = join(directory, failureFolder(signature, id), FAILURE_FILES.shrunk);
    const failure = existsSync(file) ? readShrunk(file) : undefined;
    if (failure === undefined) continue;
    const { form, waves, primitives } = failure;
    if (smallest === undefined || waves + primitives < smallest.waves + smallest.primitives)
      smallest = failure;
    const found = forms.get(form);
    if (found === undefined) forms.set(form, { form, tests: [id], repro });
    else found.tests.push(id);
  }
  return { forms: [...forms.values()], smallest };
}
