import { setUserRules } from '../../checkers/index.js';
import { setUserCovergroups } from '../../coverage/index.js';
import { installUserFaults } from '../../rtl-model/index.js';
import { createProgramGenerator, type ProgramDefinition, type SuiteSequence } from '../../stimulus/index.js';
import {
  FAULT_OUTPUTS,
  type FaultOutput,
  type FaultyDevice,
  type Scenario,
  setUserFaults,
  type TransactionSink,
  UsageError,
  type UserFault,
} from '../../transactions/index.js';
import {
  completeExternalProgram,
  type ExternalCode,
  type StateWithSource,
} from '../programs/external-programs.js';
import { readTextCode } from '../programs/text-code.js';
import { readDirectives } from '../programs/text-directives.js';
import { checkHandlers, guardSampler } from './checked-names.js';
import type { Extension, Reporter, TransactionListener } from './extension.js';
import { guardAwaited, guardRecord, guardUserCode } from './user-code.js';

/** The exclusive upper bound for numeric output values. */
const NUMBER_LIMIT = 2 ** 30;

/** Wraps a fault to check its output values and add its id to any error it throws. */
function guardFault(fault: UserFault): UserFault {
  const { id, output } = fault;
  const create = guardUserCode(id, (device: FaultyDevice) => {
    const getOutput = guardUserCode(id, fault.create(device) as (...values: unknown[]) => unknown);
    return guardUserCode(id, (...values: unknown[]) => checkOutput(output, getOutput(...values)));
  });
  return { ...fault, create } as UserFault;
}

function checkOutput(output: FaultOutput, value: unknown): unknown {
  if (FAULT_OUTPUTS[output].type === 'boolean') {
    if (typeof value === 'boolean') return value;
    throw new TypeError(`Invalid ${output} ${String(value)}: expected true or false`);
  }
  if (Number.isInteger(value) && (value as number) >= 0 && (value as number) < NUMBER_LIMIT) return value;
  throw new TypeError(
    `Invalid ${output} ${String(value)}: expected an integer from 0 to ${NUMBER_LIMIT - 1}`,
  );
}

/**
 * Creates the sequence that runs a program from the given file. Throws `UsageError` if the program cannot run on one of
 * its chips.
 */
function makeProgramSequence(program: ProgramDefinition, file: string): SuiteSequence {
  const { name, text, chips, state = {} } = program;
  const source = `program ${name} in ${file}`;
  const textState = program.assembly === undefined ? {} : readDirectives(program.assembly, source).state;
  const programs = new Map(
    chips.map((chip) => {
      const programState: StateWithSource = { document: { ...textState, ...state, chip }, source };
      const { record } = completeExternalProgram(
        readCode(program, programState),
        programState,
      )(programState.document.samples ?? 1);
      return [chip, record];
    }),
  );
  return { name, ...(text === undefined ? {} : { text }), chips, scenario: createProgramGenerator(programs) };
}

function readCode(
  { assembly, words = [], name }: ProgramDefinition,
  programState: StateWithSource,
): ExternalCode {
  if (assembly === undefined)
    return { name, words, registers: {}, fields: {}, wave: undefined, scratchBytes: 0 };
  const codes = readTextCode(assembly, programState.source, programState);
  if (codes.length > 1)
    throw new UsageError(
      `Invalid ${programState.source}: the assembly contains ${codes.length} programs; expected one`,
    );
  return { ...codes[0]!, name };
}

/** Everything that extensions add, one list per kind. */
type Additions = Required<Omit<Extension, 'onTransaction' | 'programs' | 'sequences'>> & {
  readonly sequences: readonly SuiteSequence[];
  readonly listeners: readonly TransactionListener[];
};

/** What the user's files have added to this thread, by file. */
const additionsByFile = new Map<string, Additions>();

/** Returns the file that adds a rule, as named on the command line, or undefined for a built-in rule. */
export function findRuleFile(id: string): string | undefined {
  for (const [file, { rules }] of additionsByFile) if (rules.some((rule) => rule.id === id)) return file;
  return undefined;
}

/** Returns the sequences that suite files may name, in addition to the built-in ones. */
export function getUserSequences(): readonly SuiteSequence[] {
  return collectAdditions('sequences');
}

