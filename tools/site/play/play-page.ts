import { VIEWER_PAGE_STYLE } from '../../../failures/viewer/index.js';
import {
  BASE_CSS,
  type Html,
  h,
  makeContentPolicy,
  makeDataScript,
  makeModuleScript,
  makePage,
} from '../../../harness/page/index.js';
import { EXERCISES } from './exercises.js';

/** The page's code and data, and the names to choose from. */
interface PlayParts {
  readonly client: string;
  /** The code of the page's worker, as base64-encoded gzip. */
  readonly worker: string;
  /** The script of the run viewer. */
  readonly viewer: string;
  /** The corpus programs, as base64-encoded gzip. */
  readonly corpus: string;
  readonly tests: readonly string[];
  readonly chips: readonly string[];
  readonly faults: readonly { readonly id: string; readonly title: string }[];
}

const STYLE = `${BASE_CSS}
form{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,9.5rem),1fr));gap:.7rem;align-items:end;margin:1rem 0}
.actions{grid-column:1/-1;display:flex;flex-wrap:wrap;gap:.5rem}
label{display:grid;gap:.2rem;min-width:0}
section>label{margin:.3rem 0}
form input,form select,textarea{width:100%;min-width:0}
form input,form select,form button{height:2.3rem}
textarea{font:.86em/1.45 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;color:var(--text);background:var(--raised);border:1px solid var(--line);border-radius:.35rem;padding:.5rem;min-height:20rem;white-space:pre;overflow:auto}
#triangles{min-height:7rem}
.columns{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,24rem),1fr));gap:1.5rem}
.columns>*{min-width:0}
@media (min-width:54rem){.columns{grid-template-rows:auto 1fr}.columns>:nth-child(2){grid-row:span 2}}
h2{margin:1.5rem 0 .6rem}
#task{border-left:.25rem solid var(--link);padding-left:.7rem}
#task:empty,#program-error:empty,#too-long:empty{display:none}
#verdict{font-size:1.25rem;font-weight:600;min-height:2rem;margin:1rem 0 0}
#scene{display:block;width:100%;max-width:24rem;border:1px solid var(--line);background:var(--raised);cursor:crosshair}
#scene polygon{fill:var(--wave-a);fill-opacity:.2;stroke:var(--wave-a);vector-effect:non-scaling-stroke}
#scene circle{fill:var(--wave-b)}
iframe{width:100%;height:80vh;border:1px solid var(--line)}
`;

/** Builds the playground page as one file. */
export function makePlayPage({ client, worker, viewer, corpus, tests, chips, faults }: PlayParts): string {
  const policy = makeContentPolicy([client, viewer], [STYLE, VIEWER_PAGE_STYLE], 'worker-src blob:')
    // The worker loads generated functions as scripts (`make-function.ts`).
    .replace('script-src ', 'script-src blob: ');
  const body = h(
    'body',
    {},
    h(
      'header',
      {},
      h('h1', {}, 'POPS playground'),
      h(
        'p',
        {},
        'This page runs a pixel shader with an interlock on a model of the hardware and checks it against the rules of the testbench. Change the program or the triangles and see what breaks. Nothing you enter leaves this page. ',
        h('a', { href: '../index.html' }, 'The manual'),
      ),
    ),
    h(
      'main',
      {},
      renderForm(tests, chips, faults),
      h('p', { id: 'verdict', role: 'status' }, 'Loading the model …'),
      h('p', { id: 'line' }),
      h('p', { id: 'too-long', class: 'quiet' }),
      renderColumns(),
      h('details', { id: 'steps' }, h('summary', {}, 'The run, wave by wave'), h('div', { id: 'frame' })),
      renderExercises(),
    ),
    makeDataScript('exercises-data', EXERCISES),
    h('script', { type: 'text/plain', id: 'worker-code' }, worker),
    h('script', { type: 'text/plain', id: 'corpus-data' }, corpus),
    makeDataScript('viewer-code', viewer),
    makeModuleScript(client),
  );
  return makePage({ title: 'POPS playground', style: STYLE, policy }, body);
}

