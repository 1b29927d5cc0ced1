import { relative } from 'node:path';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import { quoteShellWord } from '../basics/index.js';
import type { CodeFile } from './load-code.js';

/** The configuration file that this process uses. Its threads inherit it. */
interface ConfigFile extends CodeFile {
  /** Whether the file was named on the command line rather than found in the current folder or one of its parents. */
  readonly isNamed: boolean;
}

/** The key under which threads inherit their process's configuration. */
const CONFIG_KEY = 'pops-tb config';

/** Returns the configuration file of this process and its threads, if any. */
export function getConfigFile(): ConfigFile | undefined {
  return getEnvironmentData(CONFIG_KEY) as unknown as ConfigFile | undefined;
}

/** Sets the configuration file that new threads of this process inherit; undefined removes it. */
export function setConfigFile(file: ConfigFile | undefined): void {
  setEnvironmentData(CONFIG_KEY, file as never);
}

/**
 * Returns the arguments needed to use this configuration file when running a command from the current folder.
 */
export function formatConfigArguments(): readonly string[] {
  const file = getConfigFile();
  return file?.isNamed ? [`--config ${quoteShellWord(relative('.', file.path))}`] : [];
}
