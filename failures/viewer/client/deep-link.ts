import type { ViewerState } from './viewer-state.js';

/** The address is updated once the selection has been stable this long. */
const WRITTEN_AFTER_MS = 150;

/** Keeps the selection in the address (`#cycle=593&wave=4`), and follows one opened or typed. */
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
  // An embedded page does not have its own address.
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
  let timer: ReturnType<typeof setTimeout> | undefined;
  state.onChange(() => {
    // Changing the address takes browsers milliseconds, and they limit how often.
    clearTimeout(timer);
    timer = setTimeout(write, WRITTEN_AFTER_MS);
  });
}
