import {
  BASE_CSS,
  type Html,
  h,
  makeContentPolicy,
  makeDataScript,
  makeModuleScript,
  makePage,
} from '../../harness/page/index.js';
import type { PackedRun, ViewerData } from './viewer-data.js';

/** The style of the panels, timeline and lists on a run's page. The canvas reads its state colours from here. */
const VIEWER_STYLE = `
:root{--state-launch:#8a94a3;--state-load:#b9a3e3;--state-run:#7fb2f0;--state-wait:#e0b84a;--state-sleep:#c9ced6;--state-section:#2f7d46;--state-leave:#86c79a;--state-end:#d8dce2;--cursor:#b42318;--select:#0a58ca;--access:#5b3fa8}
@media (prefers-color-scheme:dark){:root{--state-launch:#6d7785;--state-load:#6f579f;--state-run:#2c5d96;--state-wait:#8f701a;--state-sleep:#4a5361;--state-section:#3fa45f;--state-leave:#2b6b40;--state-end:#2a313b;--cursor:#ff7b72;--select:#79b8ff;--access:#b79cf5}}
header,main{max-width:none}h1{font-size:1.35rem;margin:.8rem 0 .2rem}h2{font-size:1rem;margin:0 0 .4rem;padding:0;border:0}
#toolbar{position:sticky;top:0;z-index:2;display:flex;flex-wrap:wrap;gap:.35rem;align-items:center;padding:.45rem 1.25rem;background:var(--background);border-block:1px solid var(--line)}
#toolbar button,#toolbar input,#toolbar select{min-height:1.75rem}#toolbar label{font-size:.85rem}#cursor{font-size:.85rem;font-variant-numeric:tabular-nums;margin-left:auto}
main{display:grid;grid-template-columns:repeat(12,1fr);gap:.8rem;padding-top:.8rem;padding-bottom:2rem}
section{min-width:0;border:1px solid var(--line);border-radius:.45rem;padding:.6rem .75rem}
#timeline-panel{grid-column:4/13}#steps-panel{grid-column:1/4}#wave-panel,#program-panel,#screen-panel{grid-column:span 4}#memory-panel,#caches-panel{grid-column:span 6}#events-panel{grid-column:1/13}
canvas{display:block;width:100%;touch-action:pan-y}#timeline{height:26rem;cursor:crosshair}
.scroll{max-height:22rem;overflow:auto;contain:content}
#steps{padding-left:1.3rem;font-size:.84rem}#steps button,#events button,#screen button,#memory button{text-align:left;border:0;background:none;padding:.12rem .25rem;width:100%;min-height:1.6rem;overflow-wrap:anywhere;font-size:.84rem}
#steps button{width:auto;max-width:92%;vertical-align:top}button[aria-current]{background:var(--open-background)!important;color:var(--open)}
#program ol,#events ol{list-style:none;margin:0;padding:0;font:.8rem/1.45 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}#program li{white-space:pre;padding:0 .25rem}#program li.label{color:var(--muted)}#program li.at{background:var(--open-background);color:var(--open);font-weight:700}
#events button{font:inherit;width:100%}#loading{padding:0 1.25rem}
table{border-collapse:collapse;font-size:.84rem;width:100%}th,td{text-align:left;padding:.12rem .4rem;border-bottom:1px solid var(--line);vertical-align:top}th{font-weight:600;color:var(--muted)}td{font-variant-numeric:tabular-nums}tr.stale td{color:var(--bad)}
#screen canvas{max-width:22rem;aspect-ratio:1;cursor:crosshair}#screen ol{margin:.4rem 0;padding-left:1.4rem;font-size:.84rem;max-height:11rem;overflow:auto}
.legend{list-style:none;padding:0;margin:.4rem 0 0;display:flex;flex-wrap:wrap;gap:.15rem .9rem;font-size:.8rem;color:var(--muted)}.legend i{display:inline-block;width:1.1rem;height:.6rem;border-radius:.1rem}
.before-launch{background:var(--state-launch)}.loading{background:var(--state-load)}.running{background:var(--state-run)}.waiting-to-enter{background:var(--state-wait)}.asleep{background:var(--state-sleep)}.section{background:var(--state-section)}.leaving{background:var(--state-leave)}.access{background:var(--access)}
.facts>div{grid-template-columns:6rem 1fr}
@media (max-width:60rem){main{grid-template-columns:1fr}main>section{grid-column:1/2!important}#timeline{height:20rem}}
@media (max-width:40rem){#toolbar{padding:.4rem .6rem;position:static}main{padding-left:.5rem;padding-right:.5rem}.facts>div{grid-template-columns:1fr}}
`;

