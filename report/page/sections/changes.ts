import { percentText } from '../../../coverage/index.js';
import type { RunChanges } from '../../run-changes.js';
import { type Html, h } from '../html.js';
import { list, section } from '../parts.js';

/** Bins of one kind of change that are shown by name. */
const BINS_SHOWN = 50;

/** What changed since an earlier run. */
export function changesSection(changes: RunChanges | undefined): Html {
  if (changes === undefined) {
    return section(
      'changes',
      'Changes',
      h('p', {}, 'No earlier run like this one (suite, selection, length and shard) to compare with.'),
    );
  }
  const { since, newBuckets, goneBuckets, changed, won, lost, disarmed, percent, testsPerSecond } = changes;
  return section(
    'changes',
    'Changes',
    h('p', {}, 'Since run ', h('code', {}, since), ':'),
    list([
      `coverage ${percentText(percent[0], 2)} before, ${percentText(percent[1], 2)} now`,
      `speed ${testsPerSecond[0].toFixed(1)} tests/s before, ${testsPerSecond[1].toFixed(1)} now`,
    ]),
    named(
      'New failure buckets',
      newBuckets.map(({ signature }) => signature),
      'bad',
    ),
    named(
      'Failure buckets gone',
      goneBuckets.map(({ signature }) => signature),
      'good',
    ),
    named('Rules no longer armed', disarmed, 'bad'),
    ...(changed.length === 0 ? [] : [named('Covergroups not compared (definition changed)', changed, 'bad')]),
    named('Bins no longer covered', lost.map(binName), 'bad'),
    named('Newly covered bins', won.map(binName), 'good'),
  );
}

function binName({ group, item, bin }: { group: string; item: string; bin: string }): string {
  return `${group} / ${item} / ${bin}`;
}

function named(what: string, names: readonly string[], tone: 'good' | 'bad'): Html {
  if (names.length === 0) return h('p', { class: 'quiet' }, `${what}: none`);
  const hidden = names.length - BINS_SHOWN;
  const shown = list([...names.slice(0, BINS_SHOWN), ...(hidden > 0 ? [`and ${hidden} more`] : [])]);
  return h(
    'details',
    { open: tone === 'bad' },
    h('summary', { class: tone }, `${what}: ${names.length}`),
    shown,
  );
}
