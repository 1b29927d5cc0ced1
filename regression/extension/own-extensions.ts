import { setOwnRules } from '../../checkers/index.js';
import { setOwnCovergroups } from '../../coverage/index.js';
import { UsageError } from '../../transactions/index.js';
import type { Extension } from './extension.js';
import { guardedRecord } from './own-code.js';

/** What the files of the user add in this thread, by file. */
const ofFiles = new Map<string, Extension>();

/** The file that adds a rule, as the command named it; undefined for a rule of the project. */
export function fileOfRule(id: string): string | undefined {
  for (const [file, { rules = [] }] of ofFiles) if (rules.some((rule) => rule.id === id)) return file;
  return undefined;
}

/** From now on this is what a file adds, beside what others add. Throws `UsageError` where two add one id. */
export function useExtensions(file: string, extensions: readonly Extension[]): void {
  ofFiles.set(file, {
    rules: extensions.flatMap(({ rules = [] }) => rules),
    covergroups: extensions.flatMap(({ covergroups = [] }) => covergroups),
  });
  const all = [...ofFiles.values()];
  const rules = all.flatMap((each) => each.rules!);
  const covergroups = all.flatMap((each) => each.covergroups!);
  refuseEqual(
    file,
    'rules',
    rules.map(({ id }) => id),
  );
  refuseEqual(
    file,
    'covergroups',
    covergroups.map(({ name }) => name),
  );
  setOwnRules(
    rules.map((rule) => ({
      ...rule,
      create: (facts, judge) => {
        const { on, ...check } = guardedRecord(rule.id, rule).create(facts, judge);
        return { ...guardedRecord(rule.id, check), on: guardedRecord(rule.id, on) };
      },
    })),
  );
  setOwnCovergroups(
    covergroups.map((group) => ({
      ...group,
      monitor: (bench) => guardedRecord(group.name, guardedRecord(group.name, group).monitor(bench)),
    })),
  );
}

function refuseEqual(file: string, what: string, ids: readonly string[]): void {
  const twice = ids.find((id, i) => ids.indexOf(id) !== i);
  if (twice === undefined) return;
  ofFiles.delete(file);
  throw new UsageError(`Invalid extension in ${file}: there are two ${what} "${twice}"; give one another id`);
}
