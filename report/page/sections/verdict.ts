import { coverageSummary, percentText } from '../../../coverage/index.js';
import {
  lineToPaste,
  type Manifest,
  type RunReport,
  shellWord,
  UNFINISHED,
} from '../../../regression/index.js';
import type { RunSummary } from '../../run-summary.js';
import { type Html, h } from '../html.js';
import { commandLine } from '../parts.js';
import type { RunPage } from '../shown-run.js';

/** The head of the page: passed or not, in how many tests, and the line that runs it all again. */
export function verdictHeader({ report, manifest, waivers }: RunPage, summary: RunSummary): Html {
  const { tests, passed, failed, errors } = report.tally;
  const { percent } = coverageSummary(report.coverage, waivers.model);
  const { outcome } = summary;
  return h(
    'header',
    { class: outcome },
    h('h1', {}, h('span', { class: 'verdict' }, outcome.toUpperCase()), ` ${manifest.runId}`),
    h(
      'dl',
      { class: 'figures' },
      figure('tests', count(tests)),
      figure('passed', count(passed)),
      figure('failed', count(failed)),
      figure('errors', count(errors)),
      figure('coverage', percentText(percent)),
      figure('rules armed', `${summary.armed} of ${summary.armed + summary.unarmed.length}`),
    ),
    ...summary.facts.map(([name, text]) => h('p', { class: 'fact' }, `${name}: ${text}`)),
    commandLine(rerunLine(manifest, report)),
  );
}

function figure(name: string, text: string): Html {
  return h('div', {}, h('dt', {}, name), h('dd', {}, text));
}

function count(number: number): string {
  return number.toLocaleString('en-US');
}

/** The same tests again, whatever limited the run. */
function rerunLine(manifest: Manifest, { request, tally, end }: RunReport): string {
  const { suite, seed, chips, knobs, faults, tests, shard, count, list, first } = manifest;
  // Tests that came from other runs have seeds that this run's does not give, and of a part no count says which they are.
  if (list !== null || first.length > 0 || UNFINISHED.includes(end))
    return lineToPaste('run', `--rerun ${shellWord(request.outDir)}`);
  const options = [
    `--seed ${seed}`,
    `--count ${shard === null ? tally.tests : count}`,
    ...(shard === null ? [] : [`--shard ${shard.index}/${shard.count}`]),
    ...(tests === null ? [] : [`--test ${shellWord(tests)}`]),
    ...(chips.length === 0 ? [] : [`--chip ${chips.join(',')}`]),
    ...knobs.map((setting) => `--set ${setting}`),
    ...(faults.length === 0 ? [] : [`--fault ${faults.join(',')}`]),
    // Without a limit the first failure ends a run with a fault.
    ...(faults.length > 0 && tally.tests - tally.passed > 1 ? [`--max-failures ${tally.tests}`] : []),
  ];
  return lineToPaste('run', shellWord(suite), ...options);
}
