import type { SeriesRun } from '../../../runs/history/run-series.js';
import { renderTrendsPage } from '../../../runs/nights/nights-page.js';

const HOSTILE = `</svg><script>alert(1)</script>"onload='x'\u202e\x1b[31m`;

function makeNight(day: number, overrides: Partial<SeriesRun> = {}): SeriesRun {
  return {
    directory: `night-${day}`,
    runId: `night-${day}`,
    startedAt: `2026-11-0${day}T01:00:00.000Z`,
    endedBy: 'time',
    seed: '0x1',
    tests: 1000,
    failed: 0,
    errors: 0,
    seconds: 60,
    flaky: 0,
    rulesArmed: 90 + day,
    commit: null,
    dirty: null,
    passRate: 100,
    coverage: 90 + day,
    testsPerSecond: 20,
    groups: [],
    born: [],
    fixed: [],
    ...overrides,
  };
}

function renderPage(nights: readonly SeriesRun[], alike = 'nightly, 600 s', hasPage = () => true): string {
  const series = nights.length === 0 ? [] : [{ alike, nights, earlier: 0, unfinished: 0 }];
  return renderTrendsPage({ folder: 'out', series, hasPage });
}

it("draws six trends whose points link to their runs' pages", () => {
  const html = renderPage([makeNight(1), makeNight(2), makeNight(3)]);
  expect(html.match(/<svg /g)).toHaveLength(6);
  expect(html.match(/<a href="\.\/night-2\/index\.html" aria-label=/g)).toHaveLength(6);
  expect(html).toContain('2026-11-02 01:00, night-2: 92.0%');
  expect(html).toContain('+1.0 points since the previous run');
});

it("lists new groups and those no longer seen, both in the headline and in the run's row", () => {
  const html = renderPage([
    makeNight(1, { groups: ['ORD-06 spi'] }),
    makeNight(2, { groups: ['EXP-01 sx'], born: ['EXP-01 sx'], fixed: ['ORD-06 spi'], failed: 3 }),
  ]);
  expect(html).toContain('3 of 1,000 tests failed');
  expect(html.match(/>new: EXP-01 sx</g)).toHaveLength(2);
  expect(html.match(/>vanished: ORD-06 spi</g)).toHaveLength(2);
  expect(html).toContain(': 1 group; new: EXP-01 sx; vanished: ORD-06 spi</title>');
});

it("lists the first run's groups, and shows no coverage if no tests contribute to it", () => {
  const html = renderPage([makeNight(1, { groups: ['ORD-06 spi', 'EXP-01 sx'], failed: 3, coverage: 0 })]);
  expect(html).toContain(', 2 failure groups: ORD-06 spi, EXP-01 sx</p>');
  expect(html).toContain('data-label="coverage">–<');
});

it('does not link to a run without a page, and leaves gaps for unrecorded values', () => {
  const html = renderPage(
    [makeNight(1), makeNight(2, { coverage: 0 }), makeNight(3)],
    'nightly',
    () => false,
  );
  expect(html).not.toContain('<a ');
  expect(html.match(/<circle class="point"/g)).toHaveLength(6 * 3 - 1);
});

it('is a single file that runs no scripts and loads nothing', () => {
  const html = renderPage([makeNight(1), makeNight(2)]);
  expect(html).toMatch(
    /Content-Security-Policy" content="default-src &#39;none&#39;; script-src &#39;none&#39;; style-src &#39;sha256-/,
  );
  expect(html).not.toMatch(/<script|https?:|src=/);
});

it('shows external names as plain text', () => {
  const html = renderPage(
    [makeNight(1), makeNight(2, { directory: HOSTILE, groups: [HOSTILE], born: [HOSTILE] })],
    HOSTILE,
  );
  for (const piece of [HOSTILE, '<script', '\u202e', '\x1b']) expect(html).not.toContain(piece);
  expect(html).toContain('&lt;script&gt;alert(1)');
  expect(html).toContain(`href="./${encodeURIComponent(HOSTILE).replaceAll("'", '&#39;')}/index.html"`);
});

it('fits a year of nightly runs in less than a megabyte', () => {
  const nights = Array.from({ length: 366 }, (_, index) =>
    makeNight(1 + (index % 9), { directory: `night-${index}` }),
  );
  expect(renderPage(nights).length).toBeLessThan(1_000_000);
});
