import {
  BASE_CSS,
  type Html,
  h,
  makeContentPolicy,
  makeDataScript,
  makeModuleScript,
  makeStyleSheet,
} from '../../base/page/index.js';
import { EVENT_UNITS } from '../timeline/index.js';
import type { OtherRun, PackedRun, ViewerData } from './viewer-data.js';
import { VIEWER_STYLE } from './viewer-style.js';

/** The style sheet for a run's page. */
export const VIEWER_PAGE_STYLE = BASE_CSS + VIEWER_STYLE;
const LOADING =
  'Reading the run. If this message does not disappear, the file is incomplete, scripts are disabled, or your browser predates 2023.';

/**
 * Generates a run's page as a single self-contained file. `script` is its compiled code, and `repro` is the command
 * that reruns the test.
 */
export function renderViewerPage(
  { data, stream, otherStream }: PackedRun,
  repro: string,
  script: string,
): string {
  const body = [
    makeHeader(data, repro),
    makeToolbar(data),
    // The script removes this line. It stays visible if the file is truncated.
    h('p', { id: 'loading', role: 'status' }, LOADING),
    h(
      'main',
      { class: data.other === undefined ? undefined : 'compared' },
      makePanel('steps', 'What happened', h('ol', { id: 'steps' }), h('p', { id: 'hint', class: 'quiet' })),
      ...(data.other === undefined
        ? []
        : [
            makePanel(
              'difference',
              'Where the two runs differ',
              makeScrollRegion('difference', 'Differences'),
            ),
          ]),
      makePanel(
        'timeline',
        'Waves by packer and slot',
        h('p', { id: 'no-waves', class: 'quiet', role: 'status' }),
        makeTimeline(),
        makeLegend(),
      ),
      makePanel('wave', 'Wave', h('div', { id: 'wave' })),
      makePanel('program', 'Program', makeScrollRegion('program', 'Wave program')),
      makePanel('screen', 'Screen', h('div', { id: 'screen' })),
      makePanel('memory', 'Ordered memory', makeScrollRegion('memory', 'Ordered memory words')),
      makePanel('caches', 'Cache lines', makeScrollRegion('caches', 'Lines in caches')),
      makePanel(
        'events',
        'Events',
        h('p', { id: 'found', class: 'quiet' }),
        makeScrollRegion('events', 'Events around the cursor'),
      ),
    ),
    makeDataScript('run-data', data),
    h('script', { type: 'text/plain', id: 'run-stream' }, stream),
    ...(otherStream === undefined
      ? []
      : [h('script', { type: 'text/plain', id: 'other-stream' }, otherStream)]),
    makeModuleScript(script),
  ];
  const head = h(
    'head',
    {},
    h('meta', { charset: 'utf-8' }),
    h('meta', {
      'http-equiv': 'Content-Security-Policy',
      content: makeContentPolicy([script], VIEWER_PAGE_STYLE),
    }),
    h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    h('meta', { name: 'color-scheme', content: 'light dark' }),
    h('title', {}, `${formatPageTitle(data)}: ${data.name}`),
    makeStyleSheet(VIEWER_PAGE_STYLE),
  );
  return `<!doctype html>\n${h('html', { lang: 'en' }, head, h('body', {}, ...body)).html}\n`;
}

function formatPageTitle({ violations }: ViewerData): string {
  const [first] = violations;
  return first === undefined ? 'No violation' : `${first.rule} at cycle ${first.cycle}`;
}

function makeHeader(data: ViewerData, repro: string): Html {
  const { violations, window, lastCycle, name, scenario } = data;
  const [first] = violations;
  const trimNote =
    window === undefined
      ? []
      : [
          h(
            'p',
            { class: 'open' },
            `This page shows cycles ${window.first} to ${Math.min(window.last, lastCycle)} of ${lastCycle}.`,
          ),
        ];
  return h(
    'header',
    {},
    h('h1', {}, formatPageTitle(data)),
    ...(first === undefined ? [] : [h('p', {}, first.sentence)]),
    ...trimNote,
    h(
      'dl',
      { class: 'facts' },
      ...(first === undefined
        ? []
        : [
            makeFact('allowed', first.allowed),
            makeFact('observed', first.observed),
            makeFact('hint', first.hint),
          ]),
      makeFact('test', `${name} on ${scenario.chip}`),
      makeFact('replay', repro),
      ...(data.other === undefined ? [] : makeOtherFacts(data.other)),
    ),
  );
}

