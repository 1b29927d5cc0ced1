import { VIEWER_PAGE_STYLE } from '../../../failures/viewer/index.js';
import {
  BASE_CSS,
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
    { html: HEADER },
    h('main', {}, { html: makeForm(tests, chips, faults) }, { html: RESULT }, { html: makeExercises() }),
    makeDataScript('exercises-data', EXERCISES),
    h('script', { type: 'text/plain', id: 'worker-code' }, worker),
    h('script', { type: 'text/plain', id: 'corpus-data' }, corpus),
    makeDataScript('viewer-code', viewer),
    makeModuleScript(client),
  );
  return makePage({ title: 'POPS playground', style: STYLE, policy }, body);
}

const HEADER = `
<header>
<h1>POPS playground</h1>
<p>This page runs a pixel shader with an interlock on a model of the hardware and checks it against the rules of the
testbench. Change the program or the triangles and see what breaks. Nothing you enter leaves this page.
<a href="../index.html">The manual</a></p>
</header>`;

/** Where the script shows the verdict, the program, the findings, the triangles and the run. */
const RESULT = `
<p id="verdict" role="status">Loading the model …</p>
<p id="line"></p>
<p id="too-long" class="quiet"></p>
<div class="columns">
<section aria-labelledby="program-title">
<h2 id="program-title">Program</h2>
<p id="task" role="status"></p>
<label for="program">Assembly, or machine words in hex</label>
<textarea id="program" spellcheck="false" autocapitalize="off" autocomplete="off"></textarea>
<p id="program-error" role="alert"></p>
</section>
<section aria-labelledby="picture-title">
<h2 id="picture-title">What happened</h2>
<pre id="picture" tabindex="0" role="region" aria-label="Findings"></pre>
<p id="repro"></p>
</section>
<section aria-labelledby="scene-title">
<h2 id="scene-title">Triangles</h2>
<svg id="scene" role="img" aria-label="The triangles of the first draw"></svg>
<label for="triangles">Corners in pixels, one triangle per line; click three corners in the picture to add one</label>
<textarea id="triangles" spellcheck="false"></textarea>
</section>
</div>
<details id="steps"><summary>The run, wave by wave</summary><div id="frame"></div></details>`;

function makeForm(tests: PlayParts['tests'], chips: PlayParts['chips'], faults: PlayParts['faults']): string {
  const options = (values: readonly (readonly [value: string, text: string])[]): string =>
    values.map(([value, text]) => h('option', { value }, text).html).join('');
  const named = (names: readonly string[]) => names.map((name) => [name, name] as const);
  const faultTexts = faults.map(({ id, title }) => [id, `${id}: ${title}`] as const);
  return `
<form id="test" aria-label="Test">
<label for="sequence">Test<select id="sequence">${options(named(tests))}</select></label>
<label for="seed">Seed<input id="seed" pattern="0x[0-9a-fA-F]{1,16}" spellcheck="false"></label>
<label for="chip">Chip<select id="chip">${options([['', 'default'], ...named(chips)])}</select></label>
<label for="fault">Hardware fault<select id="fault">${options([['', 'none'], ...faultTexts])}</select></label>
<label for="set">Knobs<input id="set" placeholder="storeLatency=300..2000" spellcheck="false"></label>
<label for="file">Scenario (or drop one)<input id="file" type="file" accept=".json"></label>
<div class="actions">
<button type="submit" id="run">Run</button>
<button type="button" id="stop" disabled>Stop</button>
<button type="button" id="reset">Undo my changes</button>
</div>
</form>`;
}

function makeExercises(): string {
  const exercises = EXERCISES.map(
    ({ id, title, text, hint }) => `
<li><h3>${title}</h3>
<p>${text}</p>
<p><button type="button" data-exercise="${id}">Start</button></p>
<details><summary>Hint</summary><p>${hint}</p></details></li>`,
  );
  return `
<section aria-labelledby="exercises-title">
<h2 id="exercises-title">Break it yourself</h2>
<ol>${exercises.join('')}</ol>
</section>`;
}
