import { dirname, relative, resolve } from 'node:path';
import { describeFirstIssue, safeParse, UsageError } from '../../transactions/index.js';
import type { Config, NightPlan } from './config.js';
import { getConfigFile, setConfigFile } from './config-file.js';
import { configSchema } from './config-schema.js';
import { type CodeFile, hashCodeFile, loadCode, makeFileError } from './load-code.js';
import { findNearestConfig, requireOwnConfig } from './nearest-config.js';
import { forgetExtensions, useExtensions } from './user-extensions.js';

/** The default fraction of a nightly run's time to spend searching for tests that fill its coverage holes. */
const DEFAULT_SHARE = 0.1;

/** The command-line value that means no configuration. */
const NONE = 'none';

let loaded: { readonly hash: string; readonly config: Config } | undefined;

/** Returns the `--launch` templates in this process's configuration. */
export function getLaunchers(): Readonly<Record<string, string>> {
  return loaded?.config.launchers ?? {};
}

/**
 * Returns the nightly plan in this process's configuration, with its path made relative to the current folder, or
 * undefined if there is no configuration or no plan.
 */
export function getNightlyPlan(): Required<NightPlan> | undefined {
  const plan = loaded?.config.night;
  if (plan === undefined) return undefined;
  const closing = relative('.', resolve(dirname(getConfigFile()!.path), plan.closing));
  return { closing, share: plan.share ?? DEFAULT_SHARE };
}

/**
 * Loads and runs the configuration named on the command line, or else the nearest one, searching upwards from the
 * current folder. Threads that start later load it too. Throws `UsageError` if it cannot be read or is invalid.
 */
export async function openConfig(requested?: string): Promise<Config> {
  const path = requested === NONE ? undefined : (requested ?? findNearestConfig());
  forgetConfig();
  if (path === undefined) return {};
  if (requested === undefined) requireOwnConfig(path);
  const file = { ...hashCodeFile('config', path), isNamed: requested !== undefined };
  setConfigFile(file);
  return load(file);
}

/** Forgets the process's configuration and everything that its files have added. */
function forgetConfig(): void {
  forgetExtensions();
  setConfigFile(undefined);
  loaded = undefined;
}

/** Loads the process's configuration in a thread. Throws `UsageError` if it has changed since the process loaded it. */
export async function openConfigInThread(): Promise<void> {
  const file = getConfigFile();
  if (file === undefined || loaded?.hash === file.hash) return;
  const { hash } = hashCodeFile('config', file.path);
  if (hash !== file.hash) throw makeChangedError(file.path, hash, file.hash);
  await load(file);
}

/**
 * Like `openConfigInThread`, but for a batch of tests that a run sent to this worker. Throws `UsageError` unless this
 * process's configuration has the run's hash, which is undefined if the run has no configuration.
 */
export async function openBatchConfig(hash: string | undefined): Promise<void> {
  const ownHash = getConfigFile()?.hash;
  if (ownHash !== hash)
    throw new UsageError(
      `The run has ${nameConfig(hash)}, but this worker has ${ownHash === undefined ? 'none' : nameConfig(ownHash)}: start both with the same --config`,
    );
  await openConfigInThread();
}

/** Throws `UsageError` if the run being resumed used a different configuration. */
export function requireSameConfig(stored: { readonly path: string; readonly hash: string } | null): void {
  const now = getConfigFile();
  if (now?.hash === stored?.hash) return;
  throw new UsageError(
    stored === null
      ? `Cannot resume the run with ${nameConfig(now?.hash)}: it was started without one; pass --config ${NONE}`
      : `Cannot resume the run with ${nameConfig(now?.hash)}: it was started with ${stored.path} (hash ${stored.hash}); pass the same, unmodified file with --config`,
  );
}

function nameConfig(hash: string | undefined): string {
  return hash === undefined ? 'no configuration' : `a configuration with hash ${hash}`;
}

async function load({ path, hash }: CodeFile): Promise<Config> {
  const document = await loadCode('config', path);
  // The file may have changed between hashing and loading.
  const now = hashCodeFile('config', path).hash;
  if (now !== hash) throw makeChangedError(path, now, hash);
  const parsed = safeParse(configSchema, document);
  if (!parsed.success) throw makeFileError('config', path, describeFirstIssue(parsed.error, document));
  // Use the document itself, to preserve its classes and functions.
  const config = document as Config;
  useExtensions(path, [config, ...(config.plugins ?? [])]);
  loaded = { hash, config };
  return config;
}

function makeChangedError(path: string, now: string, then: string): UsageError {
  return new UsageError(
    `Configuration ${path}, or a file that it imports or reads, has changed since the command began (hash was ${then}, is now ${now})`,
  );
}
