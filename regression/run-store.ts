import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encode } from '@msgpack/msgpack';
import { type CoverageData, packCoverage } from '../coverage/index.js';
import type { BatchResult, Failure } from './batch.js';
import { appendEvent, type RunEnd } from './event-log.js';
import type { Manifest } from './manifest.js';
import { makeOutDirectory } from './out-directory.js';
import { testId } from './test-name.js';

/** Failures of one bucket that are stored in full; the others are in the log and can be generated again. */
const STORED_PER_BUCKET = 20;

/** Names of the files of a failure directory. */
export const FAILURE_FILES = {
  scenario: 'scenario.msgpack',
  violations: 'violations.json',
  repro: 'repro.txt',
} as const;

/** The files of one run. Everything that a later command needs is in them (cli.md, "A run directory"). */
export class RunStore {
  private readonly log: string;
  private readonly storedInBucket = new Map<string, number>();

  /** Creates the directory; throws as `makeOutDirectory` does. */
  constructor(
    readonly directory: string,
    manifest: Manifest,
  ) {
    makeOutDirectory(directory);
    this.log = join(directory, 'events.msgpack');
    writeFileSync(join(directory, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    const { runId, suite, seed } = manifest;
    appendEvent(this.log, { event: 'started', runId, suite, seed });
  }

  /** Logs a batch and stores its failures; `repro` gives a failure's line. */
  add(result: BatchResult, repro: (failure: Failure) => string): void {
    const { first, outcomes, chips } = result;
    const waves = Array.from(result.waves);
    const cycles = Array.from(result.cycles);
    appendEvent(this.log, { event: 'finished', first, outcomes, chips, waves, cycles });
    for (const failure of result.failures) {
      const { test, hash = null, outcome, signature } = failure;
      const id = testId(test.sequence, test.index);
      appendEvent(this.log, { event: 'failed', test: id, seed: test.seed, hash, outcome, signature });
      this.storeFailure(id, failure, repro(failure));
    }
  }

  /** Writes merged coverage and closes the log. */
  finish(tests: number, by: RunEnd, coverage: CoverageData): void {
    const folder = join(this.directory, 'coverage');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'coverage.msgpack'), encode(packCoverage(coverage)));
    appendEvent(this.log, { event: 'ended', tests, by });
  }

  private storeFailure(id: string, failure: Failure, repro: string): void {
    const stored = this.storedInBucket.get(failure.signature) ?? 0;
    this.storedInBucket.set(failure.signature, stored + 1);
    if (stored >= STORED_PER_BUCKET) return;
    const folder = join(this.directory, 'failures', bucketFolder(failure.signature), id);
    mkdirSync(folder, { recursive: true });
    const { outcome, signature, violations, message, scenario } = failure;
    if (scenario !== undefined) writeFileSync(join(folder, FAILURE_FILES.scenario), scenario);
    const document = { outcome, signature, violations, ...(message === undefined ? {} : { message }) };
    writeFileSync(join(folder, FAILURE_FILES.violations), `${JSON.stringify(document, null, 2)}\n`);
    writeFileSync(join(folder, FAILURE_FILES.repro), `${repro}\n`);
  }
}

/** Folder name of a bucket: its signature with everything but letters, digits, dots and dashes as `_`. */
export function bucketFolder(signature: string): string {
  return signature.replace(/[^\w.-]+/g, '_').slice(0, 100);
}
