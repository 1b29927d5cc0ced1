import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import type { SuiteFile } from './suite-file.js';

/** The key under which threads inherit the files named on the command line of their process. */
const FILES_KEY = 'pops-tb suite files';

/** The suite files named on this process's command line or in this thread. */
export function getNamedFiles(): readonly SuiteFile[] {
  return (getEnvironmentData(FILES_KEY) ?? []) as unknown as readonly SuiteFile[];
}

/** Adds a named file, replacing any earlier version of it. */
export function addNamedFile(file: SuiteFile): void {
  setEnvironmentData(FILES_KEY, [...getNamedFiles().filter(({ path }) => path !== file.path), file]);
}

/** The hashes of the files named on this process's command line. */
export function getNamedSuiteHashes(): readonly string[] {
  return getNamedFiles().map(({ hash }) => hash);
}
