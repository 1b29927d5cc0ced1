import { relative } from 'node:path';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import { shellWord } from '../../base/basics/index.js';
import type { CodeFile } from './load-code.js';

/** The configuration that this process found or was given; its threads inherit it. */
export interface ConfigFile extends CodeFile {
  /** Whether the command line named it; otherwise it is in the current folder or one above. */
  readonly isNamed: boolean;
}

/** The key under which threads inherit their process's configuration. */
const CONFIG_KEY = 'pops-tb config';

/** The configuration of this process and its threads, if any. */
export function configFile(): ConfigFile | undefined {
  return getEnvironmentData(CONFIG_KEY) as unknown as ConfigFile | undefined;
}

/** Sets or, with undefined, removes the configuration that later threads of this process inherit. */
export function setConfigFile(file: ConfigFile | undefined): void {
  setEnvironmentData(CONFIG_KEY, file as never);
}

/** The words that a command line needs to find this configuration again from the current folder. */
export function configWords(): readonly string[] {
  const file = configFile();
  return file?.isNamed ? [`--config ${shellWord(relative('.', file.path))}`] : [];
}
