import type { ViewerState } from './viewer-state.js';

/** How long the selection must be stable before the URL is updated. */
const WRITE_DELAY_MS = 150;

/** Keeps the selection in the URL (`#cycle=593&wave=4`), and follows a URL that is opened or typed. */
export function linkSelection(state: ViewerState): void {
  const follow = (): void => {
    const link = new URLSearchParams(location.hash.slice(1));
    const readNumber = (name: string): number | undefined =>
      /^\d+$/.test(link.get(name) ?? '') ? Number(link.get(name)) : undefined;
    const [cycle, wave] = [readNumber('cycle'), readNumber('wave')];
    const [first, last] = [readNumber('from'), readNumber('to')];
    if (first !== undefined && last !== undefined) state.show(first, last);
    if (cycle !== undefined || wave !== undefined)
      state.select({ ...(cycle === undefined ? {} : { cycle }), ...(wave === undefined ? {} : { wave }) });
  };
  follow();
  // An embedded page has no URL to update.
  if (location.protocol === 'about:') return;
  let lastHash = '';
  addEventListener('hashchange', () => {
    if (location.hash !== lastHash) follow();
  });
  const write = (): void => {
    const { cycle, wave } = state.selection;
    lastHash = `#cycle=${Math.round(cycle)}${wave === undefined ? '' : `&wave=${wave}`}`;
    if (location.hash !== lastHash) history.replaceState(null, '', lastHash);
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  state.onChange(() => {
    // Changing the URL takes browsers milliseconds, and they limit how often it may change.
    clearTimeout(timer);
    timer = setTimeout(write, WRITE_DELAY_MS);
  });
}
