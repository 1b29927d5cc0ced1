import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { Seed } from '../../../transactions/index.js';
import { makeInputCase, prepareFolder, readAs } from './input-case.js';
import { collectValidInputs, type RunFiles } from './valid-inputs.js';

/** The thread's `workerData`. */
export interface InputWork {
  readonly seed: Seed;
  readonly first: number;
  readonly run: RunFiles;
  /** Shared memory with one number: the current case. */
  readonly currentCase: SharedArrayBuffer;
}

/** A report from the thread: counts by outcome and findings since the last report. */
export interface InputReport {
  readonly next: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly broken: readonly { readonly number: number; readonly why: string }[];
}

const REPORT_MS = 500;

const { seed, first, currentCase, run } = workerData as InputWork;
const caseNumber = new Float64Array(currentCase);
const folder = mkdtempSync(join(tmpdir(), 'pops-fuzz-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const inputs = collectValidInputs(run);
prepareFolder(folder, inputs);

let counts: Record<string, number> = {};
let broken: InputReport['broken'][number][] = [];
let lastReport = performance.now();
for (let number = first; ; number++) {
  caseNumber[0] = number;
  const [reader, bytes] = makeInputCase(seed, number, inputs);
  try {
    const outcome = `${reader.kind}: ${await readAs(reader, bytes, folder)}`;
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  } catch (error) {
    broken.push({ number, why: `${reader.kind}: ${error instanceof Error ? error.stack : error}` });
  }
  if (performance.now() - lastReport < REPORT_MS) continue;
  parentPort!.postMessage({ next: number + 1, counts, broken } satisfies InputReport);
  counts = {};
  broken = [];
  lastReport = performance.now();
}
