import type { Saturation } from '../../../coverage/index.js';
import { counted } from '../../counted.js';
import { type Html, h } from '../html.js';

const WIDTH = 480;
const HEIGHT = 120;

/** Bins over tests as a curve, and what more tests would bring. */
export function growthChart({ tests, curve, onlyOnce, expectedNew }: Saturation): Html[] {
  const text = `${counted(onlyOnce.length, 'bin')} hit by only one test; ${counted(tests, 'more test')} would add at most about ${counted(expectedNew, 'bin')}.`;
  const last = curve.at(-1);
  if (last === undefined || last.bins === 0) return [h('p', {}, text)];
  const points = curve.map(({ tests: x, bins: y }) => {
    const right = (WIDTH * x) / last.tests;
    const down = HEIGHT - (HEIGHT * y) / last.bins;
    return `${right.toFixed(1)},${down.toFixed(1)}`;
  });
  const label = `${last.bins} bins after ${last.tests} tests`;
  return [
    h(
      'svg',
      { viewBox: `-4 -4 ${WIDTH + 8} ${HEIGHT + 8}`, class: 'growth', role: 'img', 'aria-label': label },
      h('polyline', { points: `0,${HEIGHT} ${points.join(' ')}`, fill: 'none' }),
    ),
    h('p', {}, `${label}. ${text}`),
  ];
}
