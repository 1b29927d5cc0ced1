import { expect, it } from 'vitest';
import { extractWaveLifetime } from '../../../../failures/timeline/wave-life.js';
import { getTicks } from '../../../../harness/page/line-chart.js';
import { percentBar } from '../../../../runs/page/parts.js';
import { drawGrowthChart, drawRateChart } from '../../../../runs/page/sections/growth.js';
import { drawOutcomeBar } from '../../../../runs/page/sections/verdict.js';
import { drawPixelMap } from '../../../../runs/page/svg/pixel-map.js';
import { drawTimeline, drawViolationSvg } from '../../../../runs/page/svg/timeline.js';
import { findWitness, makeBrokenSection } from '../../../failures/picture/support/pictures.js';

const stream = makeBrokenSection();
const { violation, waves, transactions } = findWitness(stream, 'ORD-01');
const lifetimes = waves.map((wave) => extractWaveLifetime(stream.scenario, transactions, wave));

/** Returns the values of an attribute on every element with a given tag. */
function getAttributeValues(html: string, element: string, attribute: string): number[] {
  const found = html.matchAll(new RegExp(`<${element} [^>]*?\\b${attribute}="([\\d.-]+)"`, 'g'));
  return Array.from(found, ([, value]) => Number(value));
}

/** Returns the text of every element with a given class. */
function getTexts(html: string, name: string): string[] {
  return Array.from(html.matchAll(new RegExp(`class="${name}"[^>]*>([^<]*)<`, 'g')), ([, text]) => text!);
}

it.each([820, 330])(
  'draws the same markers, sections and violation as the text diagram, at a width of %i pixels',
  (width) => {
    const { html } = drawTimeline(lifetimes, violation, width);
    const symbols = getTexts(html, 'mark').join('');
    for (const symbol of ['F', 'P', ']', 'C', 'V', 'E', 'l', 's']) expect(symbols).toContain(symbol);
    expect(html).toContain('<title>cycles 20 to 21</title>');
    expect(getTexts(html, 'violation')).toContain('ORD-01, cycle 20');
    const ends = getAttributeValues(html, 'rect', 'x').map(
      (x, i) => x + getAttributeValues(html, 'rect', 'width')[i]!,
    );
    expect(Math.max(...ends, ...getAttributeValues(html, 'line', 'x2'))).toBeLessThanOrEqual(width);
    expect(
      Math.min(...getAttributeValues(html, 'rect', 'width'), ...getAttributeValues(html, 'line', 'x1')),
    ).toBeGreaterThanOrEqual(0);
  },
);

it("draws each wave's pixels, and the pixels that both waves cover", () => {
  const map = drawPixelMap(lifetimes, violation.place)!;
  expect(getTexts(map.svg.html, 'symbol shared').join('')).toBe('###');
  expect(getTexts(map.svg.html, 'symbol violating').join('')).toBe('*');
  expect(getTexts(map.svg.html, 'symbol covered wave-a').join('')).toBe('AAAA');
  expect(map.notes[0]).toContain('pixel (4, 6): A primitive 0 in lane 0; B primitive 1 in lane 0');
});

it('labels the axes of the growth chart with round numbers and units, and extrapolates it to twice as many tests', () => {
  expect(getTicks(1571)).toEqual([0, 500, 1000, 1500]);
  expect(getTicks(3)).toEqual([0, 1, 2, 3]);
  const curve = [
    { tests: 30, bins: 900 },
    { tests: 60, bins: 1571 },
  ];
  const html = drawGrowthChart({ curve }, (tests) => tests)
    .map((part) => part.html)
    .join('');
  for (const text of [
    '1,500',
    'bins hit',
    'passed tests',
    '1,571 bins after 60 tests; 1,631 bins expected after 120 tests',
  ])
    expect(html).toContain(text);
  expect(html).toContain(`class="growth drawing"`);
  expect(html.match(/<polyline class="expected" points="([^ ]+)/)![1]).toBe('328.5,34.1');
});

it('draws the rate of new bins on a logarithmic axis, and merges intervals with no new bins into the previous one', () => {
  const renderRates = (...bins: number[]): string =>
    drawRateChart(bins.map((all, index) => ({ tests: 10 * (index + 1), bins: all })))
      .map((part) => part.html)
      .join('');
  expect(renderRates(100, 100)).toBe('');
  const html = renderRates(100, 101, 101, 102);
  expect(html).toContain('New bins per 100 tests: 1000.0 at first, 10.0 at the end');
  for (const tick of ['1', '10', '100', '1,000']) expect(html).toContain(`>${tick}</text>`);
  expect(html.match(/<polyline[^>]*>/)![0].match(/,/g)).toHaveLength(3);
});

it('draws a box for each waiter in a hang, eliding the middle of a long chain', () => {
  const renderBoxes = (parties: number): string => {
    const steps = Array.from(
      { length: parties },
      (_, i) => `wave ${i} (packer 0 id ${i}) waits for export-ready`,
    );
    const hang = { ...violation, rule: 'HANG-01' as const, steps };
    return drawViolationSvg(stream.scenario, { violation: hang, waves: [], transactions: [] })[0]!.html;
  };
  expect(renderBoxes(4).match(/<li>/g)).toHaveLength(4);
  expect(renderBoxes(20).match(/<li>/g)).toHaveLength(7);
  expect(renderBoxes(20)).toContain('14 more (see the witness)');
});

it('caps known failures at the number of failures, with no gap or overlap between segments', () => {
  const { html } = drawOutcomeBar({ tests: 10, passed: 6, failed: 3, errors: 1 }, 5);
  expect(html).toContain('aria-label="6 passed, 3 known, 1 error"');
  const getPercents = (name: string) =>
    Array.from(html.matchAll(new RegExp(` ${name}="([\\d.]+)%"`, 'g')), ([, value]) => Number(value));
  expect(getPercents('x')).toEqual([0, 60, 90]);
  expect(getPercents('width')).toEqual([60, 30, 10]);
});

it.each([
  [99.99, 99],
  [120, 100],
  [-1, 0],
])('draws %d percent as a bar of %d percent, which is full only at 100', (percent, expected) => {
  expect(percentBar(percent).html).toContain(`data-share="${expected}"`);
});
