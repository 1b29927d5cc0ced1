import { getReceiver, indexOf, UNIT } from '../context.js';
import type { OrderWheel, PendingEvent } from '../kernel/index.js';
import { selectedPacker } from '../sq/hwreg.js';
import type { Units } from '../units.js';
import { findBurst } from './burst.js';
import { getPolledPacker } from './reach.js';

/** The events that occur in one cycle, in order, as indices into the list of next events. */
export type Coincidence = readonly number[];

/** The maximum number of exits in one cycle. */
const MAX_EXITS = 3;

/** An event that can coincide with others at a location, which is a packer's tracker or a wave's flag. */
interface CoincidingEvent {
  readonly kind: 'exit' | 'visible' | 'poller' | 'ready' | 'waiter';
  readonly location: string;
}

/** The pairs of kinds that can coincide at the same location. `findExitGroups` finds the groups of exits. */
const COINCIDING_KINDS: ReadonlySet<string> = new Set(['exit visible', 'visible poller', 'ready waiter']);

/**
 * Returns the groups of next events that a search treats as simultaneous, in every order. These are up to three exits
 * that arrive at one packer's tracker; an exit that arrives and one that becomes visible to polls; an exit that becomes
 * visible and a wave's poll or sleep; and export-ready and the wait for it. Other units that do one thing per cycle
 * delay only their own next event.
 */
export function findCoincidences(
  { together, nextPending }: OrderWheel,
  units: Units,
): readonly Coincidence[] {
  if (!together) return [];
  const candidates = nextPending.map((pending) => findCoincidingEvent(pending, units));
  const pairs = candidates.flatMap((a, first) =>
    candidates.flatMap((b, second) => (canCoincide(a, b) ? [[first, second]] : [])),
  );
  return [...pairs, ...findExitGroups(candidates)];
}

function canCoincide(a: CoincidingEvent | undefined, b: CoincidingEvent | undefined): boolean {
  if (a === undefined || b === undefined || a.location !== b.location) return false;
  return COINCIDING_KINDS.has(`${a.kind} ${b.kind}`) || COINCIDING_KINDS.has(`${b.kind} ${a.kind}`);
}

/** Returns the groups of two or more exits from one packer, in every order. */
function findExitGroups(candidates: readonly (CoincidingEvent | undefined)[]): readonly Coincidence[] {
  const exits = [...candidates.keys()].filter((index) => candidates[index]?.kind === 'exit');
  const allGroups: Coincidence[] = [];
  let groups: Coincidence[] = exits.map((index) => [index]);
  for (let count = 2; count <= Math.min(MAX_EXITS, exits.length); count++) {
    groups = groups.flatMap((group) =>
      exits
        .filter(
          (index) =>
            !group.includes(index) && candidates[index]!.location === candidates[group[0]!]!.location,
        )
        .map((index) => [...group, index]),
    );
    allGroups.push(...groups);
  }
  return allGroups;
}

function findCoincidingEvent({ event }: PendingEvent, units: Units): CoincidingEvent | undefined {
  const index = indexOf(event);
  switch (getReceiver(event)) {
    case UNIT.EXIT_ARRIVES:
      return { kind: 'exit', location: `tracker ${units.records.at(index).packer}` };
    case UNIT.EXIT_VISIBLE:
      return { kind: 'visible', location: `tracker ${index}` };
    case UNIT.EXPORT_READY:
      return { kind: 'ready', location: `wave ${index}` };
    case UNIT.WAVE:
      return findCoincidingInstruction(index, units);
    default:
      return undefined;
  }
}

/** Returns the wave's current instruction as a coinciding event, or undefined if it cannot coincide with others. */
function findCoincidingInstruction(index: number, units: Units): CoincidingEvent | undefined {
  const wave = units.records.at(index);
  const { visible } = findBurst(wave, []);
  if (visible?.kind === 'wait-event') return { kind: 'waiter', location: `wave ${index}` };
  const isPoll = visible?.kind === 'alu' || visible?.kind === 'sleep';
  const hasPacker = selectedPacker(units.context.facts, wave.state.hw) >= 0;
  return isPoll && hasPacker
    ? { kind: 'poller', location: `tracker ${getPolledPacker(units, wave)}` }
    : undefined;
}
