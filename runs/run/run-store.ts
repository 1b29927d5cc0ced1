import { rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { present } from '../../arch/index.js';
import type { PinnedSuiteDocument } from '../../closure/rank/index.js';
import type { CoverageData } from '../../coverage/index.js';
import {
  describeFileError,
  FAILURE_FILES,
  getFailureFolder,
  InfrastructureError,
  MAX_STORED_OUTPUTS,
  MAX_STORED_PER_BUCKET,
  RUN_FILES,
} from '../../harness/basics/index.js';
import { findRuleFile } from '../../harness/extension/index.js';
import type { Failure } from '../../harness/one-test/index.js';
import { makeFolders, makeOutDirectory, writeAtomic } from '../../harness/output/index.js';
import {
  lockRunDirectory,
  type Manifest,
  requireHeldLock,
  type SequenceCosts,
} from '../../harness/records/index.js';
import {
  appendEvents,
  COVERAGE_FILE,
  type EndedEvent,
  getLoggedName,
  hashContents,
  makeEvents,
  type PastRun,
  type RunEvent,
  writeCoverage,
} from '../../harness/run-directory/index.js';
import { formatTestId } from '../../harness/selection/index.js';
import type { BatchResult, LoggedResult, TestOutput } from '../../harness/workers/index.js';
import type { Violation } from '../../transactions/index.js';

/** What tells a finished run's verdict and coverage. Until it is finished, they would be false. */
const REPORT_FILES = ['report.md', 'index.html', 'junit.xml', 'results.json', 'coverage'] as const;

type FileHashes = Readonly<Record<string, string>>;

/**
 * A run's files, with everything that later commands need (docs/regression.md). Every method throws
 * `InfrastructureError` if a write fails. Even then, the log is valid up to its last record, which may be
 * truncated.
 */
export class RunStore {
  private readonly log: string;
  private readonly storedPerBucket = new Map<string, number>();
  private outputCount = 0;

  private constructor(
    readonly directory: string,
    readonly release: () => void,
  ) {
    this.log = join(directory, RUN_FILES.log);
  }

  /** Creates a new run's directory. Throws whatever `makeOutDirectory` and `lockRunDirectory` throw. */
  static create(directory: string, manifest: Manifest): RunStore {
    makeOutDirectory(directory);
    const store = new RunStore(directory, lockRunDirectory(directory));
    const { runId, suite, seed } = manifest;
    store.wrapErrors(() => store.writeManifest(manifest));
    store.write(() => {
      const hashes = { [RUN_FILES.manifest]: hashContents(formatManifest(manifest)) };
      appendEvents(store.log, [
        { event: 'started', runId, suite, seed },
        { event: 'files', hashes },
      ]);
    });
    return store;
  }

  /**
   * Resumes a run by truncating its log after the last finished batch. Removes its reports, which a killed run would
   * leave behind. `release` releases the directory; `manifest`, if given, replaces the current one.
   */
  static reopen(
    { directory, logBytes, tests, laterHashes }: PastRun,
    release: () => void,
    manifest?: Manifest,
  ): RunStore {
    const store = new RunStore(directory, release);
    store.write(() => {
      for (const name of REPORT_FILES) rmSync(join(directory, name), { recursive: true, force: true });
      appendEvents(store.log, []);
      truncateSync(store.log, logBytes);
      // Both manifests are valid until the new one is in place.
      const added =
        manifest === undefined ? [] : [{ [RUN_FILES.manifest]: hashContents(formatManifest(manifest)) }];
      const hashes = [laterHashes, ...added]
        .filter((names) => Object.keys(names).length > 0)
        .map((names) => ({ event: 'files', hashes: names }) as const);
      appendEvents(store.log, [...hashes, { event: 'resumed', kept: tests }]);
      if (manifest !== undefined) store.writeManifest(manifest);
    });
    return store;
  }

  /** Counts a batch that is already on disk. */
  keep({ failures, printed = 0 }: LoggedResult): void {
    this.outputCount += printed;
    for (const { signature } of failures) this.claimSlot(signature);
  }

  /** Stores a batch's failures and then logs the batch. `formatRepro` returns the command that reproduces a failure. */
  add(result: BatchResult, formatRepro: (failure: Failure) => string, elapsedMs: number): void {
    this.write(() => {
      const stored = result.failures.filter(({ signature }) => this.claimSlot(signature));
      const hashes = Object.assign(
        {},
        ...stored.map((failure) => this.storeFailure(failure, formatRepro(failure))),
      );
      for (const output of result.prints) this.storeOutput(output);
      this.logBatch(result, elapsedMs, hashes);
    });
  }

  /** Logs a batch from another directory, with hashes of the failure files copied from there. */
  logCopied(result: LoggedResult, elapsedMs: number, hashes: FileHashes): void {
    this.write(() => this.logBatch(result, elapsedMs, hashes));
  }

  private logBatch(result: LoggedResult, elapsedMs: number, hashes: FileHashes): void {
    const files = Object.keys(hashes).length === 0 ? [] : [{ event: 'files', hashes } as const];
    appendEvents(this.log, [...files, ...makeEvents(result, elapsedMs)]);
  }

  /** Logs a record about the run as a whole. */
  note(event: RunEvent): void {
    this.write(() => appendEvents(this.log, [event]));
  }

  /** Saves test durations for later runs. */
  writeCosts(costs: SequenceCosts): void {
    this.write(() =>
      writeAtomic(join(this.directory, RUN_FILES.costs), `${JSON.stringify(costs, null, 2)}\n`),
    );
  }

  /** For a run that was planned adaptively, writes its tests as a suite that can be replayed. */
  writePlan(plan: PinnedSuiteDocument): void {
    this.write(() => writeAtomic(join(this.directory, RUN_FILES.plan), `${JSON.stringify(plan, null, 2)}\n`));
  }

  /** Writes the merged coverage and the log's final record. */
  finish(ended: EndedEvent, coverage: CoverageData): void {
    this.write(() => {
      const coverageHash = this.writeCoverage(coverage);
      appendEvents(this.log, [{ ...ended, coverageHash }]);
    });
  }

  private writeCoverage(coverage: CoverageData): string {
    try {
      return writeCoverage(join(this.directory, COVERAGE_FILE), coverage);
    } catch (error) {
      throw error instanceof InfrastructureError ? this.makeResumableError(error.message) : error;
    }
  }

  /** Counts a failure towards its bucket and returns whether to store it in full. */
  claimSlot(signature: string): boolean {
    const stored = this.storedPerBucket.get(signature) ?? 0;
    this.storedPerBucket.set(signature, stored + 1);
    return stored < MAX_STORED_PER_BUCKET;
  }

  /** Stores a failure and returns the hashes of the files that are evidence for its verdict. */
  private storeFailure(failure: Failure, repro: string): FileHashes {
    const { test, outcome, signature, violations, message, scenario } = failure;
    const folder = join(this.directory, getFailureFolder(signature, formatTestId(test)));
    makeFolders(this.directory, getFailureFolder(signature, formatTestId(test)));
    const hashes: Record<string, string> = {};
    const write = (name: string, content: string | Uint8Array): void => {
      writeFileSync(join(folder, name), content);
      hashes[getLoggedName(this.directory, join(folder, name))] = hashContents(content);
    };
    if (scenario !== undefined) write(FAILURE_FILES.scenario, scenario);
    const userRules = findRuleFiles(violations);
    const document = {
      outcome,
      signature,
      violations,
      ...present({ message, ownRules: userRules }),
    };
    write(FAILURE_FILES.violations, `${JSON.stringify(document, null, 2)}\n`);
    writeFileSync(join(folder, FAILURE_FILES.repro), `${repro}\n`);
    return hashes;
  }

  private writeManifest(manifest: Manifest): void {
    writeAtomic(join(this.directory, RUN_FILES.manifest), formatManifest(manifest));
  }

  private storeOutput({ test, text }: TestOutput): void {
    if (this.outputCount++ >= MAX_STORED_OUTPUTS) return;
    makeFolders(this.directory, RUN_FILES.outputs);
    writeFileSync(join(this.directory, RUN_FILES.outputs, `${test}.txt`), text);
  }

  /** Runs an action. Throws if the directory has disappeared, since a recreated one would lack its earlier files. */
  private write(action: () => void): void {
    this.wrapErrors(() => {
      statSync(join(this.directory, RUN_FILES.manifest));
      requireHeldLock(this.directory);
      action();
    });
  }

  private wrapErrors(action: () => void): void {
    try {
      action();
    } catch (error) {
      // The message already names the file, and without a manifest there is nothing to resume.
      if (error instanceof InfrastructureError) throw error;
      throw this.makeResumableError(`Cannot write to "${this.directory}": ${describeFileError(error)}`);
    }
  }

  private makeResumableError(problem: string): InfrastructureError {
    return new InfrastructureError(
      `${problem}; fix that, then continue with "run --resume ${this.directory}"`,
    );
  }
}

function formatManifest(manifest: Manifest): string {
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** Returns the files that define the violated user rules, keyed by rule; undefined if all are built in. */
function findRuleFiles(violations: readonly Violation[]): Readonly<Record<string, string>> | undefined {
  const files = violations.flatMap(({ rule }) => {
    const file = findRuleFile(rule);
    return file === undefined ? [] : [[rule, file] as const];
  });
  return files.length === 0 ? undefined : Object.fromEntries(files);
}
