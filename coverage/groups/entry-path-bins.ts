import type { WaveColumn } from '../collector/wave-table.js';
import { type BinOptions, bin } from '../dsl/bins.js';

/** What a wave can do before entering its ordered section. The value of each bin is its index here. */
const PATHS = [
  ['no overlap, no wait', 'id', { text: 'the wave skipped the entry wait', statements: ['S-020', 'S-022'] }],
  [
    'overlap, never waited',
    'id',
    { text: 'the wave ended before its section', statements: ['S-006', 'S-079'] },
  ],
  ['first poll passed', 'id', { statements: ['S-045'] }],
  ['polled', 'id', { text: 'more than one poll, without sleeping', statements: ['S-044'] }],
  ['slept, woken by time', 'id', { statements: ['S-047'] }],
  ['slept, woken by exit', 'id', { text: 'at least once', statements: ['S-048'] }],
  ['event, no overlap', 'event', { statements: ['S-054', 'S-055'] }],
  ['event after overlap', 'event', { statements: ['S-054', 'S-055'] }],
  ['no event wait', 'event', { text: 'the wave ended before its section', statements: ['S-006'] }],
] as const satisfies readonly (readonly [string, 'id' | 'event', BinOptions])[];

type PathName = (typeof PATHS)[number][0];

/** One bin per path. */
export const ENTRY_PATHS = PATHS.map(([name, , options], value) => bin(name, [value], options));

/** The names of the paths for waves with ids. */
export const ID_PATHS = PATHS.flatMap(([name, kind]) => (kind === 'id' ? [name] : []));
/** The names of the paths for waves without ids. */
export const EVENT_PATHS = PATHS.flatMap(([name, kind]) => (kind === 'event' ? [name] : []));

/** How often each wave polled, slept, was woken by an exit, and completed an event wait. */
interface EntrySteps {
  readonly polls: WaveColumn;
  readonly sleeps: WaveColumn;
  readonly wakesByExit: WaveColumn;
  readonly eventWaits: WaveColumn;
}

/** Returns the index into `ENTRY_PATHS` for a finished wave. */
export function classifyEntryPath(
  wave: number,
  steps: EntrySteps,
  overlaps: number,
  hasWaveIds: boolean,
): number {
  const name = (hasWaveIds ? getIdPath : getEventPath)(wave, steps, overlaps > 0);
  return PATHS.findIndex((path) => path[0] === name);
}

function getEventPath(wave: number, { eventWaits }: EntrySteps, overlaps: boolean): PathName {
  if (eventWaits.get(wave) === 0) return 'no event wait';
  return overlaps ? 'event after overlap' : 'event, no overlap';
}

function getIdPath(wave: number, steps: EntrySteps, overlaps: boolean): PathName {
  if (steps.polls.get(wave) === 0) return overlaps ? 'overlap, never waited' : 'no overlap, no wait';
  if (steps.sleeps.get(wave) === 0) return steps.polls.get(wave) === 1 ? 'first poll passed' : 'polled';
  return steps.wakesByExit.get(wave) === 0 ? 'slept, woken by time' : 'slept, woken by exit';
}
