import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readKillMatrix } from '../../../closure/qualify/index.js';
import { readPinnedSuite } from '../../../closure/rank/index.js';
import { readFailure } from '../../../failures/stored/index.js';
import { RUN_FILES } from '../../../harness/basics/index.js';
import { checkMemoryLimit, readInput } from '../../../harness/input/index.js';
import { readState } from '../../../harness/programs/index.js';
import { readKnownIssues, readWaivers } from '../../../harness/records/index.js';
import { readCoverage } from '../../../harness/run-directory/coverage-files.js';
import { appendEvents, hashContents, openPastRun, readEvents } from '../../../harness/run-directory/index.js';
import { NO_OVERRIDES } from '../../../harness/selection/index.js';
import { loadSuite } from '../../../harness/suite-files/index.js';
import type { Batch } from '../../../harness/workers/index.js';
import { readSubjects } from '../../../intake/check/check-subjects.js';
import { checkTrace } from '../../../intake/check-trace/check-trace.js';
import { checkWaves } from '../../../intake/check-trace/check-waves.js';
import { readScene } from '../../../intake/exec/scene-files.js';
import { readGolden } from '../../../intake/golden/golden-files.js';
import { checkOutcomeText, checkTaskText } from '../../../runs/batches/checked-answer.js';
import { combineRuns, readHistoryLines } from '../../../runs/history/index.js';
import { decodeScenario, isVisible } from '../../../transactions/index.js';

/** Reads one kind of input file from a folder. */
export interface InputReader {
  readonly kind: string;
  /** Name of the file in the folder. */
  readonly file: string;
  /** Reads the input the way its command does. Throws `UsageError` if the input is unusable. */
  readonly read: (folder: string) => unknown;
}

/** The folders of a child process in which it reads files and runs command lines. */
export const READER_FOLDER = 'inputs';
export const LINE_FOLDER = 'lines';

/** Maximum length of an error message, including escapes. */
const MAX_ERROR_LENGTH = 20_000;

/** System errors that no input can cause. The command line exits with 4 for them. */
const MACHINE_ERRORS: readonly string[] = ['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'EMFILE', 'ENOMEM'];

const TODAY = '2026-01-01';

/** The batch that queued outcomes are read against. */
export const QUEUED_BATCH: Batch = {
  first: 0,
  tests: [{ sequence: 'rmw_buffer', index: 0, seed: '0x1' }],
  overrides: { ...NO_OVERRIDES, chips: ['navi21'], faults: ['F46'] },
  suite: 'smoke',
  coverageRun: 'fuzz',
};

/** One reader per input format. Each calls the same function as the commands that accept the format. */
export const INPUT_READERS: readonly InputReader[] = [
  makeReader('scenario-json', 'scenario.json', checkScenario),
  makeReader('scenario-msgpack', 'scenario.msgpack', checkScenario),
  makeReader('trace-json', 'trace.jsonl', checkWithCoverage),
  makeReader('trace-msgpack', 'trace.msgpack', checkWithCoverage),
  { kind: 'dump', file: 'signals.vcd', read: checkMappedDump },
  { kind: 'signal-map', file: 'map.json', read: checkMappedDump },
  {
    kind: 'waves',
    file: 'waves.txt',
    read: (folder) => checkWaves(join(folder, 'waves.txt'), join(folder, 'waves-program.txt'), undefined),
  },
  makeReader('elf', 'program.o', (file) => readSubjects(file, {})),
  makeReader('assembly', 'program.s', (file) => readSubjects(file, { chips: ['navi21'] })),
  makeReader('words', 'program.txt', (file) => readSubjects(file, { chips: ['navi31'] })),
  makeReader('corpus', 'corpus.json', (file) => readSubjects(file, {})),
  makeReader('scene', 'scene.json', readScene),
  makeReader('state', 'state.json', readState),
  makeReader('suite', 'suite.json', loadSuite),
  makeReader('pinned-suite', 'suite.json', readPinnedSuite),
  makeReader('waivers', 'waivers.json', (file) => readWaivers(file, TODAY)),
  makeReader('known-issues', 'issues.json', (file) => readKnownIssues(file, TODAY)),
  makeReader('kill-matrix', 'kills.json', readKillMatrix),
  makeReader('coverage', 'coverage.msgpack', readCoverage),
  { kind: 'manifest', file: 'manifest.json', read: openRunWithHash },
  { kind: 'log', file: 'events.msgpack', read: (folder) => Array.from(openPastRun(folder).results()) },
  makeReader('history', 'history.jsonl', (file) =>
    combineRuns({ entries: [...readHistoryLines(file).entries.values()], skipped: [] }),
  ),
  {
    kind: 'failure',
    file: 'failures/s/a.1/violations.json',
    read: (folder) => readFailure(folder, 's', 'a.1'),
  },
  { kind: 'golden-cases', file: 'cases.bin', read: readGolden },
  { kind: 'golden-manifest', file: 'manifest.json', read: readGolden },
  { kind: 'golden-expected', file: 'expected.bin.gz', read: readGolden },
  makeReader('queue-task', 'task.txt', (file) => checkTaskText(readText(file))),
  makeReader('queue-outcome', 'outcome.txt', (file) => checkOutcomeText(readText(file), QUEUED_BATCH)),
];

/** Jobs normally come from a server; for fuzzing, they are stored in files. */
function readText(file: string): string {
  return readInput('program', file).toString('utf8');
}

/** Opens a run after logging its manifest's hash, since a manifest whose hash the log lacks is refused unread. */
function openRunWithHash(folder: string): unknown {
  const log = join(folder, RUN_FILES.log);
  const [started, ...others] = readEvents(log).filter(({ event }) => event !== 'files');
  const hashes = { [RUN_FILES.manifest]: hashContents(readFileSync(join(folder, RUN_FILES.manifest))) };
  writeFileSync(log, '');
  appendEvents(log, [started!, { event: 'files', hashes }, ...others]);
  return openPastRun(folder);
}

function makeReader(kind: string, file: string, read: (path: string) => unknown): InputReader {
  return { kind, file, read: (folder) => read(join(folder, file)) };
}

function checkWithCoverage(file: string): Promise<unknown> {
  return checkTrace(file, undefined, { cover: true });
}

function checkMappedDump(folder: string): Promise<unknown> {
  return checkTrace(join(folder, 'signals.vcd'), join(folder, 'trace-scenario.json'), {
    map: join(folder, 'map.json'),
  });
}

function checkScenario(file: string): void {
  checkMemoryLimit(decodeScenario(readInput('scenario', file), file), file);
}

/**
 * Reads bytes the way the command that accepts such a file would. Returns `read`, or `refused` if the command line
 * would print a one-line error message and exit with 2. Throws for any other result.
 */
export async function readAs(
  { kind, file, read }: InputReader,
  bytes: Uint8Array,
  folder: string,
): Promise<'read' | 'refused'> {
  const kindFolder = join(folder, kind);
  mkdirSync(dirname(join(kindFolder, file)), { recursive: true });
  writeFileSync(join(kindFolder, file), bytes);
  try {
    await read(kindFolder);
    return 'read';
  } catch (error) {
    const { name, message, code } = error as NodeJS.ErrnoException;
    const isRejection = name === 'UsageError' || name === 'CoverageConflict';
    if (!isRejection && (code === undefined || !/^E[A-Z]+$/.test(code) || MACHINE_ERRORS.includes(code)))
      throw error;
    if (!isVisible(message) || message.length > MAX_ERROR_LENGTH)
      throw new Error(`Error message is not a single printable line: ${message}`);
    return 'refused';
  }
}
