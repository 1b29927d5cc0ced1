import { summariseRun } from '../run-summary.js';
import { contentPolicy } from './content-policy.js';
import { coverageTree } from './coverage-tree.js';
import { dataScript, type Html, h, moduleScript, styleSheet } from './html.js';
import { changesSection } from './sections/changes.js';
import { coverageSection } from './sections/coverage.js';
import { failuresSection } from './sections/failures.js';
import { rulesSection } from './sections/rules.js';
import { testplanSection } from './sections/testplan.js';
import { testsSection } from './sections/tests.js';
import { verdictHeader } from './sections/verdict.js';
import { whatRanSection } from './sections/what-ran.js';
import type { RunPage } from './shown-run.js';
import { STYLE } from './style.js';

const NAVIGATION = ['changes', 'failures', 'coverage', 'testplan', 'rules', 'tests', 'what ran'] as const;

/**
 * `index.html` of a run directory: one file that needs nothing else. `scripts` are the built scripts of the page. What
 * names a person gave are escaped wherever they stand.
 */
export function runPage(page: RunPage, scripts: readonly string[]): string {
  const summary = summariseRun(page.report);
  const body = [
    verdictHeader(page, summary),
    h('nav', { 'aria-label': 'Sections' }, ...NAVIGATION.map(link)),
    h(
      'main',
      {},
      changesSection(page.changes),
      failuresSection(summary.groups, page.failures),
      coverageSection(page.report.coverage, page.waivers),
      testplanSection(page.plan),
      rulesSection(page.report),
      testsSection(page.costliest, summary.memory, summary.matrix),
      whatRanSection(page),
    ),
    dataScript('coverage-data', coverageTree(page.report.coverage, page.lineOf, page.waivers.model)),
    ...scripts.map(moduleScript),
  ];
  return `<!doctype html>\n${h('html', { lang: 'en' }, head(page, contentPolicy(scripts, STYLE)), h('body', {}, ...body)).html}\n`;
}

function head({ report }: RunPage, policy: string): Html {
  const title = `${report.request.runId}: ${report.tally.passed} of ${report.tally.tests} passed`;
  return h(
    'head',
    {},
    h('meta', { charset: 'utf-8' }),
    h('meta', { 'http-equiv': 'Content-Security-Policy', content: policy }),
    h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    h('meta', { name: 'color-scheme', content: 'light dark' }),
    h('title', {}, title),
    styleSheet(STYLE),
  );
}

function link(name: string): Html {
  return h('a', { href: `#${name.replace(' ', '-')}` }, name);
}
