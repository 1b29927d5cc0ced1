import { scenarioHash } from '../selection/plan.js';
import type { Manifest } from './manifest.js';

/** Formats a run's test selection as command-line options. */
export function formatSelection({
  suite,
  tests,
  chips,
  knobs,
  faults,
  shard,
  list,
  steer,
  again,
}: Manifest): string {
  return [
    suite,
    ...(list === null ? [] : [again === undefined ? 'tests from a file' : '--rerun-failures']),
    ...(steer ? ['--steer'] : []),
    ...(tests === null ? [] : [`--test ${tests}`]),
    ...(chips.length === 0 ? [] : [`--chip ${chips.join()}`]),
    ...knobs.map((knob) => `--set ${knob}`),
    ...(faults.length === 0 ? [] : [`--fault ${faults.join()}`]),
    ...(shard === null ? [] : [`--shard ${shard.index}/${shard.count}`]),
  ].join(' ');
}

/** Whether the runs of a selection (`formatSelection`) inject faults. */
export function injectsFaults(selection: string): boolean {
  return / --fault \S/.test(selection);
}

/**
 * Describes what must match for runs to be comparable: selection, length, and whether the code came from a clean
 * commit, a modified working tree or a package. Seeds and commits may differ.
 * Example: `nightly, 600 s, code of a commit`.
 * History files store it, so rewording it would split a series of runs in two.
 */
export function formatComparisonKey(manifest: Manifest): string {
  const { list } = manifest;
  const tests =
    list === null ? [] : [`tests ${scenarioHash(Buffer.from(list.map(({ seed }) => seed).join()))}`];
  return [formatSelection(manifest), ...describeLength(manifest), ...tests, describeBuild(manifest)].join(
    ', ',
  );
}

function describeLength({ count, timeSeconds, gainPercentMin }: Manifest): string[] {
  return [
    ...(count === null ? [] : [count === 1 ? '1 test' : `${count} tests`]),
    ...(timeSeconds === null ? [] : [`${timeSeconds} s`]),
    ...(gainPercentMin === undefined ? [] : [`until saturated=${gainPercentMin}`]),
  ];
}

/** Describes the type of build. Changes to files that do not affect runs, such as documentation, are ignored. */
function describeBuild({ commit, dirty, changes }: Manifest): string {
  if (commit === null) return 'code of a package';
  const isChanged = changes === undefined ? dirty === true : changes !== null;
  return isChanged ? 'code with uncommitted changes' : 'code of a commit';
}
