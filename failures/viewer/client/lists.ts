import type { Transaction } from '../../../transactions/index.js';
import { formatEvent } from '../../timeline/events.js';
import { countUpTo } from '../../timeline/snapshots.js';
import { byId, el, showKeyed, showText } from './dom.js';
import type { ViewerState } from './viewer-state.js';

/** The number of events listed before the cursor. A hundred thousand would be slow to list. */
const EVENTS_BEFORE = 12;
/** The number of events listed after the cursor. */
const EVENTS_AFTER = 48;

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
    const [filtered, all] = [events.length, timeline.transactions.length].map((n) =>
      n.toLocaleString('en-US'),
    );
    showText(eventCount, `${filtered} of ${all} events`);
    // Keys are indices into the list of events, so a new list needs new elements.
    if (listedEvents !== events) items.replaceChildren();
    listedEvents = events;
    const position = countUpTo(events, selection.cycle);
    const start = Math.max(0, position - EVENTS_BEFORE);
    const keyed = events.slice(start, position + EVENTS_AFTER).map((event, i) => {
      const isCurrent = event.cycle === Math.round(selection.cycle);
      return { key: `${start + i} ${isCurrent}`, make: () => makeEventItem(event, isCurrent, state) };
    });
    showKeyed(items, keyed);
  });
}

function makeEventItem(event: Transaction, isCurrent: boolean, state: ViewerState): HTMLElement {
  const click = (): void =>
    state.select({ cycle: event.cycle, wave: 'wave' in event ? event.wave : state.selection.wave });
  const text = `${String(event.cycle).padStart(7)}  ${formatEvent(event)}`;
  return el(
    'li',
    {},
    el('button', { type: 'button', click, 'aria-current': isCurrent ? 'true' : undefined }, text),
  );
}
