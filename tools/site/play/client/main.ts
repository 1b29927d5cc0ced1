import type { Exercise } from '../exercises.js';
import type { PlayError, PlayResult, PlayTest } from '../play-test.js';
import { decodeAddress, encodeAddress, MAX_ADDRESS_LENGTH } from './address.js';
import { getText, requireElement } from './dom.js';
import { Runner } from './runner.js';
import { formatTriangles, listenForTriangles, parseTriangles, showScene } from './scene-view.js';

/** Name of the scenario file in a failure folder. */
const SCENARIO_FILE = 'scenario.json';

/** Calls `onFile` with each scenario dropped anywhere on the page, either as a file or as a failure folder. */
function listenForDrops(target: EventTarget, onFile: (file: File) => void): void {
  target.addEventListener('dragover', (event) => event.preventDefault());
  target.addEventListener('drop', async (event) => {
    event.preventDefault();
    const [item] = (event as DragEvent).dataTransfer?.items ?? [];
    const file = await findFile(item?.webkitGetAsEntry() ?? undefined, item?.getAsFile() ?? undefined);
    if (file !== undefined) onFile(file);
  });
}

/** Returns the dropped file, or the scenario in the dropped folder. */
function findFile(entry: FileSystemEntry | undefined, file: File | undefined): Promise<File | undefined> {
  if (entry?.isDirectory !== true) return Promise.resolve(file);
  return new Promise((resolve) => {
    (entry as FileSystemDirectoryEntry).getFile(
      SCENARIO_FILE,
      {},
      (fileEntry) => (fileEntry as FileSystemFileEntry).file(resolve, () => resolve(undefined)),
      () => resolve(undefined),
    );
  });
}

/** Delay between the last keystroke and running the test, in milliseconds. */
const DEBOUNCE_MS = 120;
const FIRST_TEST: PlayTest = { name: 'smoke:rmw_buffer@0x5', chip: 'navi21' };

const field = (id: string) => requireElement<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>(id);

/** The test's suite, which the form does not show. */
let suite = 'smoke';
/** The reader's edits. Everything else comes from the original test. */
let edits: { program?: string; triangles?: number[][] } = {};
let storedScenario: string | undefined;
let lastResult: PlayResult | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let shownAddress = '';

const runner = new Runner(showResult, (isBusy) => {
  requireElement<HTMLButtonElement>('stop').disabled = !isBusy;
  document.body.dataset.busy = String(isBusy);
  if (isBusy) requireElement('verdict').textContent = 'Running …';
});

function readForm(): PlayTest {
  const [chip, fault, set] = ['chip', 'fault', 'set'].map((id) => field(id).value.trim());
  return {
    name: `${suite}:${field('sequence').value}@${field('seed').value.trim()}`,
    ...(chip === '' ? {} : { chip: chip! }),
    ...(fault === '' ? {} : { fault: fault! }),
    ...(set === '' ? {} : { set: set!.split(/\s+/) }),
    ...(storedScenario === undefined ? {} : { scenario: storedScenario }),
    ...edits,
  };
}

/** Fills in the form for a test and runs it. */
function openTest(test: PlayTest): void {
  requireElement('task').textContent = '';
  const [, suiteName = 'smoke', sequence = 'rmw_buffer', seed = '0x1'] =
    /^(?:(.*):)?([\w-]+)@(0x[0-9a-f]+)/i.exec(test.name) ?? [];
  suite = suiteName;
  const select = requireElement<HTMLSelectElement>('sequence');
  if (!Array.from(select.options).some(({ value }) => value === sequence))
    select.add(new Option(sequence, sequence));
  const values = {
    sequence,
    seed,
    chip: test.chip ?? '',
    fault: test.fault ?? '',
    set: (test.set ?? []).join(' '),
  };
  for (const [id, value] of Object.entries(values)) field(id).value = value;
  const { program, triangles } = test;
  edits = {
    ...(program === undefined ? {} : { program }),
    ...(triangles === undefined ? {} : { triangles: triangles.map((corners) => [...corners]) }),
  };
  storedScenario = test.scenario;
  run();
}

function run(): void {
  clearTimeout(timer);
  const test = readForm();
  runner.run(test);
  void storeAddress(test);
}

/** Stores the test in the page's address if it fits. */
async function storeAddress(test: PlayTest): Promise<void> {
  const address = await encodeAddress(test);
  const isTooLong = address.length > MAX_ADDRESS_LENGTH;
  requireElement('too-long').textContent = isTooLong
    ? 'This test is too long for a link. Share scenario.json instead; it can be dropped onto this page.'
    : '';
  // Keeping the previous test's address would be misleading.
  shownAddress = isTooLong ? '' : address;
  history.replaceState(undefined, '', isTooLong ? '#' : address);
}

