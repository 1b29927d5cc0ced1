import { QUADS_PER_WAVE } from '../../evidence/ledger/access-record.js';
import type { AccessRecord, WaveRecord } from '../../kit.js';
import { defineRule, formatPc, formatUnit, formatWave, locateUnit, mergeHistories } from '../../kit.js';
import { findSuspect } from './suspect.js';

const NONE = -1;

/** No ordered access to an overlap unit follows one for a younger primitive, across all draws and sample counts. */
export const ORD_02 = defineRule({
  id: 'ORD-02',
  text: 'Sections of overlapping invocations run in primitive order.',
  statements: ['S-002', 'S-033', 'S-126', 'S-127'],
  needs: ['wave-formed', 'memory-issued'],
  unarmedReason: 'no two primitives made ordered accesses at the same pixel or sample',
  create(ledgers, judge) {
    const { accesses, grid, memory } = ledgers;
    const youngestPrimitive = memory.take(grid.unitCount).fill(NONE);
    /** The waves of the youngest primitives, which may have ended long ago. */
    const youngestWave = new Array<WaveRecord>(grid.unitCount);
    const youngestKey = memory.take(grid.unitCount).fill(NONE);
    const reportInversion = (
      { wave: older, cycle, pc, operation }: AccessRecord,
      unit: number,
      primitive: number,
    ): void => {
      const younger = youngestWave[unit];
      const otherPrimitive = youngestPrimitive[unit];
      const suspect = findSuspect(ledgers, older, younger);
      judge.reportAt(older, cycle, {
        pc,
        unit: suspect.unit,
        place: { ...locateUnit(ledgers, unit), otherWave: younger.wave, primitive, otherPrimitive },
        allowed: `At ${formatUnit(ledgers, unit)}, primitive ${primitive} makes all its ordered accesses before primitive ${otherPrimitive} makes its first.`,
        observed: `${formatWave(older)} (primitive ${primitive}) issues an ordered ${operation} at ${formatPc(ledgers, older, pc)} after ${formatWave(younger)} (primitive ${otherPrimitive}) has already accessed the same location.`,
        steps: [
          ...mergeHistories(ledgers, older, younger),
          `cycle ${cycle}: ${formatWave(older)} accesses ${formatUnit(ledgers, unit)}`,
        ],
        hint: suspect.hint,
      });
    };
    return {
      'memory-issued': (t) => {
        const access = accesses.current.at(t);
        if (access === undefined || !access.wave.facts.ordered) return;
        for (let i = 0; i < access.unitCount; i++) {
          const unit = access.units[i];
          if (youngestKey[unit] === access.keys[i]) continue;
          const primitive = access.wave.getPrimitive(access.keys[i] % QUADS_PER_WAVE);
          if (youngestPrimitive[unit] !== NONE && youngestPrimitive[unit] !== primitive) judge.armed++;
          if (primitive < youngestPrimitive[unit]) {
            if (judge.fires()) reportInversion(access, unit, primitive);
          } else {
            youngestPrimitive[unit] = primitive;
            youngestKey[unit] = access.keys[i];
            youngestWave[unit] = access.wave;
          }
        }
      },
    };
  },
});
