import type { Html } from '../../base/page/index.js';
import { formatNumber } from '../../base/text/index.js';
import { estimateExpectedGain, formatPercentage, summariseCoverage } from '../../coverage/index.js';
import { getClaimResults } from '../../harness/records/index.js';
import type { Closing, GroupFix } from '../../harness/triage-findings/index.js';
import type { RunSummary } from '../text/run-summary.js';
import type { NavigationEntry } from './navigation.js';
import { getRating } from './parts.js';
import { changesSection } from './sections/changes.js';
import { closingSection } from './sections/closing.js';
import { renderCoverage } from './sections/coverage.js';
import { renderFailures } from './sections/failures.js';
import { renderFixes } from './sections/fixes.js';
import { renderGrowth } from './sections/growth.js';
import { renderRules } from './sections/rules.js';
import { renderTestplan } from './sections/testplan.js';
import { renderTestsSection } from './sections/tests.js';
import { renderRunDetails } from './sections/what-ran.js';
import type { RunPage } from './shown-run.js';

/** A section of the page and its navigation entry. */
interface PageSection {
  readonly entry: NavigationEntry;
  readonly content: Html;
}

/** The sections in order: what changed, what failed, what was checked, then the rest. */
export function pageSections(page: RunPage, summary: RunSummary): PageSection[] {
  const { report, changes, plan, waivers } = page;
  const { percent, tests } = summariseCoverage(report.coverage, waivers.model);
  const open = summary.groups.filter(({ known }) => !known).length;
  return [
    ...fixesEntry(report.again?.groups),
    { entry: changesEntry(page), content: changesSection(page) },
    {
      entry: {
        id: 'failures',
        name: 'Failures',
        figure: formatNumber(summary.groups.length),
        tone: open > 0 ? 'bad' : summary.groups.length > 0 ? 'open' : 'good',
      },
      content: renderFailures(summary.groups, page.failures, changes),
    },
    {
      entry:
        tests.passed === 0
          ? { id: 'coverage', name: 'Coverage', figure: 'none' }
          : { id: 'coverage', name: 'Coverage', figure: formatPercentage(percent), tone: getRating(percent) },
      content: renderCoverage(page),
    },
    ...closingEntry(report.closing),
    {
      entry: {
        id: 'growth',
        name: 'Growth',
        figure:
          tests.passed === 0
            ? 'none'
            : `${estimateExpectedGain(report.coverage, tests.passed, tests.passed, waivers.model).toFixed(0)} expected`,
      },
      content: renderGrowth(report, waivers),
    },
    {
      entry: { id: 'testplan', name: 'Testplan', figure: `${plan.judged} of ${plan.total}` },
      content: renderTestplan(plan),
    },
    {
      entry: {
        id: 'rules',
        name: 'Rules',
        figure: summary.unarmed.length === 0 ? `${summary.armed}` : `${summary.unarmed.length} not armed`,
        tone: summary.unarmed.length === 0 ? 'good' : 'open',
      },
      content: renderRules(report),
    },
    {
      entry: { id: 'tests', name: 'Tests', figure: formatNumber(report.tally.tests) },
      content: renderTestsSection(
        page.results,
        summary.memory,
        summary.matrix,
        getClaimResults(report.tally.claims),
      ),
    },
    {
      entry: { id: 'what-ran', name: 'Run', figure: page.manifest.suite },
      content: renderRunDetails(page, summary),
    },
  ];
}

/** The section about closed holes, only present for nightly runs configured to close holes. */
function closingEntry(closing: Closing | undefined): PageSection[] {
  if (closing === undefined) return [];
  const figure = `${closing.closed} closed`;
  return [{ entry: { id: 'closing', name: 'Holes', figure }, content: closingSection(closing) }];
}

/** The section about fixes, only present for runs that try to prove fixes. */
function fixesEntry(fixes: readonly GroupFix[] | undefined): PageSection[] {
  if (fixes === undefined) return [];
  const fixed = fixes.filter(({ state }) => state === 'fixed').length;
  const tone = fixed === fixes.length ? 'good' : 'bad';
  const figure = `${fixed} of ${fixes.length}`;
  return [{ entry: { id: 'fixes', name: 'Fixes', figure, tone }, content: renderFixes(fixes) }];
}

/** The navigation entry for changes, with the number of new groups or, failing that, of groups no longer seen. */
function changesEntry({ report, changes }: RunPage): NavigationEntry {
  const entry = { id: 'changes', name: 'Changes' };
  if (changes === undefined)
    return { ...entry, figure: report.again === undefined ? 'first run' : 'a repeat' };
  const { newGroups, goneGroups } = changes;
  if (newGroups.length > 0) return { ...entry, figure: `${formatNumber(newGroups.length)} new`, tone: 'bad' };
  return goneGroups.length > 0
    ? { ...entry, figure: `${formatNumber(goneGroups.length)} gone`, tone: 'good' }
    : { ...entry, figure: 'none new' };
}
