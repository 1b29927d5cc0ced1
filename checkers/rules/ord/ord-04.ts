import { WITH_WAVE_IDS } from '../../../arch/index.js';
import type { Ledgers } from '../../evidence/facts/ledgers.js';
import type { Finding, Judge } from '../../evidence/findings/judge.js';
import { getWaveHistory } from '../../evidence/findings/wave-history.js';
import { formatUnit, formatWave, locateUnit, locateWave } from '../../evidence/findings/wording.js';
import type { WaveRecord } from '../../evidence/ledger/wave-record.js';
import type { Rule, RuleCheck } from '../../evidence/rule/rule.js';

/**
 * Invariant: if a wave's collision argument reports no overlap, the wave has no layers and shares no overlap unit with
 * an older wave that is unfinished (has neither sent its exit nor ended) when this wave is formed (S-013, S-021).
 * IDLE-04 checks the converse.
 */
export const ORD_04: Rule = {
  id: 'ORD-04',
  text: 'A wave reported as not overlapping overlaps no unfinished wave.',
  severity: 'error',
  generations: WITH_WAVE_IDS,
  statements: ['S-013', 'S-021', 'S-095', 'S-111', 'S-139'],
  needs: ['wave-formed', 'section-exit'],
  reads: ({ exits }) => exits,
  create,
};

function create(ledgers: Ledgers, judge: Judge): RuleCheck {
  return {
    on: {
      'wave-formed': (t) => {
        const wave = ledgers.waves.find(t.wave);
        if (wave === undefined || wave.didOverlap || !wave.facts.interlocked) return;
        judge.armed++;
        const missed = wave.predecessors[0];
        if (missed !== undefined) judge.violate(describeMissed, ledgers, wave, missed.wave, missed.unit);
        else if (wave.hasLayers) judge.violate(describeUnreportedLayers, ledgers, wave);
      },
    },
  };
}

function describeMissed(ledgers: Ledgers, wave: WaveRecord, missed: WaveRecord, unit: number): Finding {
  return {
    cycle: wave.formedCycle,
    unit: 'db',
    place: { ...locateWave(ledgers, wave), ...locateUnit(ledgers, unit), otherWave: missed.wave },
    allowed: `The did-overlap bit should be set because ${formatWave(missed)} holds ${formatUnit(ledgers, unit)} and has not exited.`,
    observed: `${formatWave(wave)} covers ${formatUnit(ledgers, unit)} and is reported as not overlapping.`,
    steps: [
      ...getWaveHistory(ledgers, missed),
      `cycle ${wave.formedCycle}: ${formatWave(wave)} is formed without overlap`,
    ],
    hint: 'Check how the overlap lookup handles waves that are still being formed, a full table, and its own granularity.',
  };
}

function describeUnreportedLayers(ledgers: Ledgers, wave: WaveRecord): Finding {
  return {
    cycle: wave.formedCycle,
    unit: 'db',
    place: locateWave(ledgers, wave),
    allowed: 'The did-overlap bit should be set because quads of the wave overlap each other.',
    observed: `${formatWave(wave)} has layers 0x${wave.intrawaveMask.toString(16)} and is reported as not overlapping.`,
    steps: [`cycle ${wave.formedCycle}: ${formatWave(wave)} is formed with layers but reports no overlap`],
    hint: 'Check the collision argument of a wave that overlaps only itself.',
  };
}
