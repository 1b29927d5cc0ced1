import { join } from 'node:path';

/** After the name of a file that is being written, with the number of the process. */
const DRAFT = /\.\d+\.tmp$/;

/** Where a file is written before it takes its place. */
export function draftOf(file: string): string {
  return `${file}.${process.pid}.tmp`;
}

/** Most failures of one bucket to store in full; the others are in the log and can be generated again. */
export const STORED_PER_BUCKET = 20;

/** Name of a trace before its ending; further ones have a number after it. */
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

/** The tests of a steered run, as a suite that repeats them. */
export const PLAN_FILE = 'plan.json';

/** Names of the files of a run directory that later commands read. */
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

/** Passing tests whose output is stored. */
export const PRINTS_STORED = 100;

/** Whether an entry is one that a run may leave if it is killed before it has begun. */
export function isLeftover(name: string): boolean {
  const isDraft = name.startsWith(`${RUN_FILES.manifest}.`) && DRAFT.test(name);
  return isDraft || name.startsWith(RUN_FILES.lock);
}

/** Whether a file of a failure directory is a trace, of whatever kind, or the page of one. */
export function isTrace(name: string): boolean {
  return name.startsWith(TRACE_NAME) || name.endsWith('.html');
}

/** Name of the file beside a stored failure in which this rule fires and the rule of its group does not. */
export function aloneFile(rule: string): string {
  return `alone-${rule}.json`;
}

/** Place of a stored failure in its run directory. */
export function failureFolder(signature: string, id: string): string {
  return join('failures', bucketFolder(signature), id);
}

/** Folder name of a bucket: its signature with everything but letters, digits, dots and dashes as `_`; never one that leads up. */
function bucketFolder(signature: string): string {
  return signature.replace(/[^\w.-]+|^\.+$/g, '_').slice(0, 100);
}
