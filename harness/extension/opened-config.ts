import { dirname, relative, resolve } from 'node:path';
import { describeFirstIssue, safeParse, UsageError } from '../../transactions/index.js';
import type { Config, NightPlan } from './config.js';
import { configFile, setConfigFile } from './config-file.js';
import { configSchema } from './config-schema.js';
import { type CodeFile, codeFileOf, invalidFile, loadCode } from './load-code.js';
import { nearestConfig } from './nearest-config.js';
import { forgetExtensions, useExtensions } from './own-extensions.js';

/** The default share of a night's time to spend searching for tests that hit its holes. */
const SHARE_DEFAULT = 0.1;

/** The command line value for no configuration. */
const NONE = 'none';

let loaded: { readonly hash: string; readonly config: Config } | undefined;

/** The `--launch` templates in this process's configuration. */
export function ownLaunchers(): Readonly<Record<string, string>> {
  return loaded?.config.launchers ?? {};
}

/**
 * The night plan from this process's configuration, with its file relative to the current folder; undefined if there is no
 * configuration or no plan.
 */
export function nightPlan(): Required<NightPlan> | undefined {
  const night = loaded?.config.night;
  if (night === undefined) return undefined;
  const closing = relative('.', resolve(dirname(configFile()!.path), night.closing));
  return { closing, share: night.share ?? SHARE_DEFAULT };
}

/**
 * Loads and runs the configuration named on the command line, or else the nearest one from the current folder up. Threads
 * that start later load it too. Throws `UsageError` if it cannot be read or is invalid.
 */
export async function openConfig(named?: string): Promise<Config> {
  const path = named === NONE ? undefined : (named ?? nearestConfig());
  forgetConfig();
  if (path === undefined) return {};
  const file = { ...codeFileOf('config', path), isNamed: named !== undefined };
  setConfigFile(file);
  return load(file);
}

/** Forgets the process's configuration and everything that its files added. */
function forgetConfig(): void {
  forgetExtensions();
  setConfigFile(undefined);
  loaded = undefined;
}

/** Loads the process's configuration in a thread. Throws `UsageError` if it has changed since the process loaded it. */
export async function openConfigInThread(): Promise<void> {
  const file = configFile();
  if (file === undefined || loaded?.hash === file.hash) return;
  const { hash } = codeFileOf('config', file.path);
  if (hash !== file.hash) throw changedError(file.path, hash, file.hash);
  await load(file);
}

/**
 * Like `openConfigInThread`, but for a batch of a run. Throws `UsageError` unless this process's configuration
 * has the run's hash; `hash` is undefined if the run has no configuration.
 */
export async function openConfigOfBatch(hash: string | undefined): Promise<void> {
  const ownHash = configFile()?.hash;
  if (ownHash !== hash)
    throw new UsageError(
      `The run has ${configText(hash)}, but this worker has ${configText(ownHash)}: start both with the same --config`,
    );
  await openConfigInThread();
}

/** Throws `UsageError` if the stored run to resume used a different configuration from this process. */
export function requireConfigOfRun(then: { readonly path: string; readonly hash: string } | null): void {
  const now = configFile();
  if (now?.hash === then?.hash) return;
  throw new UsageError(
    then === null
      ? `Cannot resume the run with ${configText(now?.hash)}: it began with none; add --config ${NONE}`
      : `Cannot resume the run with ${configText(now?.hash)}: it began with ${then.path} (hash ${then.hash}); name it with --config, unchanged`,
  );
}

function configText(hash: string | undefined): string {
  return hash === undefined ? 'no configuration' : `a configuration with hash ${hash}`;
}

async function load({ path, hash }: CodeFile): Promise<Config> {
  const document = await loadCode('config', path);
  // The file may have changed between hashing and loading.
  const now = codeFileOf('config', path).hash;
  if (now !== hash) throw changedError(path, now, hash);
  const parsed = safeParse(configSchema, document);
  if (!parsed.success) throw invalidFile('config', path, describeFirstIssue(parsed.error, document));
  // Use the document itself, so that its classes and functions are preserved.
  const config = document as Config;
  useExtensions(path, [config, ...(config.plugins ?? [])]);
  loaded = { hash, config };
  return config;
}

function changedError(path: string, now: string, then: string): UsageError {
  return new UsageError(
    `Configuration ${path}, or a file that it imports or reads, has changed since the command began (hash ${then} then, ${now} now)`,
  );
}