async function runScenarioFile(file: File): Promise<void> {
  edits = {};
  storedScenario = await file.text();
  run();
}

function scheduleRun(): void {
  clearTimeout(timer);
  timer = setTimeout(run, DEBOUNCE_MS);
}

function showResult(result: PlayResult | PlayError): void {
  requireElement('program-error').textContent = '';
  if ('error' in result) {
    const { error, programLine } = result;
    showVerdict('bad', 'Cannot run this test', programLine === undefined ? error : '');
    if (programLine !== undefined) requireElement('program-error').textContent = error;
    requireElement('picture').textContent = '';
    document.body.dataset.verdict = 'refused';
    return;
  }
  lastResult = result;
  const verdict = { pass: 'PASS', fail: 'FAIL', inconclusive: 'INCONCLUSIVE' }[result.outcome];
  showVerdict(
    result.outcome === 'pass' ? 'good' : result.outcome === 'fail' ? 'bad' : 'open',
    verdict,
    result.line,
  );
  requireElement('picture').textContent = result.text;
  requireElement('repro').replaceChildren(...createRepro(result));
  if (edits.program === undefined) field('program').value = result.program;
  if (edits.triangles === undefined) field('triangles').value = formatTriangles(result.triangles);
  else field('triangles').value ||= formatTriangles(edits.triangles);
  if (document.activeElement !== field('program') && edits.program !== undefined)
    field('program').value = edits.program;
  showScene(requireElement<SVGSVGElement>('scene'), result.triangles, result.width, result.height);
  showSteps();
  document.body.dataset.verdict = result.outcome;
}

function showVerdict(kind: string, verdict: string, line: string): void {
  requireElement('verdict').className = kind;
  requireElement('verdict').textContent = verdict;
  requireElement('line').textContent = line;
}

function createRepro({ repro, scenario }: PlayResult): (Node | string)[] {
  const link = document.createElement('a');
  link.download = 'scenario.json';
  link.href = URL.createObjectURL(new Blob([scenario], { type: 'application/json' }));
  link.textContent = 'scenario.json';
  if (repro === undefined) return ['To replay it in a shell: pops-tb replay ', link];
  const code = document.createElement('code');
  code.textContent = repro;
  return [code, ', or download the scenario: ', link];
}

/** Loads the run's page when its section is opened. */
function showSteps(): void {
  if (lastResult === undefined || !requireElement<HTMLDetailsElement>('steps').open) return;
  const frame = document.createElement('iframe');
  frame.title = 'The run, wave by wave';
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.srcdoc = lastResult.page;
  requireElement('frame').replaceChildren(frame);
}

function addListeners(): void {
  requireElement('test').addEventListener('submit', (event) => {
    event.preventDefault();
    run();
  });
  for (const id of ['sequence', 'seed', 'chip', 'fault', 'set'])
    field(id).addEventListener('change', () => {
      // The edits do not apply to other tests, which have different programs and triangles.
      if (id !== 'fault' && id !== 'set') {
        edits = {};
        requireElement('task').textContent = '';
      }
      storedScenario = undefined;
      run();
    });
  field('program').addEventListener('input', () => {
    edits.program = field('program').value;
    scheduleRun();
  });
  field('triangles').addEventListener('input', () => {
    edits.triangles = parseTriangles(field('triangles').value);
    scheduleRun();
  });
  listenForTriangles(requireElement<SVGSVGElement>('scene'), (corners) => {
    edits.triangles = [...(edits.triangles ?? lastResult?.triangles ?? []), corners].map((triangle) => [
      ...triangle,
    ]);
    field('triangles').value = formatTriangles(edits.triangles);
    run();
  });
  requireElement('stop').addEventListener('click', () => {
    runner.stop();
    showVerdict('open', 'Stopped', '');
  });
  requireElement('reset').addEventListener('click', () => {
    edits = {};
    run();
  });
  requireElement('steps').addEventListener('toggle', showSteps);
  field('file').addEventListener('change', async () => {
    const [file] = requireElement<HTMLInputElement>('file').files ?? [];
    if (file !== undefined) await runScenarioFile(file);
  });
  listenForDrops(document, (file) => void runScenarioFile(file));
  const exercises: readonly Exercise[] = JSON.parse(getText('exercises-data'));
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-exercise]'))
    button.addEventListener('click', () => {
      const { text, test } = exercises.find(({ id }) => id === button.dataset.exercise)!;
      openTest(test);
      requireElement('task').textContent = text;
      requireElement('program').focus();
    });
  addEventListener('hashchange', async () => {
    if (location.hash !== shownAddress) openTest((await decodeAddress(location.hash)) ?? FIRST_TEST);
  });
}

addListeners();
void decodeAddress(location.hash)
  .catch(() => undefined)
  .then((test) => openTest(test ?? FIRST_TEST));
