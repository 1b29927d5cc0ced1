import { formatRule, formatWarningChanges, type RunChanges } from '../../../closure/coverage/index.js';
import { formatPercentage } from '../../../coverage/index.js';
import type { FailureGroup } from '../../../failures/groups/index.js';
import { type Html, type HtmlContent, h } from '../../../harness/page/index.js';
import { formatNumber, formatQuantity, makeColumns } from '../../../harness/text/index.js';
import { describeSkippedRerun } from '../../text/phrases.js';
import type { PageData } from '../page-data.js';
import { fileLink, list, section, table } from '../parts.js';

const MAX_NAMES_SHOWN = 50;

/** Renders the changes since an earlier run: failures first, then rules and coverage, then figures. */
export function renderChanges({
  report,
  changes,
  earlierPage,
  trendsPage,
}: Pick<PageData, 'report' | 'changes' | 'earlierPage' | 'trendsPage'>): Html {
  const trends =
    trendsPage === undefined ? [] : [h('p', {}, fileLink(trendsPage, "Trends across this folder's runs"))];
  if (changes === undefined) {
    return section('changes', 'Changes', h('p', {}, `${explainNoComparison(report)}.`), ...trends);
  }
  const { since, newGroups, vanishedGroups, changed, won, lost, missed, disarmed } = changes;
  const run = earlierPage === undefined ? h('code', {}, since) : fileLink(earlierPage, since);
  const lists = [
    renderNames('New failure groups', newGroups.map(formatGroup), 'bad'),
    renderNames('Failure groups no longer seen', vanishedGroups.map(formatGroup), 'good'),
    ...formatWarningChanges(changes.warnings).map(([label, names]) =>
      renderNames(label, names, label.includes('no longer') ? 'good' : 'bad'),
    ),
    renderNames('Rules that no longer had anything to judge', disarmed.map(formatRule), 'bad'),
    renderNames('Covergroups not compared (definition changed)', changed, 'bad'),
    renderNames('Bins no longer covered, beyond chance', lost.map(formatBin), 'bad'),
    renderNames('Newly covered bins', won.map(formatBin), 'good'),
  ].flat();
  const ending = lists.length === 0 ? ': no change in failure groups, evaluated rules or covered bins.' : ':';
  return section(
    'changes',
    'Changes',
    h('p', {}, 'Since run ', run, ending),
    ...lists,
    ...(missed === 0
      ? []
      : [
          h(
            'p',
            { class: 'quiet' },
            `${formatQuantity(missed, 'other bin')} of that run not covered now, as chance explains for this number of tests.`,
          ),
        ]),
    renderFigures(changes),
    ...trends,
  );
}

function explainNoComparison({ again }: PageData['report']): string {
  return again === undefined
    ? 'There is no comparable earlier run (same suite, selection, length, shard and build type)'
    : `This run ${describeSkippedRerun(again)}`;
}

function renderFigures({ percent, testsPerSecond }: RunChanges): Html {
  return table('Figures for both runs', makeColumns('figure', '>before', '>now'), [
    ['coverage', formatPercentage(percent[0]), formatPercentage(percent[1])],
    ['speed (tests/s)', testsPerSecond[0].toFixed(1), testsPerSecond[1].toFixed(1)],
  ]);
}

function formatGroup({ signature, count }: FailureGroup): string {
  return `${signature}, ${formatQuantity(count, 'test')}`;
}

function formatBin({ group, item, bin }: { group: string; item: string; bin: string }): string {
  return `${group} / ${item} / ${bin}`;
}

/** Renders a collapsible list of names, which is open if there are only a few bad ones. Empty if there are no names. */
function renderNames(title: string, names: readonly HtmlContent[], tone: 'good' | 'bad'): Html[] {
  if (names.length === 0) return [];
  const hidden = names.length - MAX_NAMES_SHOWN;
  const shown = list([
    ...names.slice(0, MAX_NAMES_SHOWN),
    ...(hidden > 0 ? [`and ${formatNumber(hidden)} more`] : []),
  ]);
  const summary = h('summary', { class: tone }, `${title}: ${formatNumber(names.length)}`);
  return [h('details', { open: tone === 'bad' && names.length <= 10 }, summary, shown)];
}