function renderColumns(): Html {
  return h(
    'div',
    { class: 'columns' },
    h(
      'section',
      { 'aria-labelledby': 'program-title' },
      h('h2', { id: 'program-title' }, 'Program'),
      h('p', { id: 'task', role: 'status' }),
      h('label', { for: 'program' }, 'Assembly, or machine words in hex'),
      h('textarea', { id: 'program', spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off' }),
      h('p', { id: 'program-error', role: 'alert' }),
    ),
    h(
      'section',
      { 'aria-labelledby': 'picture-title' },
      h('h2', { id: 'picture-title' }, 'What happened'),
      h('pre', { id: 'picture', tabindex: 0, role: 'region', 'aria-label': 'Findings' }),
      h('p', { id: 'repro' }),
    ),
    h(
      'section',
      { 'aria-labelledby': 'scene-title' },
      h('h2', { id: 'scene-title' }, 'Triangles'),
      { html: '<svg id="scene" role="img" aria-label="The triangles of the first draw"></svg>' },
      h(
        'label',
        { for: 'triangles' },
        'Corners in pixels, one triangle per line; click three corners in the picture to add one',
      ),
      h('textarea', { id: 'triangles', spellcheck: 'false' }),
    ),
  );
}

function renderForm(tests: PlayParts['tests'], chips: PlayParts['chips'], faults: PlayParts['faults']): Html {
  const renderField = (id: string, label: string, control: Html): Html =>
    h('label', { for: id }, label, control);
  const renderOptions = (values: readonly (readonly [value: string, text: string])[]): Html[] =>
    values.map(([value, text]) => h('option', { value }, text));
  return h(
    'form',
    { id: 'test', 'aria-label': 'Test' },
    renderField(
      'sequence',
      'Test',
      h('select', { id: 'sequence' }, renderOptions(tests.map((name) => [name, name]))),
    ),
    renderField(
      'seed',
      'Seed',
      h('input', { id: 'seed', pattern: '0x[0-9a-fA-F]{1,16}', spellcheck: 'false' }),
    ),
    renderField(
      'chip',
      'Chip',
      h(
        'select',
        { id: 'chip' },
        renderOptions([['', 'default'], ...chips.map((name) => [name, name] as const)]),
      ),
    ),
    renderField(
      'fault',
      'Hardware fault',
      h(
        'select',
        { id: 'fault' },
        renderOptions([['', 'none'], ...faults.map(({ id, title }) => [id, `${id}: ${title}`] as const)]),
      ),
    ),
    renderField(
      'set',
      'Knobs',
      h('input', { id: 'set', placeholder: 'storeLatency=300..2000', spellcheck: 'false' }),
    ),
    renderField('file', 'Scenario (or drop one)', h('input', { id: 'file', type: 'file', accept: '.json' })),
    h(
      'div',
      { class: 'actions' },
      h('button', { type: 'submit', id: 'run' }, 'Run'),
      h('button', { type: 'button', id: 'stop', disabled: true }, 'Stop'),
      h('button', { type: 'button', id: 'reset' }, 'Undo my changes'),
    ),
  );
}

function renderExercises(): Html {
  return h(
    'section',
    { 'aria-labelledby': 'exercises-title' },
    h('h2', { id: 'exercises-title' }, 'Break it yourself'),
    h(
      'ol',
      {},
      ...EXERCISES.map(({ id, title, text, hint }) =>
        h(
          'li',
          {},
          h('h3', {}, title),
          h('p', {}, text),
          h('p', {}, h('button', { type: 'button', 'data-exercise': id }, 'Start')),
          h('details', {}, h('summary', {}, 'Hint'), h('p', {}, hint)),
        ),
      ),
    ),
  );
}
