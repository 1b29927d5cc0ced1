import { setUserRules } from '../../checkers/index.js';
import { setUserCovergroups } from '../../coverage/index.js';
import { installUserFaults } from '../../rtl-model/index.js';
import type { SuiteSequence } from '../../stimulus/index.js';
import { type Scenario, setUserFaults, type TransactionSink, UsageError } from '../../transactions/index.js';
import { checkHandlers, guardSampler } from './checked-names.js';
import type { Extension, Reporter, TransactionListener } from './extension.js';
import { guard, guardRecord } from './own-code.js';
import { guardFault } from './own-fault.js';
import { makeProgramSequence } from './own-program.js';

/** Everything that extensions add, one list per kind. */
type Additions = Required<Omit<Extension, 'onTransaction' | 'programs' | 'sequences'>> & {
  readonly sequences: readonly SuiteSequence[];
  readonly listeners: readonly TransactionListener[];
};

/** What the user's files have added to this thread, by file. */
const byFile = new Map<string, Additions>();

/** The file that adds a rule, under the name passed to the command; undefined for a built-in rule. */
export function findRuleFile(id: string): string | undefined {
  for (const [file, { rules }] of byFile) if (rules.some((rule) => rule.id === id)) return file;
  return undefined;
}

/** The sequences that suite files may name, in addition to the built-in ones. */
export function getUserSequences(): readonly SuiteSequence[] {
  return collectAdded('sequences');
}

/** The reporters to call at the end of a run. */
export function getReporters(): readonly Reporter[] {
  return collectAdded('reporters').map((reporter) => guardRecord(reporter.id, reporter));
}

/** A sink that passes a test's transactions to all listeners; undefined if there are no listeners. */
export function createUserListener(scenario: Scenario): TransactionSink | undefined {
  const listeners = collectAdded('listeners');
  if (listeners.length === 0) return undefined;
  return guard('onTransaction', (transaction) => {
    for (const listen of listeners) listen(transaction, scenario);
  });
}

/** Removes everything that files have added, including anything left by an earlier command in this process. */
export function forgetExtensions(): void {
  for (const file of byFile.keys()) useExtensions(file, []);
  byFile.clear();
}

/** Replaces what one file adds, keeping what other files add. Throws `UsageError` if two files add the same id. */
export function useExtensions(file: string, extensions: readonly Extension[]): void {
  byFile.set(file, {
    rules: extensions.flatMap(({ rules = [] }) => rules),
    faults: extensions.flatMap(({ faults = [] }) => faults).map(guardFault),
    covergroups: extensions.flatMap(({ covergroups = [] }) => covergroups),
    sequences: extensions.flatMap((extension) => collectSequences(extension, file)),
    reporters: extensions.flatMap(({ reporters = [] }) => reporters),
    listeners: extensions.flatMap(({ onTransaction = [] }) => onTransaction),
  });
  rejectDuplicates(file, 'rules', listIds(collectAdded('rules')));
  rejectDuplicates(file, 'faults', listIds(collectAdded('faults')));
  rejectDuplicates(
    file,
    'covergroups',
    collectAdded('covergroups').map(({ name }) => name),
  );
  rejectDuplicates(file, 'reporters', listIds(collectAdded('reporters')));
  setUserFaults(collectAdded('faults'));
  installUserFaults(collectAdded('faults'));
  setUserRules(
    collectAdded('rules').map((rule) => ({
      ...rule,
      create: (facts, judge) => {
        const { on, ...check } = guardRecord(rule.id, rule).create(facts, judge);
        return { ...guardRecord(rule.id, check), on: guardRecord(rule.id, checkHandlers(rule.id, on)) };
      },
    })),
  );
  setUserCovergroups(
    collectAdded('covergroups').map((group) => ({
      ...group,
      monitor: ({ sampler, scenario }) => {
        const bench = { sampler: guardSampler(group.name, sampler), scenario };
        const handlers = guardRecord(group.name, group).monitor(bench);
        return guardRecord(group.name, checkHandlers(group.name, handlers));
      },
    })),
  );
}

/**
 * The sequences that an extension adds: its own and one for each of its programs. Throws `UsageError` for an invalid
 * program.
 */
export function collectSequences(
  { sequences = [], programs = [] }: Pick<Extension, 'sequences' | 'programs'>,
  file: string,
): readonly SuiteSequence[] {
  return [...sequences.map(guardSequence), ...programs.map((program) => makeProgramSequence(program, file))];
}

/** Wraps a sequence so its errors name it. Arbitraries are left unchanged. */
function guardSequence(sequence: SuiteSequence): SuiteSequence {
  const { name, scenario } = sequence;
  return typeof scenario === 'function' ? { ...sequence, scenario: guard(name, scenario) } : sequence;
}

function collectAdded<K extends keyof Additions>(field: K): Additions[K] {
  return [...byFile.values()].flatMap(
    (added) => added[field] as readonly unknown[],
  ) as unknown as Additions[K];
}

function listIds(records: readonly { readonly id: string }[]): readonly string[] {
  return records.map(({ id }) => id);
}

function rejectDuplicates(file: string, kind: string, ids: readonly string[]): void {
  const duplicate = ids.find((id, i) => ids.indexOf(id) !== i);
  if (duplicate === undefined) return;
  byFile.delete(file);
  throw new UsageError(`Invalid extension in ${file}: two ${kind} are called "${duplicate}"; rename one`);
}
