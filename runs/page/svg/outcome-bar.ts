import { type Html, h } from '../../../base/page/index.js';
import { formatNumber, formatQuantity } from '../../../base/text/index.js';
import type { Tally } from '../../../harness/run-directory/index.js';

type Counts = Pick<Tally, 'tests' | 'passed' | 'failed' | 'errors'>;

/** Draws a run's tests as a single bar, divided into passed tests, known and other failures, and testbench errors. */
export function drawOutcomeBar({ tests, passed, failed, errors }: Counts, known: number): Html {
  const knownFailures = Math.min(known, failed);
  const parts = [
    { name: 'passed', count: passed, label: `${formatNumber(passed)} passed` },
    { name: 'known', count: knownFailures, label: `${formatNumber(knownFailures)} known` },
    {
      name: 'failed',
      count: failed - knownFailures,
      label: `${formatNumber(failed - knownFailures)} failed`,
    },
    { name: 'errors', count: errors, label: formatQuantity(errors, 'error') },
  ].filter(({ count }) => count > 0);
  let offset = 0;
  const rects = parts.map(({ name, count }) => {
    const x = formatPercent(offset, tests);
    offset += count;
    return h('rect', { class: name, x, width: formatPercent(count, tests), height: '100%' });
  });
  const label = parts.map((part) => part.label).join(', ');
  return h('svg', { class: 'outcomes', role: 'img', 'aria-label': label || 'no tests have run' }, rects);
}

function formatPercent(count: number, total: number): string {
  return `${((100 * count) / Math.max(1, total)).toFixed(3)}%`;
}
