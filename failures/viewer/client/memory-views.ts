import {
  type CacheLine,
  getScreenCoverage,
  listCacheLines,
  listOrderedWords,
  listTouchedLines,
  type MemoryWord,
  type ScreenCoverage,
  type WordAccess,
} from '../../timeline/snapshots.js';
import { byId, el, makeMissingDataNote, makeRow, makeTable, showKeyed, showText, toHex } from './dom.js';
import type { Selection, ViewerState } from './viewer-state.js';

const MAX_ROWS = 40;
/** How many accesses to a word are listed before the cursor. */
const ACCESSES_BEFORE = 5;
/** How many accesses to a word are listed after the cursor. */
const ACCESSES_AFTER = 4;

/** Shows the ordered memory words that the selected wave accesses, with every wave's accesses to each word in order. */
export function showMemory(state: ViewerState): void {
  const container = byId('memory');
  const words = listOrderedWords(state.timeline);
  const byWave = new Map<number | undefined, Set<MemoryWord>>();
  for (const word of words)
    for (const { wave } of word.accesses) byWave.set(wave, (byWave.get(wave) ?? new Set()).add(word));
  const coverage = getScreenCoverage(state.timeline);
  if (words.length === 0) {
    container.replaceChildren(makeMissingDataNote('performed accesses to an ordered object'));
    return;
  }
  const ownerNote = el('p', { class: 'quiet' });
  const table = makeTable(['word', 'accesses in the order they took effect'], []);
  container.replaceChildren(ownerNote, table);
  state.onChange(() => {
    const { wave } = state.selection;
    const lane = findLane(coverage, state.selection);
    const isOnLane = ({ accesses }: MemoryWord): boolean =>
      accesses.some((access) => access.wave === wave && access.lane === lane);
    // Words that the selected pixel's lane accesses come first.
    const waveWords = [...(byWave.get(wave) ?? [])].sort((a, b) => Number(isOnLane(b)) - Number(isOnLane(a)));
    const shown = (waveWords.length === 0 ? words : waveWords).slice(0, MAX_ROWS);
    const owner = waveWords.length === 0 ? 'any wave' : `wave ${wave}`;
    showText(ownerNote, `${shown.length} of ${words.length} words, accessed by ${owner}`);
    const rows = shown.map((word) => {
      const name = formatWordName(word);
      const accessWindow = selectAccesses(word.accesses, state);
      return {
        key: `${name};${accessWindow.start} ${accessWindow.past.join()}`,
        make: () => makeRow([name, makeAccessList(accessWindow, state)]),
      };
    });
    showKeyed(table.querySelector('tbody')!, rows);
  });
}

function findLane(screen: ScreenCoverage | undefined, { pixel, wave }: Selection): number | undefined {
  const covers = pixel === undefined ? undefined : screen?.byPixel.get(pixel);
  return covers?.find((cover) => cover.wave === wave)?.lane;
}

function formatWordName({ object, offset }: MemoryWord): string {
  return `${object}+${toHex(offset)}`;
}

/** The accesses to a word that are shown around the cursor. */
interface AccessWindow {
  /** The index of the first access shown. */
  readonly start: number;
  readonly shown: readonly WordAccess[];
  readonly hidden: number;
  /** For each shown access, whether the selected wave made it and it has already happened. */
  readonly past: readonly boolean[];
}

function getAccessCycle({ performed, issued }: WordAccess): number {
  return performed ?? issued;
}

function selectAccesses(
  accesses: readonly WordAccess[],
  { selection: { cycle, wave } }: ViewerState,
): AccessWindow {
  const next = accesses.findIndex((access) => getAccessCycle(access) > cycle);
  const middle = next < 0 ? accesses.length : next;
  const start = Math.max(0, middle - ACCESSES_BEFORE);
  const shown = accesses.slice(start, start + ACCESSES_BEFORE + ACCESSES_AFTER);
  const past = shown.map((access) => access.wave === wave && getAccessCycle(access) <= cycle);
  return { start, shown, hidden: accesses.length - shown.length, past };
}

