import {
  type EventSide,
  findLifetimeDifferences,
  formatEvent,
  type LifetimeDifference,
  type ListedEvent,
} from '../../timeline/events.js';
import { countUpTo } from '../../timeline/snapshots.js';
import { byId, el, makeRow, makeTable, showKeyed, showText } from './dom.js';
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

/** The number of events listed before the cursor. A hundred thousand would be slow to list. */
const EVENTS_BEFORE = 12;
/** The number of events listed after the cursor. */
const EVENTS_AFTER = 48;

const SIDE_PREFIX: Readonly<Record<EventSide, string>> = { both: ' ', here: 'A', there: 'B' };

/** Shows the violation's steps as buttons that move all views. */
export function showSteps(state: ViewerState): void {
  const list = byId('steps');
  const [violation] = state.data.violations;
  byId('hint').textContent =
    violation === undefined ? 'The run passes.' : violation.steps.length === 0 ? violation.observed : '';
  const buttons = state.steps.map(({ text }, i) =>
    el('button', { type: 'button', click: () => state.goToStep(i) }, text),
  );
  const end = el('button', { type: 'button', click: () => state.goToViolation() }, formatViolation(state));
  list.replaceChildren(
    ...buttons.map((button) => el('li', {}, button)),
    ...(violation === undefined ? [] : [el('li', {}, end)]),
  );
  state.onChange(() => {
    const { step, cycle } = state.selection;
    const isAtViolation = step === undefined && cycle === violation?.cycle;
    [...buttons, end].forEach((button, i) => {
      if (i === step || (isAtViolation && button === end)) button.setAttribute('aria-current', 'step');
      else button.removeAttribute('aria-current');
    });
  });
}

function formatViolation({ data }: ViewerState): string {
  const [violation] = data.violations;
  return violation === undefined ? '' : `cycle ${violation.cycle}: ${violation.rule}: ${violation.observed}`;
}

/** Shows the filtered events around the cursor, and the cursor's position. */
export function showEvents(state: ViewerState): void {
  const list = byId('events');
  const eventCount = byId('found');
  const cursor = byId('cursor');
  const items = el('ol');
  list.replaceChildren(items);
  let listedEvents = state.events;
  state.onChange(() => {
    const { selection, events, timeline } = state;
    const wave = selection.wave === undefined ? '' : `, wave ${selection.wave}`;
    showText(cursor, `cycle ${Math.round(selection.cycle).toLocaleString('en-US')}${wave}`);
    const sides = state.other === undefined ? '' : '; A: only in this run, B: only in the other';
    const [filtered, all] = [events.length, timeline.transactions.length].map((n) =>
      n.toLocaleString('en-US'),
    );
    showText(eventCount, `${filtered} of ${all} events${sides}`);
    // Keys are indices into the list of events, so a new list needs new elements.
    if (listedEvents !== events) items.replaceChildren();
    listedEvents = events;
    const position = countUpTo(events, selection.cycle);
    const start = Math.max(0, position - EVENTS_BEFORE);
    const keyed = events.slice(start, position + EVENTS_AFTER).map((entry, i) => {
      const isCurrent = entry.cycle === Math.round(selection.cycle);
      return { key: `${start + i} ${isCurrent}`, make: () => makeEventItem(entry, isCurrent, state) };
    });
    showKeyed(items, keyed);
  });
}

function makeEventItem({ event, side }: ListedEvent, isCurrent: boolean, state: ViewerState): HTMLElement {
  const click = (): void =>
    state.select({ cycle: event.cycle, wave: 'wave' in event ? event.wave : state.selection.wave });
  const prefix = state.other === undefined ? '' : `${SIDE_PREFIX[side]} `;
  const text = `${prefix}${String(event.cycle).padStart(7)}  ${formatEvent(event)}`;
  return el(
    'li',
    { class: side === 'both' ? undefined : side },
    el('button', { type: 'button', click, 'aria-current': isCurrent ? 'true' : undefined }, text),
  );
}
