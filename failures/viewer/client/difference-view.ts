import { findLifetimeDifferences, type LifetimeDifference } from '../../timeline/index.js';
import { byId, el, makeRow, makeTable } from './dom.js';
import type { ViewerState } from './viewer-state.js';

/** The maximum number of rows. Later differences are usually consequences of the first, so more rows rarely help. */
const MAX_ROWS = 40;

/**
 * Shows where two runs first differ, and each wave event that differs, as buttons that jump to it in every view.
 */
export function showDifference(state: ViewerState): void {
  const { other, timeline, data } = state;
  if (other === undefined) return;
  const container = byId('difference');
  const firstDifference = data.other?.difference;
  if (firstDifference === undefined) {
    container.replaceChildren(el('p', {}, 'The two runs are identical, event for event.'));
    return;
  }
  const differences = findLifetimeDifferences(timeline, other.timeline);
  const shown = differences.slice(0, MAX_ROWS);
  const head = el('div', {}, ...makeFirstDifferenceButtons(state, firstDifference));
  const rows = shown.map((difference) =>
    makeRow([makeNameButton(difference, state), formatCycle(difference.own), formatCycle(difference.other)]),
  );
  const hidden = differences.length - shown.length;
  container.replaceChildren(
    head,
    differences.length === 0
      ? el('p', { class: 'quiet' }, 'Every wave event occurs in the same cycle in both runs.')
      : makeTable(['event', 'A', 'B'], rows),
    ...(hidden > 0
      ? [el('p', { class: 'quiet' }, `${hidden} more; later differences usually follow from the first`)]
      : []),
  );
}

function makeFirstDifferenceButtons(
  state: ViewerState,
  { here, there }: { readonly here?: string; readonly there?: string },
): HTMLElement[] {
  const sides = [
    ['A', here, 'B'],
    ['B', there, 'A'],
  ] as const;
  return sides.map(([name, text, other]) => {
    const click = (): void => state.goToDifference();
    return el('button', { type: 'button', click }, `${name}: ${text ?? `no events that ${other} lacks`}`);
  });
}

function makeNameButton(
  { wave, kind, occurrence, own, other }: LifetimeDifference,
  state: ViewerState,
): HTMLElement {
  const text = `wave ${wave} ${kind.replaceAll('-', ' ')}${occurrence === 0 ? '' : ` #${occurrence + 1}`}`;
  const cycle = Math.min(own ?? Infinity, other ?? Infinity);
  return el('button', { type: 'button', click: () => state.select({ cycle, wave }) }, text);
}

function formatCycle(cycle: number | undefined): string {
  return cycle === undefined ? 'never' : `${cycle}`;
}
