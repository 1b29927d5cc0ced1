import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { ComposedSuite } from '../../stimulus/index.js';
import { UsageError } from '../../transactions/index.js';
import { isSuiteFile, loadSuite, type SuiteFile, suiteFileOf } from './suite-file.js';

/** Suites of files by the name that the user gave; loading one may run its code, so it is loaded once a thread. */
const opened = new Map<string, ComposedSuite>();

/** The suite of a file, once `openSuite` has loaded it. */
export function openedSuite(name: string): ComposedSuite | undefined {
  return opened.get(name);
}

/**
 * Loads the suite of a file, so that it is found by its name from now on; other names are left alone. `file` is what an
 * earlier run recorded. Throws `UsageError` for a file that cannot be read, is wrong, or has changed since.
 */
export async function openSuite(name: string, file?: SuiteFile | null): Promise<void> {
  if (opened.has(name) || !isSuiteFile(name)) return;
  const path = file?.path ?? name;
  if (file && suiteFileOf(path).hash !== file.hash) {
    throw new UsageError(
      `Suite file ${path}, or a file that it imports, has changed since the run began (hash ${suiteFileOf(path).hash}, then ${file.hash}): bring it back, or start a new run`,
    );
  }
  await openFile(name, path);
}

/** As `openSuite` for a line that may be pasted in another folder than its run began in: folders around it are looked in too. */
export async function openSuiteFromWithin(name: string): Promise<void> {
  if (!opened.has(name) && isSuiteFile(name)) await openFile(name, fileAround(name));
}

async function openFile(name: string, path: string): Promise<void> {
  const composed = await loadSuite(path);
  opened.set(name, { ...composed, suite: { ...composed.suite, name } });
}

/** The file of that name in the nearest folder, from the current one up; the name as it is where none has it. */
function fileAround(name: string): string {
  for (let folder = resolve('.'); ; folder = dirname(folder)) {
    const path = resolve(folder, name);
    if (existsSync(path)) return path;
    if (folder === dirname(folder)) return name;
  }
}