/** The style sheet for a run's page. */
export const VIEWER_PAGE_STYLE = BASE_CSS + VIEWER_STYLE;
const LOADING =
  'Reading the run. If this message does not disappear, the file is incomplete, scripts are disabled, or your browser predates 2023.';

/**
 * Generates a run's page as a single self-contained file. `script` is its compiled code, and `repro` is the command
 * that reruns the test.
 */
export function renderViewerPage({ data, stream }: PackedRun, repro: string, script: string): string {
  const body = [
    makeHeader(data, repro),
    makeToolbar(),
    // The script removes this line. It stays visible if the file is truncated.
    h('p', { id: 'loading', role: 'status' }, LOADING),
    h(
      'main',
      {},
      makePanel('steps', 'What happened', h('ol', { id: 'steps' }), h('p', { id: 'hint', class: 'quiet' })),
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
    makeModuleScript(script),
  ];
  const title = `${formatPageTitle(data)}: ${data.name}`;
  const policy = makeContentPolicy([script], VIEWER_PAGE_STYLE);
  return makePage({ title, style: VIEWER_PAGE_STYLE, policy }, h('body', {}, ...body));
}

function formatPageTitle({ violations }: ViewerData): string {
  const [first] = violations;
  return first === undefined ? 'No violation' : `${first.rule} at cycle ${first.cycle}`;
}

function makeHeader(data: ViewerData, repro: string): Html {
  const { violations, window, lastCycle, name, scenario } = data;
  const [first] = violations;
  return h(
    'header',
    {},
    h('h1', {}, formatPageTitle(data)),
    first && h('p', {}, first.sentence),
    window &&
      h(
        'p',
        { class: 'open' },
        `This page shows cycles ${window.first} to ${Math.min(window.last, lastCycle)} of ${lastCycle}.`,
      ),
    h(
      'dl',
      { class: 'facts' },
      first && makeFact('allowed', first.allowed),
      first && makeFact('observed', first.observed),
      first && makeFact('hint', first.hint),
      makeFact('test', `${name} on ${scenario.chip}`),
      makeFact('replay', repro),
    ),
  );
}

function makeFact(term: string, text: string): Html {
  return h('div', {}, h('dt', {}, term), h('dd', {}, text));
}

function makeToolbar(): Html {
  const button = (id: string, text: string, title: string): Html =>
    h('button', { type: 'button', id, title }, text);
  const field = (id: string, label: string, control: Html): Html =>
    h('label', { for: id }, `${label} `, control);
  return h(
    'div',
    { id: 'toolbar', role: 'region', 'aria-label': 'Controls' },
    button('to-violation', 'Violation', 'Go to the violation (v)'),
    button('step-back', '◀ Step', 'Previous step of the witness (p)'),
    button('step-forward', 'Step ▶', 'Next step of the witness (n)'),
    button('event-back', '◀ Event', 'Previous event (left arrow)'),
    button('event-forward', 'Event ▶', 'Next event (right arrow)'),
    button('zoom-in', '+', 'Zoom in (+)'),
    button('zoom-out', '−', 'Zoom out (-)'),
    button('zoom-all', 'All', 'Show the whole run (0)'),
    field('waves', 'Waves', h('input', { id: 'waves', size: 8, inputmode: 'numeric' })),
    field('packer', 'Packer', h('select', { id: 'packer' }, h('option', { value: '' }, 'all'))),
    field('search', 'Search', h('input', { id: 'search', type: 'search', size: 14 })),
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
