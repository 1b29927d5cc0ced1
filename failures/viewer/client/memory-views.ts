import {
  type CacheLine,
  cacheLines,
  linesOf,
  type MemoryWord,
  orderedWords,
  type ScreenCover,
  screenCover,
  type WordAccess,
} from '../../../timeline/index.js';
import { byId, el, hex, missingNote, rowOf, showKeyed, showText, tableOf } from './dom.js';
import type { Selection, ViewerState } from './viewer-state.js';

/** The maximum number of table rows. */
const MAX_ROWS = 40;
/** The number of a word's accesses listed before the cursor. */
const BEFORE = 5;
/** The number of a word's accesses listed after the cursor. */
const AFTER = 4;

/** Shows the ordered memory words that the selected wave accesses, each with all waves' accesses in order. */
export function showMemory(state: ViewerState): void {
  const place = byId('memory');
  const words = orderedWords(state.story);
  const others = state.other && new Map(orderedWords(state.other.story).map((word) => [nameOf(word), word]));
  const byWave = new Map<number | undefined, Set<MemoryWord>>();
  for (const word of words)
    for (const { wave } of word.accesses) byWave.set(wave, (byWave.get(wave) ?? new Set()).add(word));
  const cover = screenCover(state.story);
  if (words.length === 0) {
    place.replaceChildren(missingNote('performed access to an ordered object'));
    return;
  }
  const ownerNote = el('p', { class: 'quiet' });
  const otherColumn = others === undefined ? [] : ['in B'];
  const table = tableOf(['word', 'accesses in the order they took effect', ...otherColumn], []);
  place.replaceChildren(ownerNote, table);
  state.onChange(() => {
    const { wave } = state.selection;
    const lane = laneOf(cover, state.selection);
    const isOfLane = ({ accesses }: MemoryWord): boolean =>
      accesses.some((access) => access.wave === wave && access.lane === lane);
    // Words of the selected pixel come first.
    const ofWave = [...(byWave.get(wave) ?? [])].sort((a, b) => Number(isOfLane(b)) - Number(isOfLane(a)));
    const shown = (ofWave.length === 0 ? words : ofWave).slice(0, MAX_ROWS);
    const owner = ofWave.length === 0 ? 'all waves' : `wave ${wave}`;
    showText(ownerNote, `${shown.length} of ${words.length} words, of ${owner}`);
    const rows = shown.map((word) => {
      const name = nameOf(word);
      const lists = [word.accesses, ...(others === undefined ? [] : [others.get(name)?.accesses ?? []])];
      const parts = lists.map((accesses) => partOf(accesses, state));
      return {
        key: [name, ...parts.map(({ start, now }) => `${start} ${now.join()}`)].join(';'),
        make: () => rowOf([name, ...parts.map((part) => accessList(part, state))]),
      };
    });
    showKeyed(table.querySelector('tbody')!, rows);
  });
}

/** The selected wave's lane for the selected pixel; undefined if the wave does not cover it. */
function laneOf(cover: ScreenCover | undefined, { pixel, wave }: Selection): number | undefined {
  const covers = pixel === undefined ? undefined : cover?.byPixel.get(pixel);
  return covers?.find((one) => one.wave === wave)?.lane;
}

function nameOf({ object, offset }: MemoryWord): string {
  return `${object}+${hex(offset)}`;
}

/** A word's accesses shown around the cursor. */
interface AccessPart {
  /** The index of the first access shown. */
  readonly start: number;
  readonly shown: readonly WordAccess[];
  readonly hidden: number;
  /** For each shown access, whether it belongs to the selected wave and has already happened. */
  readonly now: readonly boolean[];
}

function timeOf({ performed, issued }: WordAccess): number {
  return performed ?? issued;
}

function partOf(accesses: readonly WordAccess[], { selection: { cycle, wave } }: ViewerState): AccessPart {
  const next = accesses.findIndex((access) => timeOf(access) > cycle);
  const middle = next < 0 ? accesses.length : next;
  const start = Math.max(0, middle - BEFORE);
  const shown = accesses.slice(start, start + BEFORE + AFTER);
  const now = shown.map((access) => access.wave === wave && timeOf(access) <= cycle);
  return { start, shown, hidden: accesses.length - shown.length, now };
}

