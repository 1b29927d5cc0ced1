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
    const [first, last] = [readNumber('from'), readNumber('to')];
    if (first !== undefined && last !== undefined) state.show(first, last);
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
