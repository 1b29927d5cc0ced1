import type { Saturation, SaturationPoint } from '../../../coverage/index.js';
import { counted, numberText } from '../../counted.js';
import { roundStep } from '../../round-step.js';
import { type Html, h } from '../html.js';

/** Widths in pixels: the page shows one or the other, as there is room. */
const WIDE = 640;
const NARROW = 330;
const HEIGHT = 220;
const LEFT = 48;
const RIGHT = 12;
const TOP = 12;
const BOTTOM = 42;
const STEPS_MAX = 5;

/** Bins over tests as a curve with its axes, and what more tests would bring. */
export function growthChart({ tests, curve, onlyOnce, expectedNew }: Saturation): Html[] {
  const text = `${counted(onlyOnce.length, 'bin')} hit by only one test; ${counted(tests, 'more test')} would add at most about ${counted(expectedNew, 'bin')}.`;
  const last = curve.at(-1);
  if (last === undefined || last.bins === 0) return [h('p', {}, text)];
  const label = `${counted(last.bins, 'bin')} after ${counted(last.tests, 'test')}`;
  return [
    h(
      'figure',
      { class: 'growth drawing' },
      h('div', { class: 'wide' }, chart(curve, last, WIDE, label)),
      h('div', { class: 'narrow' }, chart(curve, last, NARROW, label)),
    ),
    h('p', {}, `${label}. ${text}`),
  ];
}

function chart(curve: readonly SaturationPoint[], last: SaturationPoint, width: number, label: string): Html {
  const bottom = HEIGHT - BOTTOM;
  const x = (tests: number): number => LEFT + ((width - LEFT - RIGHT) * tests) / last.tests;
  const y = (bins: number): number => bottom - ((bottom - TOP) * bins) / last.bins;
  const points = curve.map(({ tests, bins }) => `${x(tests).toFixed(1)},${y(bins).toFixed(1)}`).join(' ');
  const across = ticks(last.tests).map((tests) =>
    h('text', { class: 'tick', x: x(tests), y: bottom + 17, 'text-anchor': 'middle' }, numberText(tests)),
  );
  const down = ticks(last.bins).flatMap((bins) => [
    h('line', { class: 'grid', x1: LEFT, x2: width - RIGHT, y1: y(bins), y2: y(bins) }),
    h('text', { class: 'tick', x: LEFT - 6, y: y(bins) + 4, 'text-anchor': 'end' }, numberText(bins)),
  ]);
  const middle = { class: 'tick', x: (LEFT + width - RIGHT) / 2, y: HEIGHT - 6, 'text-anchor': 'middle' };
  return h(
    'svg',
    { viewBox: `0 0 ${width} ${HEIGHT}`, role: 'img', 'aria-label': `Growth: ${label}` },
    down,
    across,
    h('text', middle, 'passed tests'),
    h('text', { class: 'tick', x: LEFT + 6, y: TOP + 12 }, 'bins hit'),
    h('polygon', { points: `${LEFT},${bottom} ${points} ${x(last.tests)},${bottom}` }),
    h('polyline', { points: `${LEFT},${bottom} ${points}`, fill: 'none' }),
  );
}

/** Round numbers from 0 up to a greatest one, in steps of 1, 2 or 5 times a power of ten. */
export function ticks(most: number): number[] {
  const step = roundStep(most / STEPS_MAX, true);
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, i) => i * step);
}
