import { getReceiver, indexOf, UNIT } from '../context.js';
import { ORDER_STRIDE, type OrderWheel } from '../kernel/index.js';
import type { Units } from '../units.js';
import { StateHash } from './state-hash.js';
import { StateWalk } from './state-walk.js';

/** The units whose events belong to waves and contain the wave's record number. */
export const RECORD_UNITS: ReadonlySet<number> = new Set([
  UNIT.WAVE,
  UNIT.EXIT_ARRIVES,
  UNIT.EXPORT_SPACE,
  UNIT.EXPORT_DONE,
  UNIT.EXPORT_READY,
]);

/**
 * Hashes the state of a device between two events: the contents of its units, without absolute times, and the pending
 * events. Devices with equal fingerprints behave identically from then on.
 */
export function fingerprintState(units: Units, wheel: OrderWheel): string {
  // The state is hashed as the next event will see it, because a search treats two events in one cycle as a single
  // step.
  const walk = new StateWalk(new StateHash(), wheel.now + ORDER_STRIDE, listConstants(units));
  walk.addFields(units);
  // The counts of changes and accesses matter only once a wave is watched for iterations without effect.
  const { watchedSince, changes, nextAccess } = units.context;
  walk.addValue([watchedSince, ...(watchedSince < 0 ? [] : [changes, nextAccess])]);
  const { allPending } = wheel;
  walk.addUnordered(allPending.length, (index, eventWalk) => {
    const { event, queue } = allPending[index]!;
    writeEvent(units, event, eventWalk);
    let before = 0;
    for (let other = 0; queue >= 0 && other < index; other++)
      if (allPending[other]!.queue === queue) before++;
    eventWalk.hash.addWord(before);
  });
  return walk.hash.digest;
}

const CONSTANTS = new WeakMap<Units, ReadonlySet<object>>();

/** Returns what never changes during a run: the context's tables, the plans and the instructions. */
export function listConstants(units: Units): ReadonlySet<object> {
  const known = CONSTANTS.get(units);
  if (known !== undefined) return known;
  const { context, scan } = units;
  const { scenario, freedoms, facts, chip } = context;
  const instructions = scan.plans.flatMap(({ program }) => program.instructions);
  const constants = new Set([context, scenario, freedoms, facts, chip, ...scan.plans, ...instructions]);
  CONSTANTS.set(units, constants);
  return constants;
}

function writeEvent(units: Units, event: number, walk: StateWalk): void {
  const [unit, index] = [getReceiver(event), indexOf(event)];
  walk.hash.addWord(unit);
  if (RECORD_UNITS.has(unit)) walk.addWave(units.records.at(index));
  else if (unit === UNIT.PERFORM || unit === UNIT.RETURN) walk.addFields(units.memory.recordAt(index));
  else if (unit === UNIT.LDS) {
    walk.addWave(units.localDataShare.waveAt(index));
    walk.hash.addWord(units.localDataShare.instructionAt(index).index);
  } else walk.hash.addWord(index);
}
