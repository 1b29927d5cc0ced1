import { getReceiver, indexOf, UNIT } from '../context.js';
import type { OrderWheel, PendingEvent } from '../kernel/index.js';
import { selectedPacker } from '../sq/hwreg.js';
import type { Units } from '../units.js';
import { findBurst } from './burst.js';
import { getPolledPacker } from './reach.js';

/** An ordered group of same-cycle events, as indices into the list of candidate next events. */
export type EventGroup = readonly number[];

const MAX_EXITS = 3;

/** An event that can conflict with others at the same place: a packer's tracker or a wave's flag. */
interface SimultaneousEvent {
  readonly kind: 'exit' | 'visible' | 'poller' | 'ready' | 'waiter';
  readonly location: string;
}

/** The pairs of event kinds that can conflict at the same place. `groupExits` finds the groups of exits. */
const CONFLICTING_KINDS: ReadonlySet<string> = new Set(['exit visible', 'visible poller', 'ready waiter']);

/**
 * Returns the groups of pending events that a search treats as simultaneous, and tries in every order:
 *
 * - two or three exits arriving at the same tracker;
 * - an exit arriving while another becomes visible to polls;
 * - an exit becoming visible while a wave polls or goes to sleep;
 * - export-ready arriving just as a wave starts waiting for it.
 *
 * Other units that handle one item per cycle do not need this, since a conflict there only delays the unit's own next
 * event.
 */
export function findSimultaneousGroups(
  { together, nextPending }: OrderWheel,
  units: Units,
): readonly EventGroup[] {
  if (!together) return [];
  const candidates = nextPending.map((pending) => findSimultaneousEvent(pending, units));
  const pairs = candidates.flatMap((a, first) =>
    candidates.flatMap((b, second) => (canConflict(a, b) ? [[first, second]] : [])),
  );
  return [...pairs, ...groupExits(candidates)];
}

function canConflict(a: SimultaneousEvent | undefined, b: SimultaneousEvent | undefined): boolean {
  if (a === undefined || b === undefined || a.location !== b.location) return false;
  return CONFLICTING_KINDS.has(`${a.kind} ${b.kind}`) || CONFLICTING_KINDS.has(`${b.kind} ${a.kind}`);
}

/** Returns every ordering of every group of two or more exits from the same packer, up to `MAX_EXITS`. */
function groupExits(candidates: readonly (SimultaneousEvent | undefined)[]): readonly EventGroup[] {
  const exits = [...candidates.keys()].filter((index) => candidates[index]?.kind === 'exit');
  const allGroups: EventGroup[] = [];
  let groups: EventGroup[] = exits.map((index) => [index]);
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

function findSimultaneousEvent({ event }: PendingEvent, units: Units): SimultaneousEvent | undefined {
  const index = indexOf(event);
  switch (getReceiver(event)) {
    case UNIT.EXIT_ARRIVES:
      return { kind: 'exit', location: `tracker ${units.records.at(index).packer}` };
    case UNIT.EXIT_VISIBLE:
      return { kind: 'visible', location: `tracker ${index}` };
    case UNIT.EXPORT_READY:
      return { kind: 'ready', location: `wave ${index}` };
    case UNIT.WAVE:
      return findSimultaneousInstruction(index, units);
    default:
      return undefined;
  }
}

/** Classifies the wave's current instruction, or returns undefined if it cannot conflict with anything. */
function findSimultaneousInstruction(index: number, units: Units): SimultaneousEvent | undefined {
  const wave = units.records.at(index);
  const { visible } = findBurst(wave, []);
  if (visible?.kind === 'wait-event') return { kind: 'waiter', location: `wave ${index}` };
  const isPoll = visible?.kind === 'alu' || visible?.kind === 'sleep';
  const hasPacker = selectedPacker(units.context.facts, wave.state.hw) >= 0;
  return isPoll && hasPacker
    ? { kind: 'poller', location: `tracker ${getPolledPacker(units, wave)}` }
    : undefined;
}
