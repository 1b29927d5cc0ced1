import type { Html } from '../../base/page/index.js';
import { numberText } from '../../base/text/index.js';
import { coverageSummary, expectedGain, percentText } from '../../coverage/index.js';
import { getClaimResults } from '../../harness/records/index.js';
import type { Closing, GroupFix } from '../../harness/triage-findings/index.js';
import type { RunSummary } from '../text/run-summary.js';
import type { NavigationEntry } from './navigation.js';
import { ratingOf } from './parts.js';
import { changesSection } from './sections/changes.js';
import { closingSection } from './sections/closing.js';
import { coverageSection } from './sections/coverage.js';
import { failuresSection } from './sections/failures.js';
import { fixesSection } from './sections/fixes.js';
import { growthSection } from './sections/growth.js';
import { rulesSection } from './sections/rules.js';
import { testplanSection } from './sections/testplan.js';
import { testsSection } from './sections/tests.js';
import { runDetailsSection } from './sections/what-ran.js';
import type { RunPage } from './shown-run.js';

/** A section of the page and its navigation entry. */
interface PageSection {
  readonly entry: NavigationEntry;
  readonly content: Html;
}

/** The sections in order: what changed, what failed, what was checked, then the rest. */
export function pageSections(page: RunPage, summary: RunSummary): PageSection[] {
  const { report, changes, plan, waivers } = page;
  const { percent, tests } = coverageSummary(report.coverage, waivers.model);
  const open = summary.groups.filter(({ known }) => !known).length;
  return [
    ...fixesEntry(report.again?.groups),
    { entry: changesEntry(page), content: changesSection(page) },
    {
      entry: {
        id: 'failures',
        name: 'Failures',
        figure: numberText(summary.groups.length),
        tone: open > 0 ? 'bad' : summary.groups.length > 0 ? 'open' : 'good',
      },
      content: failuresSection(summary.groups, page.failures, changes),
    },
    {
      entry:
        tests.passed === 0
          ? { id: 'coverage', name: 'Coverage', figure: 'none' }
          : { id: 'coverage', name: 'Coverage', figure: percentText(percent), tone: ratingOf(percent) },
      content: coverageSection(page),
    },
    ...closingEntry(report.closing),
    {
      entry: {
        id: 'growth',
        name: 'Growth',
        figure:
          tests.passed === 0
            ? 'none'
            : `${expectedGain(report.coverage, tests.passed, tests.passed, waivers.model).toFixed(0)} expected`,
      },
      content: growthSection(report, waivers),
    },
    {
      entry: { id: 'testplan', name: 'Testplan', figure: `${plan.judged} of ${plan.total}` },
      content: testplanSection(plan),
    },
    {
      entry: {
        id: 'rules',
        name: 'Rules',
        figure: summary.unarmed.length === 0 ? `${summary.armed}` : `${summary.unarmed.length} not armed`,
        tone: summary.unarmed.length === 0 ? 'good' : 'open',
      },
      content: rulesSection(report),
    },
    {
      entry: { id: 'tests', name: 'Tests', figure: numberText(report.tally.tests) },
      content: testsSection(
        page.results,
        summary.memory,
        summary.matrix,
        getClaimResults(report.tally.claims),
      ),
    },
    {
      entry: { id: 'what-ran', name: 'Run', figure: page.manifest.suite },
      content: runDetailsSection(page, summary),
    },
  ];
}

/** The section about closed holes, only present for nights configured to close holes. */
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
  return [{ entry: { id: 'fixes', name: 'Fixes', figure, tone }, content: fixesSection(fixes) }];
}

/** The navigation entry for changes, with the number of new groups or, failing that, of groups that are gone. */
function changesEntry({ report, changes }: RunPage): NavigationEntry {
  const entry = { id: 'changes', name: 'Changes' };
  if (changes === undefined)
    return { ...entry, figure: report.again === undefined ? 'first run' : 'a repeat' };
  const { newGroups, goneGroups } = changes;
  if (newGroups.length > 0) return { ...entry, figure: `${numberText(newGroups.length)} new`, tone: 'bad' };
  return goneGroups.length > 0
    ? { ...entry, figure: `${numberText(goneGroups.length)} gone`, tone: 'good' }
    : { ...entry, figure: 'none new' };
}
