import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { decodeScenario, scenarioToJson, UsageError } from '../../transactions/index.js';
import { FAILURE_FILES, failureFolder } from '../basics/run-files.js';
import { writeWhole } from '../basics/write-whole.js';
import { readInput } from '../input/read-input.js';
import { testId } from '../records/test-name.js';
import type { BucketForm } from '../run/bucket-form.js';
import type { RunReport } from '../run/run-request.js';
import type { Bucket } from '../run/tally.js';
import { shrinkScenario } from '../shrink/shrink.js';
import { readFailure } from '../stored/stored-failure.js';
import { shrunkForm } from './shrunk-form.js';

/** Failures of a bucket that are shrunk to see whether they are one bug. */
const EXAMPLES_MAX = 4;
/** The most that one failure gets of the budget. */
const EXAMPLE_MS_MAX = 10_000;

/**
 * Shrinks failures that a run directory has in full, the first of each bucket before the second of any, until the budget is
 * over; leaves `shrunk.json` beside each. Throws `InfrastructureError` when the disk takes no more.
 */
export async function shrinkBuckets({ request, tally }: RunReport, budgetMs: number): Promise<void> {
  const end = performance.now() + budgetMs;
  // A test that took its worker down would take this process down too.
  const buckets = [...tally.buckets.values()].filter(({ rule }) => rule !== 'error');
  for (let place = 0; place < EXAMPLES_MAX; place++) {
    for (const bucket of buckets) {
      const left = end - performance.now();
      if (left <= 0) return;
      const example = bucket.examples[place];
      if (example === undefined) continue;
      await shrinkExample(request.outDir, bucket, testId(example.test), Math.min(left, EXAMPLE_MS_MAX));
    }
  }
}

/** A report with the shrunk failures of its buckets, and those buckets that hide more than one form. */
export function withForms(report: RunReport): RunReport {
  const { outDir } = report.request;
  const forms = new Map<string, readonly BucketForm[]>();
  const shrunk = new Map<string, string>();
  for (const bucket of report.tally.buckets.values()) {
    const { signature } = bucket;
    const found = formsOf(outDir, bucket);
    if (found.length > 1) forms.set(signature, found);
    const [file] = bucket.examples
      .map(({ test }) => join(outDir, failureFolder(signature, testId(test)), FAILURE_FILES.shrunk))
      .filter((path) => existsSync(path));
    if (file !== undefined) shrunk.set(signature, file);
  }
  return { ...report, forms, shrunk };
}

async function shrinkExample(
  directory: string,
  { signature }: Bucket,
  test: string,
  budgetMs: number,
): Promise<void> {
  const file = join(directory, failureFolder(signature, test), FAILURE_FILES.shrunk);
  if (existsSync(file)) return;
  const scenario = readFailure(directory, signature, test)?.scenario;
  const result = scenario === undefined ? undefined : await shrinkScenario(scenario, { budgetMs });
  if (result !== undefined) writeWhole(file, scenarioToJson(result.scenario));
}

function formsOf(directory: string, { signature, examples }: Bucket): BucketForm[] {
  const forms = new Map<string, { form: string; tests: string[]; repro: string }>();
  for (const { test, repro } of examples) {
    const id = testId(test);
    const form = storedForm(join(directory, failureFolder(signature, id), FAILURE_FILES.shrunk));
    if (form === undefined) continue;
    const found = forms.get(form);
    if (found === undefined) forms.set(form, { form, tests: [id], repro });
    else found.tests.push(id);
  }
  return [...forms.values()];
}

/** Undefined where there is none, or one of another version. */
function storedForm(file: string): string | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return shrunkForm(decodeScenario(readInput('scenario', file), file));
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}
