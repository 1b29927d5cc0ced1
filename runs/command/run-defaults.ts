import { dirname, relative, resolve } from 'node:path';
import type { Command, Option } from 'commander';
import { isPinnedSuite } from '../../closure/rank/index.js';
import { makeUnknownNameError } from '../../harness/basics/index.js';
import { getConfigFile, type OptionValue, type RunDefaults } from '../../harness/extension/index.js';
import { isSuiteFile } from '../../harness/suite-files/index.js';
import { UsageError } from '../../transactions/index.js';
import { SELECTION_OPTIONS } from './choose-tests.js';
import { RESUME_OPTIONS } from './run-options.js';

/** Options that only work on the command line: those for a stored run or a single command, and `config` itself. */
const NOT_IN_CONFIG: readonly string[] = [
  'resume',
  'rerun',
  'rerunFailures',
  'group',
  'plan',
  'suiteFile',
  'dryRun',
  'config',
];

const FILE_OPTIONS: readonly string[] = ['queueKeyFile', 'knownIssues', 'waivers'];

/** Options that limit a run. `--resume` accepts them to extend it. */
const LIMIT_OPTIONS: readonly string[] = ['count', 'time', 'until'];

/** Returns the options of `run` that a configuration may set, apart from the suite. */
export function getConfigurableOptions(command: Command): readonly Option[] {
  return command.options.filter((option) => !NOT_IN_CONFIG.includes(option.attributeName()));
}

/**
 * Sets each option of `run` that is missing from the command line to its value in the configuration, as if it had been
 * typed. Options that choose tests are ignored if the command names a stored run or a test list. Throws the
 * `UsageError` that typing the option would cause.
 */
export function setRunDefaults(command: Command, defaults: RunDefaults): void {
  const { path } = getConfigFile()!;
  const allowed = getConfigurableOptions(command).map((option) => option.attributeName());
  const { suite, ...values } = resolveFiles(path, defaults as Readonly<Record<string, OptionValue>>);
  if (suite !== undefined && typeof suite !== 'string')
    throw new UsageError(`Invalid run.suite in ${path}: expected a string`);
  for (const [name, value] of Object.entries(values)) {
    if (!allowed.includes(name)) throw makeOptionError(path, name, [...allowed, 'suite']);
    if (command.getOptionValue(name) !== undefined || !mayApply(command, name)) continue;
    setOption(command, name, value, path);
  }
  if (suite !== undefined && command.args.length === 0 && !refersToStoredRun(command))
    command.processedArgs[0] = suite;
}

/** Rewrites file paths in the values to be relative to the current folder rather than the configuration's. */
function resolveFiles(
  path: string,
  values: Readonly<Record<string, OptionValue>>,
): Readonly<Record<string, OptionValue>> {
  const resolved = Object.entries(values).map(([name, value]) => {
    const isFile = FILE_OPTIONS.includes(name) || (name === 'suite' && isSuiteFile(String(value)));
    return [name, isFile ? relative('.', resolve(dirname(path), String(value))) : value] as const;
  });
  return Object.fromEntries(resolved);
}

function setOption(command: Command, name: string, value: OptionValue, path: string): void {
  const option = command.options.find((candidate) => candidate.attributeName() === name)!;
  const values = (Array.isArray(value) ? value : [value]).map(String);
  if (option.isBoolean() !== (typeof value === 'boolean'))
    throw new UsageError(
      `Invalid run.${name} in ${path}: expected ${option.isBoolean() ? 'true or false' : 'a string or a number'}`,
    );
  if (typeof value === 'boolean') {
    if (value) command.setOptionValueWithSource(name, true, 'config');
    return;
  }
  for (const text of values) {
    const previous: unknown = command.getOptionValue(name);
    command.setOptionValueWithSource(name, option.parseArg?.(text, previous) ?? text, 'config');
  }
}

/** Whether an option from the configuration applies, given the command-line arguments. */
function mayApply(command: Command, name: string): boolean {
  const { resume, rerun, rerunFailures, plan } = command.opts<Readonly<Record<string, unknown>>>();
  if (resume !== undefined) return RESUME_OPTIONS.includes(name) && !LIMIT_OPTIONS.includes(name);
  const [suite] = command.args;
  const hasFixedTests =
    [rerun, rerunFailures, plan].some((value) => value !== undefined) ||
    (suite !== undefined && isPinnedSuite(suite));
  return !(hasFixedTests && SELECTION_OPTIONS.includes(name));
}

function refersToStoredRun(command: Command): boolean {
  const { resume, rerun, rerunFailures, plan } = command.opts<Readonly<Record<string, unknown>>>();
  return [resume, rerun, rerunFailures, plan].some((value) => value !== undefined);
}

function makeOptionError(path: string, name: string, known: readonly string[]): UsageError {
  const { message } = makeUnknownNameError('option', name, known);
  return new UsageError(`Invalid run in ${path}: ${message}`);
}