function makeAccessList({ shown, hidden, past }: AccessWindow, state: ViewerState): HTMLElement {
  const buttons = shown.map((access, i) => {
    const click = (): void => state.select({ cycle: getAccessCycle(access), wave: access.wave });
    return el(
      'button',
      { type: 'button', click, 'aria-current': past[i] === true ? 'true' : undefined },
      formatAccess(access),
    );
  });
  return el('div', {}, ...buttons, ...(hidden === 0 ? [] : [`${hidden} more before and after`]));
}

function formatAccess({ wave, lane, operation, performed, level, value }: WordAccess): string {
  const when = performed === undefined ? 'not performed' : `cycle ${performed} at ${level}`;
  const data = value === undefined ? '' : ` ${toHex(value >>> 0)}`;
  return `${when}: wave ${wave} lane ${lane} ${operation}${data}`;
}

/** Shows the lines in the caches at the cursor, stale ones first. */
export function showCaches(state: ViewerState): void {
  const container = byId('caches');
  const lines = listCacheLines(state.timeline);
  if (lines.length === 0) {
    container.replaceChildren(makeMissingDataNote('line-filled transactions'));
    return;
  }
  const countNote = el('p', { class: 'quiet' });
  const table = makeTable(['cache', 'line', 'filled', 'state'], []);
  container.replaceChildren(countNote, table);
  state.onChange(() => {
    const { cycle } = state.selection;
    const presentLines = findPresentLines(lines, cycle);
    const isStale = ({ staleFrom }: CacheLine): boolean => staleFrom !== undefined && staleFrom <= cycle;
    const servingKeys = findServingLines(state);
    const isServing = ({ cache, index, address }: CacheLine): boolean =>
      servingKeys.has(makeLineKey(cache, index, address));
    const rank = (line: CacheLine): number => 2 * Number(isStale(line)) + Number(isServing(line));
    const staleLines = presentLines.filter(isStale);
    const sorted = [...presentLines].sort((a, b) => rank(b) - rank(a));
    const rows = sorted.slice(0, MAX_ROWS).map((line) => {
      const status = formatState(line, cycle);
      const cells = [
        `${line.cache} ${line.index}`,
        toHex(line.address),
        `${line.fillCycle}`,
        isServing(line) ? `${status}, serving wave ${state.selection.wave}` : status,
      ];
      const kind = isStale(line) ? 'stale' : undefined;
      return { key: cells.join(';'), make: () => makeRow(cells, kind) };
    });
    showText(countNote, `${presentLines.length} lines at this cycle, ${staleLines.length} of them stale`);
    showKeyed(table.querySelector('tbody')!, rows);
  });
}

function findPresentLines(lines: readonly CacheLine[], cycle: number): CacheLine[] {
  return lines.filter(({ fillCycle, dropCycle = Infinity }) => fillCycle <= cycle && cycle < dropCycle);
}

function formatState({ staleFrom, writer }: CacheLine, cycle: number): string {
  if (staleFrom === undefined || staleFrom > cycle) return 'up to date';
  return `stale since ${staleFrom} (wave ${writer})`;
}

function findServingLines({ timeline, selection: { cycle, wave } }: ViewerState): Set<string> {
  const accesses = timeline.waves.find((candidate) => candidate.wave === wave)?.accesses ?? [];
  const inFlight = accesses.filter(
    ({ issued, returned = Infinity }) => issued.cycle <= cycle && cycle <= returned,
  );
  return new Set(
    inFlight.flatMap((access) => {
      const served = access.performed.find((instant) => instant.cycle <= cycle);
      return [...listTouchedLines(access)].map((address) =>
        makeLineKey(served?.level, served?.cache, address),
      );
    }),
  );
}

function makeLineKey(cache: string | undefined, index: number | undefined, address: number): string {
  return `${cache} ${index} ${address}`;
}
