import { join } from 'node:path';

/** Suffix of a file that is still being written; it contains the process id. */
const DRAFT_SUFFIX = /\.\d+\.tmp$/;

/** Returns the path that a file is written to before it is moved into place. */
export function getDraftPath(file: string): string {
  return `${file}.${process.pid}.tmp`;
}

/**
 * Maximum number of failures per bucket that are stored in full. The others are in the log and can be
 * regenerated.
 */
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
  whyPicture: 'why.svg',
  nearestPass: 'nearest-pass.json',
} as const;

/** File with a steered run's tests, as a suite that reruns them. */
export const PLAN_FILE = 'plan.json';

/** Names of the files in a run directory that later commands read. */
export const RUN_FILES = {
  manifest: 'manifest.json',
  log: 'events.msgpack',
  lock: 'run.lock',
  costs: 'costs.json',
  plan: PLAN_FILE,
  triage: 'triage.json',
  prints: 'output',
  scenarios: 'scenarios',
  again: 'again.json',
  closing: 'closing.json',
} as const;

/** Maximum number of passing tests whose output is stored. */
export const MAX_STORED_PRINTS = 100;

/** Returns whether a file may be left over from a run that was killed while starting. */
export function isLeftover(name: string): boolean {
  const isDraft = name.startsWith(`${RUN_FILES.manifest}.`) && DRAFT_SUFFIX.test(name);
  return isDraft || name.startsWith(RUN_FILES.lock);
}

/** Returns whether a file in a failure folder is a trace or a page that shows one. */
export function isTrace(name: string): boolean {
  return name.startsWith(TRACE_NAME) || name.endsWith('.html');
}

/**
 * Returns the name of the file, next to a stored failure, that holds a scenario in which the given rule fires but the
 * group's rule does not.
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
 * letters, digits, dots and dashes. It can never refer to a parent folder.
 */
function getBucketFolder(signature: string): string {
  return signature.replace(/[^\w.-]+|^\.+$/g, '_').slice(0, 100);
}
