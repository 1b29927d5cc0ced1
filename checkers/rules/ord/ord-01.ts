import { GENERATIONS } from '../../../arch/index.js';
import type { Ledgers } from '../../evidence/facts/ledgers.js';
import type { Finding, Judge } from '../../evidence/findings/judge.js';
import { mergeHistories } from '../../evidence/findings/wave-history.js';
import { formatPc, formatUnit, formatWave, locateUnit, locateWave } from '../../evidence/findings/wording.js';
import { type AccessRecord, KEY_QUADS } from '../../evidence/ledger/access-record.js';
import { NEVER, type WaveRecord } from '../../evidence/ledger/wave-record.js';
import type { Rule, RuleCheck } from '../../evidence/rule/rule.js';
import { findSuspect } from './suspect.js';

const NONE = -1;

/** If a unit has more displaced owners than this, those whose waves have ended are removed. */
const MAX_DISPLACED = 8;

/**
 * Invariant: at each overlap unit, between an invocation's first issued ordered access and its last performed
 * one, no invocation of another primitive issues an ordered access (S-002, S-008). The rule therefore fires if
 * another primitive issues an access while accesses of the last owner are outstanding, or if a displaced owner
 * returns. The latter also applies to unordered interlocks.
 */
export const ORD_01: Rule = {
  id: 'ORD-01',
  text: 'Overlapping invocations never have their ordered sections open at once.',
  severity: 'error',
  generations: GENERATIONS,
  statements: ['S-002', 'S-008', 'S-063', 'S-103', 'S-143'],
  needs: ['wave-formed', 'memory-issued', 'memory-performed'],
  unarmed: 'no two primitives made ordered accesses at the same pixel or sample',
  create,
};

function create(ledgers: Ledgers, judge: Judge): RuleCheck {
  const { accesses, grid, memory } = ledgers;
  const ownerKeys = memory.take(grid.unitCount).fill(NONE);
  /** The owners' waves, which may have ended long ago. */
  const ownerWaves = new Array<WaveRecord>(grid.unitCount);
  /** Displaced owners whose waves can still return, by unit, no matter how many owners followed. */
  const displaced: (number[] | undefined)[] = [];
  const outstanding = memory.take(grid.unitCount);

  /**
   * Displaces the last owner of a unit. Returns whether the new owner has owned the unit before. Updates the
   * list in place, because owners change very often.
   */
  const replaceOwner = (unit: number, key: number, last: number): boolean => {
    const owners = displaced[unit];
    if (owners === undefined) {
      displaced[unit] = [last];
      return false;
    }
    const index = owners.indexOf(key);
    if (index < 0) owners.push(last);
    else owners[index] = last;
    if (owners.length > MAX_DISPLACED) removeFinished(ledgers, owners);
    return index >= 0;
  };

  const changeOwner = (access: AccessRecord, unit: number, key: number): void => {
    const lastKey = ownerKeys[unit];
    const lastWave = ownerWaves[unit];
    const isReturning = lastKey !== NONE && replaceOwner(unit, key, lastKey);
    if (lastKey !== NONE && getPrimitive(lastWave, lastKey) !== getPrimitive(access.wave, key)) {
      judge.armed++;
      const isOutstanding = outstanding[unit] > 0;
      if (isOutstanding || isReturning) {
        const last = { wave: lastWave, key: lastKey };
        judge.violate(describe, ledgers, access, unit, key, last, isOutstanding);
      }
    }
    ownerKeys[unit] = key;
    ownerWaves[unit] = access.wave;
    outstanding[unit] = 0;
  };

  return {
    on: {
      'memory-issued': (t) => {
        const access = accesses.issuedOrPerformed.at(t);
        if (access === undefined) return;
        for (let i = 0; i < access.unitCount; i++) {
          const unit = access.units[i];
          if (ownerKeys[unit] !== access.keys[i]) changeOwner(access, unit, access.keys[i]);
          outstanding[unit]++;
        }
      },
      'memory-performed': (t) => {
        const access = accesses.issuedOrPerformed.at(t);
        if (access === undefined) return;
        for (let i = 0; i < access.unitCount; i++) {
          if (ownerKeys[access.units[i]] === access.keys[i]) outstanding[access.units[i]]--;
        }
      },
    },
  };
}

/** The quad of a wave that was the last to access a unit. */
interface Owner {
  readonly wave: WaveRecord;
  readonly key: number;
}

function getPrimitive(wave: WaveRecord, key: number): number {
  return wave.getPrimitive(key % KEY_QUADS);
}

/** Removes the owners whose waves can no longer return. */
function removeFinished(ledgers: Ledgers, keys: number[]): void {
  let kept = 0;
  for (const key of keys) if (isRunning(ledgers, key)) keys[kept++] = key;
  keys.length = kept;
}

/** Whether the wave of a quad may still access anything. */
function isRunning({ waves }: Ledgers, key: number): boolean {
  return waves.findByOrder(Math.floor(key / KEY_QUADS))?.endedCycle === NEVER;
}

function describe(
  ledgers: Ledgers,
  access: AccessRecord,
  unit: number,
  key: number,
  last: Owner,
  isOutstanding: boolean,
): Finding {
  const { wave } = access;
  const { wave: other } = last;
  const primitive = getPrimitive(wave, key);
  const otherPrimitive = getPrimitive(other, last.key);
  const [older, younger] = otherPrimitive < primitive ? [other, wave] : [wave, other];
  const suspect = findSuspect(ledgers, older, younger);
  const circumstance = isOutstanding
    ? `while ordered accesses of ${formatWave(other)} (primitive ${otherPrimitive}) there are outstanding`
    : `again after ${formatWave(other)} (primitive ${otherPrimitive}) did, so the two sections interleave`;
  return {
    cycle: access.cycle,
    unit: suspect.unit,
    place: {
      ...locateWave(ledgers, wave, access.pc),
      ...locateUnit(ledgers, unit),
      otherWave: other.wave,
      primitive,
      otherPrimitive,
    },
    allowed: `At ${formatUnit(ledgers, unit)} the section of primitive ${Math.min(primitive, otherPrimitive)} ends before that of primitive ${Math.max(primitive, otherPrimitive)} begins, or vice versa.`,
    observed: `${formatWave(wave)} (primitive ${primitive}) issues an ordered ${access.operation} at ${formatPc(ledgers, wave, access.pc)} ${circumstance}.`,
    steps: [
      ...mergeHistories(ledgers, older, younger),
      `cycle ${access.cycle}: ${formatWave(wave)} accesses ${formatUnit(ledgers, unit)}`,
    ],
    hint: suspect.hint,
  };
}
