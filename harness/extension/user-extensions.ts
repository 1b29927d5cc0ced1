import { setUserRules } from '../../checkers/index.js';
import { setUserCovergroups } from '../../coverage/index.js';
import { installUserFaults } from '../../rtl-model/index.js';
import type { SuiteSequence } from '../../stimulus/index.js';
import { type Scenario, setUserFaults, type TransactionSink, UsageError } from '../../transactions/index.js';
import { checkHandlers, guardSampler } from './checked-names.js';
import type { Extension, Reporter, TransactionListener } from './extension.js';
import { guardAwaited, guardRecord, guardUserCode } from './user-code.js';
import { guardFault } from './user-fault.js';
import { makeProgramSequence } from './user-program.js';

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
