import { QUADS_PER_WAVE } from '../../evidence/ledger/access-record.js';
import type { AccessRecord, Judge, Ledgers, WaveRecord } from '../../kit.js';
import {
  defineRule,
  formatPc,
  formatUnit,
  formatWave,
  locateUnit,
  mergeHistories,
  NEVER,
} from '../../kit.js';
import { findSuspect } from './suspect.js';

const NONE = -1;

/** Once a unit has more displaced owners than this, owners whose waves have ended are pruned. */
const MAX_DISPLACED = 8;

/**
 * A section lasts from an invocation's first ordered access at an overlap unit until its last one is performed. The
 * rule therefore fires if another primitive issues an access while the last owner's accesses are outstanding, or if a
 * displaced owner returns. Displaced owners must not return under unordered interlocks either.
 */
export const ORD_01 = defineRule({
  id: 'ORD-01',
  text: 'Overlapping invocations are never in their ordered sections at the same time.',
  statements: ['S-002', 'S-008', 'S-063', 'S-103', 'S-143'],
  needs: ['wave-formed', 'memory-issued', 'memory-performed'],
  unarmedReason: 'no two primitives made ordered accesses at the same pixel or sample',
  create(ledgers, judge) {
    const { accesses, grid, memory, waves } = ledgers;
    const ownerKeys = memory.take(grid.unitCount).fill(NONE);
    /** The owners' waves, which may have ended long ago. */
    const ownerWaves = new Array<WaveRecord>(grid.unitCount);
    /** One earlier owner of each unit, since most units have no others. */
    const earlierOwners = memory.take(grid.unitCount).fill(NONE);
    /** All other earlier owners of each unit whose waves might still return. */
    const displaced: (number[] | undefined)[] = [];
    const outstanding = memory.take(grid.unitCount);

    /**
     * Records that a unit's last owner is displaced. Returns whether the new owner has owned the unit before. Updates
     * the list in place, because owners change very often.
     */
    const replaceOwner = (unit: number, key: number, last: number): boolean => {
      const owners = displaced[unit];
      const earlier = earlierOwners[unit];
      if (earlier === NONE || earlier === key) {
        earlierOwners[unit] = last;
        return earlier === key;
      }
      if (owners === undefined) {
        displaced[unit] = [last];
        return false;
      }
      const index = owners.indexOf(key);
      if (index < 0) owners.push(last);
      else owners[index] = last;
      if (owners.length > MAX_DISPLACED)
        displaced[unit] = owners.filter(
          (owner) => waves.findByOrder(Math.floor(owner / QUADS_PER_WAVE))?.endedCycle === NEVER,
        );
      return index >= 0;
    };

    const changeOwner = (access: AccessRecord, unit: number, key: number): void => {
      const lastKey = ownerKeys[unit];
      const lastWave = ownerWaves[unit];
      const isReturning = lastKey !== NONE && replaceOwner(unit, key, lastKey);
      if (lastKey !== NONE && getPrimitive(lastWave, lastKey) !== getPrimitive(access.wave, key)) {
        judge.armed++;
        const isOutstanding = outstanding[unit] > 0;
        if (isOutstanding || isReturning)
          report(ledgers, judge, access, [unit, key], lastWave, lastKey, isOutstanding);
      }
      ownerKeys[unit] = key;
      ownerWaves[unit] = access.wave;
      outstanding[unit] = 0;
    };

    return {
      'memory-issued': (t) => {
        const access = accesses.current.at(t);
        if (access === undefined) return;
        for (let i = 0; i < access.unitCount; i++) {
          const unit = access.units[i];
          if (ownerKeys[unit] !== access.keys[i]) changeOwner(access, unit, access.keys[i]);
          outstanding[unit]++;
        }
      },
      'memory-performed': (t) => {
        const access = accesses.current.at(t);
        if (access === undefined) return;
        for (let i = 0; i < access.unitCount; i++)
          if (ownerKeys[access.units[i]] === access.keys[i]) outstanding[access.units[i]]--;
      },
    };
  },
});

function getPrimitive(wave: WaveRecord, key: number): number {
  return wave.getPrimitive(key % QUADS_PER_WAVE);
}

function report(
  ledgers: Ledgers,
  judge: Judge,
  { wave, cycle, pc, operation }: AccessRecord,
  [unit, key]: readonly [unit: number, key: number],
  other: WaveRecord,
  lastKey: number,
  isOutstanding: boolean,
): void {
  if (!judge.fires()) return;
  const primitive = getPrimitive(wave, key);
  const otherPrimitive = getPrimitive(other, lastKey);
  const [older, younger] = otherPrimitive < primitive ? [other, wave] : [wave, other];
  const suspect = findSuspect(ledgers, older, younger);
  const circumstance = isOutstanding
    ? `while ${formatWave(other)} (primitive ${otherPrimitive}) still has outstanding ordered accesses there`
    : `again, after ${formatWave(other)} (primitive ${otherPrimitive}) accessed the same location in between, so the two sections interleave`;
  judge.reportAt(wave, cycle, {
    pc,
    unit: suspect.unit,
    place: { ...locateUnit(ledgers, unit), otherWave: other.wave, primitive, otherPrimitive },
    allowed: `At ${formatUnit(ledgers, unit)} the section of primitive ${Math.min(primitive, otherPrimitive)} ends before that of primitive ${Math.max(primitive, otherPrimitive)} begins, or vice versa.`,
    observed: `${formatWave(wave)} (primitive ${primitive}) issues an ordered ${operation} at ${formatPc(ledgers, wave, pc)} ${circumstance}.`,
    steps: [
      ...mergeHistories(ledgers, older, younger),
      `cycle ${cycle}: ${formatWave(wave)} accesses ${formatUnit(ledgers, unit)}`,
    ],
    hint: suspect.hint,
  });
}
