import { byId, el } from './dom.js';
import type { TimelineCanvas } from './timeline-canvas.js';
import type { ViewerState } from './viewer-state.js';

/** How long the selection must be stable before the URL is updated. */
const WRITE_DELAY_MS = 150;

/** Keeps the selection in the URL fragment (`#cycle=593&wave=4`), and applies fragments that users open or type. */
export function linkSelection(state: ViewerState): void {
  const applyHash = (): void => {
    const params = new URLSearchParams(location.hash.slice(1));
    const readNumber = (name: string): number | undefined =>
      /^\d+$/.test(params.get(name) ?? '') ? Number(params.get(name)) : undefined;
    const [cycle, wave] = [readNumber('cycle'), readNumber('wave')];
    if (cycle !== undefined || wave !== undefined)
      state.select({ ...(cycle === undefined ? {} : { cycle }), ...(wave === undefined ? {} : { wave }) });
  };
  applyHash();
  // An embedded page has no URL to update.
  if (location.protocol === 'about:') return;
  let lastHash = '';
  addEventListener('hashchange', () => {
    if (location.hash !== lastHash) applyHash();
  });
  const updateHash = (): void => {
    const { cycle, wave } = state.selection;
    lastHash = `#cycle=${Math.round(cycle)}${wave === undefined ? '' : `&wave=${wave}`}`;
    if (location.hash !== lastHash) history.replaceState(null, '', lastHash);
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  state.onChange(() => {
    // Browsers take milliseconds to change the URL, and limit how often it can change.
    clearTimeout(timer);
    timer = setTimeout(updateHash, WRITE_DELAY_MS);
  });
}

const ZOOM = 1.6;

/** Connects the buttons, filters and keys to the viewer's state. */
export function listenToControls(state: ViewerState, timeline: TimelineCanvas): void {
  const moveSteps = (steps: number): void => {
    const { step } = state.selection;
    const start = steps > 0 ? -1 : state.steps.length;
    state.goToStep(Math.max(0, (step ?? start) + steps));
  };
  const moveRows = (rows: number): void => {
    const wave = timeline.waveAtOffset(rows);
    if (wave !== undefined) state.select({ wave });
  };
  const actions: Readonly<Record<string, readonly [keys: readonly string[], action: () => void]>> = {
    'to-violation': [['v'], () => state.goToViolation()],
    'step-back': [['p'], () => moveSteps(-1)],
    'step-forward': [['n'], () => moveSteps(1)],
    'event-back': [['ArrowLeft'], () => state.goToEvent(-1)],
    'event-forward': [['ArrowRight'], () => state.goToEvent(1)],
    'zoom-in': [['+', '='], () => state.zoom(1 / ZOOM)],
    'zoom-out': [['-'], () => state.zoom(ZOOM)],
    'zoom-all': [['0'], () => state.show(state.first, state.last)],
  };
  const byKey = new Map<string, () => void>([
    ['ArrowUp', () => moveRows(-1)],
    ['ArrowDown', () => moveRows(1)],
  ]);
  for (const [id, [keys, action]] of Object.entries(actions)) {
    byId(id).addEventListener('click', action);
    for (const key of keys) byKey.set(key, action);
  }
  document.addEventListener('keydown', (event) => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    const isTyping = target instanceof Element && target.closest('input, select, .scroll') !== null;
    const action = isTyping || ctrlKey || metaKey || altKey ? undefined : byKey.get(key);
    if (action === undefined) return;
    event.preventDefault();
    action();
  });
  listenToFilters(state);
}

function listenToFilters(state: ViewerState): void {
  const [waves, search] = [byId<HTMLInputElement>('waves'), byId<HTMLInputElement>('search')];
  const packer = byId<HTMLSelectElement>('packer');
  packer.append(...state.timeline.packers.map((number) => el('option', { value: number }, `${number}`)));
  const apply = (): void => {
    const numbers = waves.value.match(/\d+/g)?.map(Number);
    state.setFilter({
      ...(numbers === undefined ? {} : { waves: numbers }),
      ...(packer.value === '' ? {} : { packer: Number(packer.value) }),
      ...(search.value.trim() === '' ? {} : { text: search.value }),
    });
  };
  for (const control of [waves, search, packer]) control.addEventListener('input', apply);
  search.addEventListener('keydown', ({ key, shiftKey }) => {
    if (key === 'Enter') state.goToEvent(shiftKey ? -1 : 1);
  });
}
