import { join } from 'node:path';

/** Suffix of a file being written, with the process number. */
const DRAFT = /\.\d+\.tmp$/;

/** Where a file is written before being moved into place. */
export function draftOf(file: string): string {
  return `${file}.${process.pid}.tmp`;
}

/** Maximum number of failures per bucket stored in full; the others are in the log and can be regenerated. */
export const STORED_PER_BUCKET = 20;

/** Base name of a trace; further ones append a number. */
export const TRACE_NAME = 'trace';

/** Names of the files of a failure directory. */
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

/** File with a steered run's tests, as a suite that repeats them. */
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
export const PRINTS_STORED = 100;

/** Whether an entry may be left by a run killed before it started. */
export function isLeftover(name: string): boolean {
  const isDraft = name.startsWith(`${RUN_FILES.manifest}.`) && DRAFT.test(name);
  return isDraft || name.startsWith(RUN_FILES.lock);
}

/** Whether a file in a failure directory is any kind of trace, or a trace's page. */
export function isTrace(name: string): boolean {
  return name.startsWith(TRACE_NAME) || name.endsWith('.html');
}

/** Name of the file next to a stored failure in which this rule fires but its group's rule does not. */
export function aloneFile(rule: string): string {
  return `alone-${rule}.json`;
}

/** Place of a stored failure in its run directory. */
export function failureFolder(signature: string, id: string): string {
  return join('failures', bucketFolder(signature), id);
}

/**
 * Folder name of a bucket: at most 100 characters of its signature, with `_` for everything but letters, digits, dots and
 * dashes; never leading up.
 */
function bucketFolder(signature: string): string {
  return signature.replace(/[^\w.-]+|^\.+$/g, '_').slice(0, 100);
}
