import { randomInt } from 'node:crypto';
import { join } from 'node:path';

/** Suffix of a file that is still being written. */
const TEMP_SUFFIX = /\.\d+\.tmp$/;

/** Tells this process from others. Process ids would not do, since those of two containers with one volume may be equal. */
const PROCESS_TAG = randomInt(2 ** 47);

/** Returns the temporary path to which this process writes a file before renaming it into place. */
export function getTempPath(file: string): string {
  return `${file}.${PROCESS_TAG}.tmp`;
}

/** Maximum number of failures to store in full per bucket. The rest are only logged, and can be regenerated. */
export const MAX_STORED_PER_BUCKET = 20;

/** Base name of a trace. Later traces get a number appended. */
export const TRACE_NAME = 'trace';

/** Names of the files in a failure folder. */
export const FAILURE_FILES = {
  scenario: 'scenario.msgpack',
  violations: 'violations.json',
  repro: 'repro.txt',
  trace: `${TRACE_NAME}.jsonl`,
  viewer: 'viewer.html',
  shrunk: 'shrunk.json',
  why: 'why.json',
  nearestPass: 'nearest-pass.json',
} as const;

/** Suite file for rerunning the tests chosen by a steered run. */
export const PLAN_FILE = 'plan.json';

/**
 * Names of the files in a run directory that later commands read. They must stay compatible with runs written by
 * earlier versions.
 */
export const RUN_FILES = {
  manifest: 'manifest.json',
  log: 'events.msgpack',
  lock: 'run.lock',
  costs: 'costs.json',
  plan: PLAN_FILE,
  triage: 'triage.json',
  outputs: 'output',
  scenarios: 'scenarios',
  reruns: 'again.json',
  closing: 'closing.json',
} as const;

/** Maximum number of passing tests whose output is stored. */
export const MAX_STORED_OUTPUTS = 100;

/** Returns whether a file may be left over from a run that was killed while starting. */
export function isLeftover(name: string): boolean {
  const isTemporary = name.startsWith(`${RUN_FILES.manifest}.`) && TEMP_SUFFIX.test(name);
  return isTemporary || name.startsWith(RUN_FILES.lock);
}

/** Returns whether a file in a failure folder is a trace or a page that shows one. */
export function isTrace(name: string): boolean {
  return name.startsWith(TRACE_NAME) || name.endsWith('.html');
}

/**
 * Returns the name of a file stored with a failure: a scenario in which the given rule fires in isolation, without the
 * rule that caused the failure. The name must stay compatible with runs written by earlier versions.
 */
export function getIsolatedCaseFile(rule: string): string {
  return `alone-${rule}.json`;
}

/** Returns the path of a stored failure within its run directory. */
export function getFailureFolder(signature: string, id: string): string {
  return join('failures', getBucketFolder(signature), id);
}

/**
 * Returns the folder name of a bucket: at most 100 characters of its signature, with `_` replacing everything except
 * letters, digits, dots and dashes. The name can never refer to a parent folder.
 */
function getBucketFolder(signature: string): string {
  return signature.replace(/[^\w.-]+|^\.+$/g, '_').slice(0, 100);
}
