import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import {
  HISTORY_FILE,
  openHistory,
  RUNS_FOLDER,
  readHistory,
  rebuildHistory,
  requireDatabasePath,
} from '../regression/index.js';
import { colours, historyText } from '../report/index.js';
import { UsageError } from '../transactions/index.js';
import type { Finish } from './command-module.js';
import { EXIT } from './exit-code.js';
import { integerOption } from './option-values.js';
import { JSON_DOCUMENT } from './shared-options.js';
import { isLively, printJson, printResult } from './terminal.js';

const EXAMPLES = `
First adds run directories that are new or have grown. A failure group is "fixed" if a later, finished run of the same
selection with at least as many tests does not have it.

Examples:
  pops-tb history                     the runs in out/
  pops-tb history nights --last 60    the last 60 runs in another folder
  pops-tb history --rebuild           rebuild the database from the run directories
  pops-tb history --db past.duckdb --json
`;

const LAST_DEFAULT = 20;
const LAST_MAX = 100_000;

interface HistoryOptions {
  readonly db?: string;
  readonly rebuild?: boolean;
  readonly last?: number;
  readonly json?: boolean;
}

/** Adds arguments and options of `history`. */
export function define(command: Command, finish: Finish): void {
  command
    .argument('[folder]', `folder of run directories (default: ${RUNS_FOLDER})`)
    .option('--db <file>', `database (default: ${HISTORY_FILE} in the folder)`)
    .option('--rebuild', 'rebuild the database from the run directories')
    .option(
      '--last <n>',
      `runs to show, newest first (default: ${LAST_DEFAULT})`,
      integerOption('--last', 1, LAST_MAX),
    )
    .addOption(JSON_DOCUMENT)
    .addHelpText('after', EXAMPLES)
    .action(async (folder: string | undefined, options: HistoryOptions) => {
      await showHistory(folder ?? RUNS_FOLDER, options);
      finish(EXIT.OK);
    });
}

async function showHistory(
  folder: string,
  { db, rebuild = false, last = LAST_DEFAULT, json }: HistoryOptions,
): Promise<void> {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UsageError(`No runs in "${folder}": no such folder; expected a folder of run directories`);
  }
  const path = db ?? join(folder, HISTORY_FILE);
  requireDatabasePath(path);
  if (rebuild) await rebuildHistory(folder, path);
  const { file, skipped } = await openHistory(folder, path);
  try {
    const history = await readHistory(file, last, skipped);
    if (json === true) printJson(history);
    else printResult(historyText(history, colours(isLively(process.stdout))));
  } finally {
    file.close();
  }
}
