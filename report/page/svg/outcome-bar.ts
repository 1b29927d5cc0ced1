import type { Tally } from '../../../regression/index.js';
import { type Html, h } from '../html.js';

type Counts = Pick<Tally, 'tests' | 'passed' | 'failed' | 'errors'>;

/** All tests of a run as one bar: passed, known failures, failures, errors of the testbench. */
export function outcomeBar({ tests, passed, failed, errors }: Counts, known: number): Html {
  const parts = [
    { name: 'passed', count: passed },
    { name: 'known', count: Math.min(known, failed) },
    { name: 'failed', count: failed - Math.min(known, failed) },
    { name: 'errors', count: errors },
  ].filter(({ count }) => count > 0);
  let done = 0;
  const rects = parts.map(({ name, count }) => {
    const x = percent(done, tests);
    done += count;
    return h('rect', { class: name, x, width: percent(count, tests), height: '100%' });
  });
  const label = parts.map(({ name, count }) => `${count.toLocaleString('en-US')} ${name}`).join(', ');
  return h('svg', { class: 'outcomes', role: 'img', 'aria-label': label || 'no test has run' }, rects);
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / Math.max(1, whole)).toFixed(3)}%`;
}
