import { join } from 'node:path';
import type { Command } from 'commander';
import {
  isRunDirectory,
  openPastRun,
  RUNS_FOLDER,
  readManifest,
  reportOf,
  runDirectories,
  testResults,
  withForms,
} from '../regression/index.js';
import { digestMarkdown, digestText } from '../report/index.js';
import { UsageError } from '../transactions/index.js';
import type { Finish } from './command-module.js';
import { EXIT } from './exit-code.js';
import { isFolderOfRuns } from './nights-report.js';
import { changesOf } from './run-files.js';
import { printResult } from './terminal.js';

const EXAMPLES = `
Prints ten lines about a run for mail and chat: verdict; new, fixed, open and known failure groups; coverage with its
change since the last comparable run; the slowest tests; what to do first. The exit code is 0 whatever the verdict.

Examples:
  pops-tb digest                         the newest run in out/
  pops-tb digest out/RUN --markdown      for a chat or a comment that accepts Markdown
  pops-tb digest nights | mail -s nightly team@example.com
`;

interface DigestOptions {
  readonly markdown?: boolean;
}

/** Adds arguments and options of `digest`. */
export function define(command: Command, finish: Finish): void {
  command
    .argument('[dir]', `run directory, or a folder of them for the newest (default: ${RUNS_FOLDER})`)
    .option('--markdown', 'print Markdown')
    .addHelpText('after', EXAMPLES)
    .action((path: string | undefined, { markdown }: DigestOptions) => {
      const directory = runIn(path ?? RUNS_FOLDER);
      const past = openPastRun(directory);
      const report = withForms(reportOf(directory));
      const changes = changesOf(report, past.manifest);
      const page = join(directory, 'index.html');
      const input = { report, tests: testResults(past), page, ...(changes === undefined ? {} : { changes }) };
      printResult(markdown === true ? digestMarkdown(input) : digestText(input));
      finish(EXIT.OK);
    });
}

/** The run at a path: the directory itself, or the newest run in a folder. Throws `UsageError` where there is none. */
function runIn(path: string): string {
  if (isRunDirectory(path)) return path;
  if (!isFolderOfRuns(path))
    throw new UsageError(`No runs in "${path}"; expected a run directory or a folder of them`);
  const runs = runDirectories(path).flatMap((name) => {
    const directory = join(path, name);
    const startedAt = startOf(directory);
    return startedAt === undefined ? [] : [{ directory, startedAt }];
  });
  const newest = runs.sort((a, b) => (a.startedAt < b.startedAt ? 1 : -1))[0];
  if (newest === undefined) throw new UsageError(`No runs of this version in "${path}"`);
  return newest.directory;
}

/** Undefined for what is no run of this version. */
function startOf(directory: string): string | undefined {
  try {
    return readManifest(directory).startedAt;
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}
