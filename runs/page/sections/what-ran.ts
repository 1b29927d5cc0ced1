import { quoteShellWord } from '../../../harness/basics/index.js';
import { type Html, h } from '../../../harness/page/index.js';
import type { Manifest } from '../../../harness/records/index.js';
import { type RunReport, UNFINISHED_STATUSES } from '../../../harness/run-directory/index.js';
import { formatCommand } from '../../../harness/selection/index.js';
import { formatNumber, makeColumns } from '../../../harness/text/index.js';
import { describeWorkers } from '../../text/phrases.js';
import type { RunSummary } from '../../text/run-summary.js';
import type { PageData } from '../page-data.js';
import { commandLine, factList, fileLink, section, table } from '../parts.js';

/** Summary facts about the run itself rather than its results, shown here instead of in the header. */
export const RUN_DETAIL_FACTS: readonly string[] = ['seed', 'speed', 'overhead', 'memory'];

/** Files to link to, which every run directory contains. */
const FILES = [
  'report.md',
  'results.json',
  'junit.xml',
  'manifest.json',
  'coverage/coverage.md',
  'coverage/ucis.xml',
];

/** Renders the run section: version, machine, selection, the command to rerun everything, and tests per generation. */
export function renderRunDetails({ manifest, report }: PageData, { facts }: RunSummary): Html {
  const { machine } = manifest;
  const dirty = manifest.dirty === true ? ', with uncommitted changes' : '';
  const figures = facts.filter(([name]) => RUN_DETAIL_FACTS.includes(name) && name !== 'seed');
  return section(
    'what-ran',
    'Run',
    h('p', {}, 'To rerun the same tests:'),
    commandLine(formatRerunCommand(manifest, report)),
    factList([
      ['suite', manifest.suite],
      ['root seed', manifest.seed],
      ['version', `${manifest.version}, commit ${manifest.commit ?? 'unknown'}${dirty}`],
      ['started', manifest.startedAt],
      ...figures,
      ['workers', describeWorkers(report.request)],
      [
        'machine',
        `${machine.host}: ${machine.processors} x ${machine.processor}, ${machine.platform}, Node ${machine.node}`,
      ],
      ['chips', manifest.chips.join(', ') || 'chosen per test'],
      ['knobs', manifest.knobs.join(', ') || 'none set'],
      ['faults', manifest.faults.join(', ') || 'none'],
      ['files', h('span', {}, ...FILES.flatMap((path, i) => [i === 0 ? '' : ' · ', fileLink(path, path)]))],
    ]),
    table(
      'Tests by generation',
      makeColumns('generation', '>tests'),
      Object.entries(report.tally.byGeneration).map(([gfx, tests]) => [gfx, formatNumber(tests)]),
    ),
  );
}

/** Returns the command that reruns the same tests, without a time limit. */
function formatRerunCommand(manifest: Manifest, { request, tally, end }: RunReport): string {
  const { suite, seed, chips, knobs, faults, tests, shard, count, list, first } = manifest;
  // Tests from other runs have seeds unrelated to this run's root seed, and a test count is not enough to reproduce
  // an unfinished run.
  if (list !== null || first.length > 0 || manifest.wholeBuild || UNFINISHED_STATUSES.includes(end))
    return formatCommand('run', `--rerun ${quoteShellWord(request.outDir)}`);
  const options = [
    `--seed ${seed}`,
    `--count ${shard === null ? tally.tests : count}`,
    ...(shard === null ? [] : [`--shard ${shard.index}/${shard.count}`]),
    ...(tests === null ? [] : [`--test ${quoteShellWord(tests)}`]),
    ...(chips.length === 0 ? [] : [`--chip ${chips.join(',')}`]),
    ...knobs.map((setting) => `--set ${setting}`),
    ...(faults.length === 0 ? [] : [`--fault ${faults.join(',')}`]),
    // By default, a run with a fault stops at its first failure.
    ...(faults.length > 0 && tally.tests - tally.passed > 1 ? [`--max-failures ${tally.tests}`] : []),
  ];
  return formatCommand('run', quoteShellWord(suite), ...options);
}
