import { type Html, h } from '../html.js';
import { section, table } from '../parts.js';
import type { RunPage } from '../shown-run.js';

/** Version, machine, selection and how the tests spread over generations. */
export function whatRanSection({ manifest, report }: RunPage): Html {
  const { machine } = manifest;
  const dirty = manifest.dirty === true ? ', with uncommitted changes' : '';
  const facts: readonly (readonly [string, string])[] = [
    ['suite', manifest.suite],
    ['root seed', manifest.seed],
    ['version', `${manifest.version}, commit ${manifest.commit ?? 'unknown'}${dirty}`],
    ['started', manifest.startedAt],
    ['workers', `${manifest.workers}`],
    ['machine', `${machine.processors} x ${machine.processor}, ${machine.platform}, Node ${machine.node}`],
    ['chips', manifest.chips.join(', ') || 'drawn per test'],
    ['knobs', manifest.knobs.join(', ') || 'none fixed'],
    ['faults', manifest.faults.join(', ') || 'none'],
  ];
  return section(
    'what-ran',
    'What ran',
    h(
      'dl',
      { class: 'facts' },
      ...facts.map(([name, text]) => h('div', {}, h('dt', {}, name), h('dd', {}, text))),
    ),
    table(
      [{ title: 'generation' }, { title: 'tests', align: 'right' }],
      Object.entries(report.tally.byGeneration).map(([gfx, tests]) => [gfx, tests.toLocaleString('en-US')]),
    ),
  );
}
