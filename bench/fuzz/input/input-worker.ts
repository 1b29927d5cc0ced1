import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { Seed } from '../../../transactions/index.js';
import { inputCase, layOutFolder, readAs } from './input-case.js';
import { type RunFiles, validInputs } from './valid-inputs.js';

/** What the thread is started with. */
export interface InputWork {
  readonly seed: Seed;
  readonly first: number;
  readonly run: RunFiles;
  /** Shared memory with one number: the current case. */
  readonly currentCase: SharedArrayBuffer;
}

/** What the thread reports: counts by outcome since the last report, and what broke. */
export interface InputNews {
  readonly next: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly broken: readonly { readonly number: number; readonly why: string }[];
}

const NEWS_MS = 500;

const { seed, first, currentCase, run } = workerData as InputWork;
const caseNumber = new Float64Array(currentCase);
const folder = mkdtempSync(join(tmpdir(), 'pops-fuzz-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const inputs = validInputs(run);
layOutFolder(folder, inputs);

let counts: Record<string, number> = {};
let broken: InputNews['broken'][number][] = [];
let lastReport = performance.now();
for (let number = first; ; number++) {
  caseNumber[0] = number;
  const [reader, bytes] = inputCase(seed, number, inputs);
  try {
    const outcome = `${reader.kind}: ${await readAs(reader, bytes, folder)}`;
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  } catch (error) {
    broken.push({ number, why: `${reader.kind}: ${error instanceof Error ? error.stack : error}` });
  }
  if (performance.now() - lastReport < NEWS_MS) continue;
  parentPort!.postMessage({ next: number + 1, counts, broken } satisfies InputNews);
  counts = {};
  broken = [];
  lastReport = performance.now();
}