/** Returns the reporters to call at the end of a run. */
export function getReporters(): readonly Reporter[] {
  return collectAdditions('reporters').map((reporter) => ({
    id: reporter.id,
    onEnd: guardAwaited(reporter.id, (run) => reporter.onEnd(run)),
  }));
}

/** Returns a sink that passes a test's transactions to all listeners, or undefined if there are no listeners. */
export function createUserListener(scenario: Scenario): TransactionSink | undefined {
  const listeners = collectAdditions('listeners').map((listen) => guardUserCode('onTransaction', listen));
  if (listeners.length === 0) return undefined;
  return (transaction) => {
    for (const listen of listeners) listen(transaction, scenario);
  };
}

/** Removes everything that files have added, including anything left by an earlier command in this process. */
export function forgetExtensions(): void {
  for (const file of additionsByFile.keys()) useExtensions(file, []);
  additionsByFile.clear();
}

/**
 * Replaces the additions of one file, keeping those of all others. Throws `UsageError` if two files add the same id.
 */
export function useExtensions(file: string, extensions: readonly Extension[]): void {
  additionsByFile.set(file, {
    rules: extensions.flatMap(({ rules = [] }) => rules),
    faults: extensions.flatMap(({ faults = [] }) => faults).map(guardFault),
    covergroups: extensions.flatMap(({ covergroups = [] }) => covergroups),
    sequences: extensions.flatMap((extension) => collectSequences(extension, file)),
    reporters: extensions.flatMap(({ reporters = [] }) => reporters),
    listeners: extensions.flatMap(({ onTransaction = [] }) => onTransaction),
  });
  rejectDuplicates(file, 'rules', listIds(collectAdditions('rules')));
  rejectDuplicates(file, 'faults', listIds(collectAdditions('faults')));
  rejectDuplicates(
    file,
    'covergroups',
    collectAdditions('covergroups').map(({ name }) => name),
  );
  rejectDuplicates(file, 'reporters', listIds(collectAdditions('reporters')));
  setUserFaults(collectAdditions('faults'));
  installUserFaults(collectAdditions('faults'));
  setUserRules(
    collectAdditions('rules').map((rule) => ({
      ...rule,
      create: (facts, judge) => {
        const { on = {}, onWave = {}, ...check } = guardRecord(rule.id, rule).create(facts, judge);
        return {
          ...guardRecord(rule.id, check),
          on: guardRecord(rule.id, checkHandlers(rule.id, on)),
          onWave: guardRecord(rule.id, checkHandlers(rule.id, onWave)),
        };
      },
    })),
  );
  setUserCovergroups(
    collectAdditions('covergroups').map((group) => ({
      ...group,
      monitor: ({ sampler, scenario }) => {
        const bench = { sampler: guardSampler(group.name, sampler), scenario };
        const handlers = guardRecord(group.name, group).monitor(bench);
        return guardRecord(group.name, checkHandlers(group.name, handlers));
      },
    })),
  );
}

/** Returns an extension's sequences, then one for each of its programs. Throws `UsageError` for an invalid program. */
export function collectSequences(
  { sequences = [], programs = [] }: Pick<Extension, 'sequences' | 'programs'>,
  file: string,
): readonly SuiteSequence[] {
  return [...sequences.map(guardSequence), ...programs.map((program) => makeProgramSequence(program, file))];
}

/** Wraps a sequence so that its errors include its name. Arbitraries are left unchanged. */
function guardSequence(sequence: SuiteSequence): SuiteSequence {
  const { name, scenario } = sequence;
  return typeof scenario === 'function' ? { ...sequence, scenario: guardUserCode(name, scenario) } : sequence;
}

function collectAdditions<K extends keyof Additions>(field: K): Additions[K] {
  return [...additionsByFile.values()].flatMap(
    (added) => added[field] as readonly unknown[],
  ) as unknown as Additions[K];
}

function listIds(records: readonly { readonly id: string }[]): readonly string[] {
  return records.map(({ id }) => id);
}

function rejectDuplicates(file: string, kind: string, ids: readonly string[]): void {
  const duplicate = ids.find((id, i) => ids.indexOf(id) !== i);
  if (duplicate === undefined) return;
  additionsByFile.delete(file);
  throw new UsageError(`Invalid extension in ${file}: two ${kind} are called "${duplicate}"; rename one`);
}