function accessList({ shown, hidden, now }: AccessPart, state: ViewerState): HTMLElement {
  const buttons = shown.map((access, i) => {
    const click = (): void => state.select({ cycle: timeOf(access), wave: access.wave });
    return el(
      'button',
      { type: 'button', click, 'aria-current': now[i] === true ? 'true' : undefined },
      textOf(access),
    );
  });
  return el('div', {}, ...buttons, ...(hidden === 0 ? [] : [`${hidden} more before and after`]));
}

function textOf({ wave, lane, operation, performed, level, value }: WordAccess): string {
  const when = performed === undefined ? 'not performed' : `cycle ${performed} at ${level}`;
  const data = value === undefined ? '' : ` ${hex(value >>> 0)}`;
  return `${when}: wave ${wave} lane ${lane} ${operation}${data}`;
}

/** Shows the cache lines at the cursor, stale ones first. */
export function showCaches(state: ViewerState): void {
  const place = byId('caches');
  const lines = cacheLines(state.story);
  const others = state.other && cacheLines(state.other.story);
  if (lines.length === 0) {
    place.replaceChildren(missingNote('line-filled'));
    return;
  }
  const count = el('p', { class: 'quiet' });
  const otherColumn = others === undefined ? [] : ['in B'];
  const table = tableOf(['cache', 'line', 'filled', 'state', ...otherColumn], []);
  place.replaceChildren(count, table);
  state.onChange(() => {
    const { cycle } = state.selection;
    const present = presentAt(lines, cycle);
    const othersByPlace = others && byPlace(presentAt(others, cycle));
    const isStale = ({ staleFrom }: CacheLine): boolean => staleFrom !== undefined && staleFrom <= cycle;
    const serving = servingLines(state);
    const serves = ({ cache, index, address }: CacheLine): boolean =>
      serving.has(keyOf(cache, index, address));
    const rank = (line: CacheLine): number => 2 * Number(isStale(line)) + Number(serves(line));
    const stale = present.filter(isStale);
    const inOrder = [...present].sort((a, b) => rank(b) - rank(a));
    const rows = inOrder.slice(0, MAX_ROWS).map((line) => {
      const since = stateText(line, cycle);
      const otherLine = othersByPlace?.get(keyOf(line.cache, line.index, line.address));
      const cells = [
        `${line.cache} ${line.index}`,
        hex(line.address),
        `${line.fillCycle}`,
        serves(line) ? `${since}; it serves wave ${state.selection.wave}` : since,
        ...(othersByPlace === undefined
          ? []
          : [otherLine === undefined ? 'absent' : stateText(otherLine, cycle)]),
      ];
      const kind = isStale(line) ? 'stale' : undefined;
      return { key: cells.join(';'), make: () => rowOf(cells, kind) };
    });
    showText(count, `${present.length} lines at this cycle, ${stale.length} of them stale`);
    showKeyed(table.querySelector('tbody')!, rows);
  });
}

function presentAt(lines: readonly CacheLine[], cycle: number): CacheLine[] {
  return lines.filter(({ fillCycle, dropCycle = Infinity }) => fillCycle <= cycle && cycle < dropCycle);
}

function byPlace(lines: readonly CacheLine[]): ReadonlyMap<string, CacheLine> {
  return new Map(lines.map((line) => [keyOf(line.cache, line.index, line.address), line]));
}

function stateText({ staleFrom, writer }: CacheLine, cycle: number): string {
  if (staleFrom === undefined || staleFrom > cycle) return 'up to date';
  return `stale since ${staleFrom} (wave ${writer})`;
}

/** The keys of the cache lines that serve the selected wave's accesses at the cursor. */
function servingLines({ story, selection: { cycle, wave } }: ViewerState): Set<string> {
  const accesses = story.waves.find((candidate) => candidate.wave === wave)?.accesses ?? [];
  const inFlight = accesses.filter(
    ({ issued, returned = Infinity }) => issued.cycle <= cycle && cycle <= returned,
  );
  return new Set(
    inFlight.flatMap((access) => {
      const served = access.performed.find((instant) => instant.cycle <= cycle);
      return [...linesOf(access)].map((address) => keyOf(served?.level, served?.cache, address));
    }),
  );
}

function keyOf(cache: string | undefined, index: number | undefined, address: number): string {
  return `${cache} ${index} ${address}`;
}
