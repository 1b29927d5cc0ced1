import { indexOf, UNIT, unitOf } from '../context.js';
import type { OrderWheel, PendingEvent } from '../kernel/index.js';
import { selectedPacker } from '../sq/hwreg.js';
import type { Units } from '../units.js';
import { burstOf } from './burst.js';
import { polledPacker } from './reach.js';

/** Events that occur in the same cycle, in order, as indices into the list of next events. */
export type Coincidence = readonly number[];

/** Maximum number of exits in one cycle. */
const EXITS_MAX = 3;

/** An event that can coincide with others at a location: a packer's tracker, or a wave's flag. */
interface CoincidingEvent {
  readonly kind: 'exit' | 'shown' | 'poller' | 'ready' | 'waiter';
  readonly location: string;
}

/** Pairs of kinds that can coincide at one location. Groups of exits are handled by `exitsOf`. */
const COINCIDING_KINDS: ReadonlySet<string> = new Set(['exit shown', 'shown poller', 'ready waiter']);

/**
 * Returns the groups of next events that a same-cycle search handles together, in every order. These are up
 * to three exits arriving at one packer's tracker; an arriving exit and one becoming visible to polls; a
 * visible exit and a wave's poll or sleep; and export-ready and the wait for it. All other once-per-cycle
 * work only delays the unit's own next event.
 */
export function coincidencesOf({ together, nextPending }: OrderWheel, units: Units): readonly Coincidence[] {
  if (!together) return [];
  const candidates = nextPending.map((pending) => coincidingEventOf(pending, units));
  const pairs = candidates.flatMap((one, first) =>
    candidates.flatMap((other, second) => (coincide(one, other) ? [[first, second]] : [])),
  );
  return [...pairs, ...exitsOf(candidates)];
}

function coincide(one: CoincidingEvent | undefined, other: CoincidingEvent | undefined): boolean {
  if (one === undefined || other === undefined || one.location !== other.location) return false;
  return (
    COINCIDING_KINDS.has(`${one.kind} ${other.kind}`) || COINCIDING_KINDS.has(`${other.kind} ${one.kind}`)
  );
}

/** Groups of two or more exits of one packer, in every order. */
function exitsOf(candidates: readonly (CoincidingEvent | undefined)[]): readonly Coincidence[] {
  const exits = [...candidates.keys()].filter((index) => candidates[index]?.kind === 'exit');
  const all: Coincidence[] = [];
  let shorter: Coincidence[] = exits.map((index) => [index]);
  for (let count = 2; count <= Math.min(EXITS_MAX, exits.length); count++) {
    shorter = shorter.flatMap((taken) =>
      exits
        .filter(
          (index) =>
            !taken.includes(index) && candidates[index]!.location === candidates[taken[0]!]!.location,
        )
        .map((index) => [...taken, index]),
    );
    all.push(...shorter);
  }
  return all;
}

function coincidingEventOf({ event }: PendingEvent, units: Units): CoincidingEvent | undefined {
  const index = indexOf(event);
  switch (unitOf(event)) {
    case UNIT.EXIT_ARRIVES:
      return { kind: 'exit', location: `tracker ${units.records.at(index).packer}` };
    case UNIT.EXIT_VISIBLE:
      return { kind: 'shown', location: `tracker ${index}` };
    case UNIT.EXPORT_READY:
      return { kind: 'ready', location: `wave ${index}` };
    case UNIT.WAVE:
      return coincidingEventOfWave(index, units);
    default:
      return undefined;
  }
}

/** The wave's next visible instruction as a coinciding event, or undefined if it cannot coincide. */
function coincidingEventOfWave(index: number, units: Units): CoincidingEvent | undefined {
  const wave = units.records.at(index);
  const { visible } = burstOf(wave, []);
  if (visible?.kind === 'wait-event') return { kind: 'waiter', location: `wave ${index}` };
  const isPoll = visible?.kind === 'alu' || visible?.kind === 'sleep';
  const hasPacker = selectedPacker(units.context.facts, wave.state.hw) >= 0;
  return isPoll && hasPacker
    ? { kind: 'poller', location: `tracker ${polledPacker(units, wave)}` }
    : undefined;
}
