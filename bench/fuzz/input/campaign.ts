import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Seed } from '../../../transactions/index.js';
import type { InputReport, InputWork } from './input-worker.js';
import { makeSmallRun, type RunFiles } from './valid-inputs.js';

/** The state of a campaign. A later campaign with the same file continues from it. */
export interface CampaignState {
  readonly seed: Seed;
  next: number;
  /** Index of the next command line; missing in files from earlier versions. */
  lines?: number;
  readonly counts: Record<string, number>;
  readonly broken: { readonly number: number; readonly why: string }[];
}

/**
 * Maximum CPU time per input. The largest inputs take two seconds on a slow machine, but far longer if a reader's cost
 * is superlinear.
 */
const CASE_SECONDS = 10;
/** Maximum resident memory of the whole process: 1 GB plus the overhead of a thread. */
const MEMORY_BYTES = 1.25 * 2 ** 30;
const CHECK_MS = 100;
const SAVE_MS = 5000;
/** Minimum number of inputs, even on a slow machine. */
const MIN_INPUTS = 20;
/** Maximum number of findings to keep. */
const MAX_FINDINGS = 200;

/** Returns the state stored in a file, or a new state with the given seed if the file does not exist. */
export function openCampaign(file: string, seed: Seed): CampaignState {
  if (!existsSync(file)) return { seed, next: 0, counts: {}, broken: [] };
  return JSON.parse(readFileSync(file, 'utf8')) as CampaignState;
}

/**
 * Feeds hostile input of every format to its reader for `ms` milliseconds, in a monitored thread. A case that takes too
 * much time or memory, or that kills the thread, is a finding, and a new thread continues with the next case. Saves
 * the state to `file` every few seconds.
 */
export async function runCampaign(state: CampaignState, file: string, ms: number): Promise<void> {
  const end = performance.now() + ms;
  const minNext = state.next + MIN_INPUTS;
  const isOver = (): boolean => performance.now() >= end && (ms === 0 || state.next >= minNext);
  const run = makeSmallRun();
  mkdirSync(dirname(file), { recursive: true });
  const saving = setInterval(() => saveState(state, file), SAVE_MS);
  while (!isOver()) await runThread(state, run, isOver);
  clearInterval(saving);
  saveState(state, file);
}

/** Saves the state atomically, so a killed campaign continues from the last save. */
function saveState(state: CampaignState, file: string): void {
  writeFileSync(`${file}.new`, JSON.stringify(state));
  renameSync(`${file}.new`, file);
}

async function runThread(state: CampaignState, run: RunFiles, isOver: () => boolean): Promise<void> {
  const currentCase = new SharedArrayBuffer(8);
  const caseNumber = new Float64Array(currentCase);
  caseNumber[0] = -1;
  const data: InputWork = { seed: state.seed, first: state.next, currentCase, run };
  const thread = new Worker(new URL('./input-worker.js', import.meta.url), {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: 1024 },
  });
  let exitReason: string | undefined;
  thread.on('message', (report: InputReport) => recordReport(state, report));
  thread.on('error', (error) => {
    exitReason = `the thread died: ${error.message}`;
  });
  const ended = new Promise<void>((resolve) => thread.once('exit', () => resolve()));
  const problem = await Promise.race([
    watchCases(caseNumber, isOver),
    ended.then(() => exitReason ?? 'the thread exited'),
  ]);
  await thread.terminate();
  if (problem === undefined || caseNumber[0]! < 0) {
    if (problem !== undefined) throw new Error(`The campaign could not start: ${problem}`);
    return;
  }
  if (state.broken.length < MAX_FINDINGS) state.broken.push({ number: caseNumber[0]!, why: problem });
  state.next = caseNumber[0]! + 1;
}

/** Resolves to a description of what is wrong with the current case, or to undefined when the time is up. */
async function watchCases(caseNumber: Float64Array, isOver: () => boolean): Promise<string | undefined> {
  let watchedCase = caseNumber[0]!;
  let usageAtStart = process.cpuUsage();
  while (!isOver()) {
    await new Promise((resolve) => setTimeout(resolve, CHECK_MS));
    if (process.memoryUsage.rss() > MEMORY_BYTES) return 'it uses more than 1 GB';
    if (caseNumber[0] !== watchedCase) {
      watchedCase = caseNumber[0]!;
      usageAtStart = process.cpuUsage();
    } else if (watchedCase >= 0) {
      const { user, system } = process.cpuUsage(usageAtStart);
      if (user + system > CASE_SECONDS * 1e6) return `it takes more than ${CASE_SECONDS} s`;
    }
  }
  return undefined;
}

function recordReport(state: CampaignState, { next, counts, broken }: InputReport): void {
  state.next = next;
  for (const [outcome, count] of Object.entries(counts))
    state.counts[outcome] = (state.counts[outcome] ?? 0) + count;
  for (const finding of broken) if (state.broken.length < MAX_FINDINGS) state.broken.push(finding);
}
