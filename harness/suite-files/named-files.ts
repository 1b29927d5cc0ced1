import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import type { SuiteFile } from './suite-file.js';

/** The environment-data key through which threads inherit the files named on their process's command line. */
const FILES_KEY = 'pops-tb suite files';

/** Returns the suite files named on this process's command line or in this thread. */
export function getNamedFiles(): readonly SuiteFile[] {
  return (getEnvironmentData(FILES_KEY) ?? []) as unknown as readonly SuiteFile[];
}

/** Adds a file, replacing any earlier version of it. */
export function addNamedFile(file: SuiteFile): void {
  setEnvironmentData(FILES_KEY, [...getNamedFiles().filter(({ path }) => path !== file.path), file]);
}

/** Returns the hashes of the files named on this process's command line or in this thread. */
export function getNamedSuiteHashes(): readonly string[] {
  return getNamedFiles().map(({ hash }) => hash);
}