function makeOtherFacts({ name, verdict, repro, difference, sharesChoices }: OtherRun): Html[] {
  const cycle = difference === undefined ? 'none' : `cycle ${difference.cycle}`;
  return [
    makeFact('compared with', `B: ${name}, ${verdict}${sharesChoices ? ', replaying the choices of A' : ''}`),
    makeFact('replay of B', repro),
    makeFact('first difference', cycle),
  ];
}

function makeFact(term: string, text: string): Html {
  return h('div', {}, h('dt', {}, term), h('dd', {}, text));
}

function makeToolbar({ other }: ViewerData): Html {
  const button = (id: string, text: string, title: string): Html =>
    h('button', { type: 'button', id, title }, text);
  const field = (id: string, label: string, control: Html): Html =>
    h('label', { for: id }, `${label} `, control);
  const choice = (id: string, all: string, options: readonly string[]): Html =>
    h('select', { id }, h('option', { value: '' }, all), ...options.map((text) => h('option', {}, text)));
  return h(
    'div',
    { id: 'toolbar', role: 'region', 'aria-label': 'Controls' },
    button('to-violation', 'Violation', 'Go to the violation (v)'),
    button('step-back', '◀ Step', 'Previous step of the witness (p)'),
    button('step-forward', 'Step ▶', 'Next step of the witness (n)'),
    button('event-back', '◀ Event', 'Previous event (left arrow)'),
    button('event-forward', 'Event ▶', 'Next event (right arrow)'),
    button('play', '▶ Play', 'Play the events (k)'),
    button('zoom-in', '+', 'Zoom in (+)'),
    button('zoom-out', '−', 'Zoom out (-)'),
    button('zoom-all', 'All', 'Show the whole run (0)'),
    field('waves', 'Waves', h('input', { id: 'waves', size: 8, inputmode: 'numeric' })),
    field('packer', 'Packer', choice('packer', 'all', [])),
    field('unit', 'Unit', choice('unit', 'all', EVENT_UNITS)),
    field('kind', 'Kind', choice('kind', 'all', [])),
    field('search', 'Search', h('input', { id: 'search', type: 'search', size: 14 })),
    ...(other === undefined
      ? []
      : [
          button('to-difference', 'First difference', 'Go to the first difference between the runs (d)'),
          field('differing', 'Only differences', h('input', { id: 'differing', type: 'checkbox' })),
        ]),
    h('output', { id: 'cursor' }),
  );
}

function makePanel(id: string, title: string, ...content: readonly Html[]): Html {
  return h(
    'section',
    { id: `${id}-panel`, 'aria-labelledby': `${id}-title` },
    h('h2', { id: `${id}-title` }, title),
    ...content,
  );
}

function makeScrollRegion(id: string, label: string): Html {
  return h('div', { class: 'scroll', id, tabindex: 0, role: 'region', 'aria-label': label });
}

function makeTimeline(): Html {
  return h('canvas', {
    id: 'timeline',
    tabindex: 0,
    role: 'img',
    'aria-label': 'Waves over time, in cycles. Use the arrow keys to move between events and waves.',
  });
}

function makeLegend(): Html {
  const names = ['before launch', 'loading', 'running', 'waiting to enter', 'asleep', 'section', 'leaving'];
  return h(
    'ul',
    { class: 'legend' },
    ...names.map((name) => h('li', {}, h('i', { class: name.replaceAll(' ', '-') }), ` ${name}`)),
    h('li', {}, h('i', { class: 'access' }), ' access, from issue to return (darker until performed)'),
    h(
      'li',
      {},
      'p poll · [ entry · ] exit sent · m message · x export · C exit counted · V exit visible · E end',
    ),
    h('li', {}, 'lines: from the exits of overlapped waves to the entry of the selected wave'),
  );
}
