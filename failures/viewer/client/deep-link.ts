import type { ViewerState } from './viewer-state.js';

/** The address follows the selection when it has rested so long. */
const WRITTEN_AFTER_MS = 150;

/** Keeps the selection in the address (`#cycle=593&wave=4`), and follows one that is opened or typed. */
export function linkSelection(state: ViewerState): void {
  const follow = (): void => {
    const link = new URLSearchParams(location.hash.slice(1));
    const numberOf = (name: string): number | undefined =>
      /^\d+$/.test(link.get(name) ?? '') ? Number(link.get(name)) : undefined;
    const [cycle, wave] = [numberOf('cycle'), numberOf('wave')];
    const [first, last] = [numberOf('from'), numberOf('to')];
    if (first !== undefined && last !== undefined) state.show(first, last);
    if (cycle !== undefined || wave !== undefined)
      state.select({ ...(cycle === undefined ? {} : { cycle }), ...(wave === undefined ? {} : { wave }) });
  };
  follow();
  // A page that lies within another one has no address of its own.
  if (location.protocol === 'about:') return;
  let written = '';
  addEventListener('hashchange', () => {
    if (location.hash !== written) follow();
  });
  const write = (): void => {
    const { cycle, wave } = state.selection;
    written = `#cycle=${Math.round(cycle)}${wave === undefined ? '' : `&wave=${wave}`}`;
    if (location.hash !== written) history.replaceState(null, '', written);
  };
  let waiting: ReturnType<typeof setTimeout> | undefined;
  state.onChange(() => {
    // Browsers take milliseconds to change the address, and refuse to do it often.
    clearTimeout(waiting);
    waiting = setTimeout(write, WRITTEN_AFTER_MS);
  });
}
