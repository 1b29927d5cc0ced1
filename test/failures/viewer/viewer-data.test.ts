import { gunzipSync } from 'node:zlib';
import { PageLines, packRun, type ViewerRun } from '../../../failures/viewer/viewer-data.js';
import { renderViewerPage } from '../../../failures/viewer/viewer-page.js';
import { type Transaction, transactionLine, type Violation } from '../../../transactions/index.js';
import { scene } from '../../checkers/support/scenes.js';
import { Stream } from '../../checkers/support/stream.js';

const HOSTILE = '</script><img src=x onerror=alert(1)>';

/** Makes a run that polls every cycle, with a violation in the middle. */
function makeLongRun(polls: number): ViewerRun {
  const stream = new Stream(scene()).form([{ x: 0, y: 0, primitive: 0 }], { didOverlap: true });
  for (let i = 0; i < polls; i++) stream.poll(0, (i * 7919) % 1021, 10 + i);
  const violation: Violation = {
    rule: 'ORD-06',
    severity: 'error',
    cycle: 10 + polls / 2,
    unit: 'spi',
    place: { wave: 0 },
    allowed: HOSTILE,
    observed: HOSTILE,
    steps: [HOSTILE],
    hint: HOSTILE,
  };
  const lines = stream.transactions.map((t) => ({ cycle: t.cycle, line: transactionLine(t) }));
  return { scenario: { ...stream.scenario, name: HOSTILE }, lines, violations: [violation], waves: [0] };
}

const unpackRecords = (stream: string): { kind: string; cycle: number }[] =>
  gunzipSync(Buffer.from(stream, 'base64'))
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

it('trims an overlong stream to a window around the violation, keeping the lines that identify waves', () => {
  const run = makeLongRun(2000);
  const untrimmedRun = packRun(run);
  expect([untrimmedRun.data.window, unpackRecords(untrimmedRun.stream).length]).toEqual([
    undefined,
    run.lines.length,
  ]);
  const { data, stream } = packRun(run, untrimmedRun.stream.length / 3);
  const { first, last } = data.window!;
  expect(stream.length).toBeLessThan(untrimmedRun.stream.length / 3);
  expect([first < run.violations[0]!.cycle, last > run.violations[0]!.cycle]).toEqual([true, true]);
  const [firstRecord, ...polls] = unpackRecords(stream);
  expect(firstRecord!.kind).toBe('wave-formed');
  expect(polls.map(({ cycle }) => cycle)).toEqual(
    run.lines.map(({ cycle }) => cycle).filter((cycle) => cycle >= first && cycle <= last),
  );
  expect(renderViewerPage({ data, stream }, 'replay', '')).toContain(
    `This page shows cycles ${first} to ${last} of ${data.lastCycle}.`,
  );
});

it.each([
  ['at the beginning', 9, [0, 207]],
  ['in the middle', 1010, [911, 1110]],
  ['at the end', 2009, [1810, 2009]],
])(
  'keeps a window around a violation %s of an overlong run, plus the lines that identify earlier waves',
  (_, centre, [first, last]) => {
    const run = makeLongRun(2000);
    const pageLines = new PageLines(centre, 200);
    for (const { line } of run.lines) pageLines.add(JSON.parse(line) as Transaction);
    expect(pageLines.first).toEqual(run.lines.slice(0, 200));
    const { window, lastCycle } = pageLines.kept;
    expect([window, lastCycle, pageLines.total]).toEqual([
      { first, last },
      run.lines.at(-1)!.cycle,
      run.lines.length,
    ]);
    const { data, stream } = packRun({ ...run, ...pageLines.kept });
    expect([data.window, data.lastCycle]).toEqual([window, lastCycle]);
    const records = unpackRecords(stream);
    expect(records.filter(({ kind }) => kind === 'wave-formed')).toHaveLength(1);
    expect(records.filter(({ cycle }) => cycle >= first!)).toEqual(
      run.lines.filter(({ cycle }) => cycle >= first! && cycle <= last!).map(({ line }) => JSON.parse(line)),
    );
    expect(Math.abs(records.length - 200)).toBeLessThanOrEqual(5);
  },
);

it('keeps all lines of a short run', () => {
  const run = makeLongRun(100);
  const pageLines = new PageLines(30, run.lines.length);
  for (const { line } of run.lines) pageLines.add(JSON.parse(line) as Transaction);
  expect(pageLines.kept).toEqual({ lines: run.lines, lastCycle: run.lines.at(-1)!.cycle });
});

it('stays within the requested window, even if the violation is outside it', () => {
  const run = { ...makeLongRun(2000), window: { first: 1500, last: 1999 } };
  const { stream } = packRun(run);
  const { window } = packRun(run, stream.length / 2).data;
  expect([window!.first > 1400, window!.last - window!.first < 499]).toEqual([true, true]);
  expect(window!.first).toBeGreaterThanOrEqual(1500);
});

it('contains no injected markup and allows no script but its own', () => {
  const page = renderViewerPage(packRun(makeLongRun(1)), HOSTILE, 'document.title = 1');
  expect(page).not.toContain('<img');
  expect(page.match(/<\/script>/g)).toHaveLength(3);
  const policy = /Content-Security-Policy" content="([^"]*)"/.exec(page)![1]!.replaceAll('&#39;', "'");
  expect(policy).toMatch(
    /^default-src 'none'; script-src 'sha256-[^' ]*'; style-src 'sha256-[^' ]*'; base-uri/,
  );
});
