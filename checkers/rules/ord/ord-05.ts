import { WITH_WAVE_IDS } from '../../../arch/index.js';
import type { Ledgers } from '../../evidence/facts/ledgers.js';
import type { Finding, Judge } from '../../evidence/findings/judge.js';
import { getWaveHistory } from '../../evidence/findings/wave-history.js';
import { formatUnit, formatWave, locateUnit, locateWave } from '../../evidence/findings/wording.js';
import type { WaveRecord } from '../../evidence/ledger/wave-record.js';
import type { Rule, RuleCheck } from '../../evidence/rule/rule.js';

/**
 * Invariant: if did-overlap is set, the newest overlapped id is not older than the youngest unfinished wave on the
 * same packer that this wave overlaps (S-016, S-035, S-039). The id is decoded the way programs for the generation must
 * decode it. An id that is newer than necessary is legal, and so is the id of a wave that has exited. The id of a later
 * wave decodes as a very old one, so this rule reports it as too old.
 */
export const ORD_05: Rule = {
  id: 'ORD-05',
  text: "A wave's newest overlapped id is never older than the youngest unfinished wave it overlaps, and never younger than the wave itself.",
  severity: 'error',
  generations: WITH_WAVE_IDS,
  statements: ['S-016', 'S-035', 'S-039', 'S-115'],
  needs: ['wave-formed', 'section-exit'],
  reads: ({ exits }) => exits,
  create,
};

function create(ledgers: Ledgers, judge: Judge): RuleCheck {
  return {
    on: {
      'wave-formed': (t) => {
        const wave = ledgers.waves.find(t.wave);
        if (wave === undefined || !wave.didOverlap) return;
        // A wave that waits for its own id would never finish; HANG-02 reports that.
        if (wave.newestSequence === wave.sequence) return;
        judge.armed++;
        const youngest = findYoungestOverlapped(wave);
        if (youngest !== undefined && wave.newestSequence < youngest.wave.sequence) {
          judge.violate(describeTooOld, ledgers, wave, youngest.wave, youngest.unit);
        }
      },
    },
  };
}

function findYoungestOverlapped(wave: WaveRecord): WaveRecord['predecessors'][number] | undefined {
  let youngest: WaveRecord['predecessors'][number] | undefined;
  for (const predecessor of wave.predecessors) {
    if (predecessor.wave.packer !== wave.packer) continue;
    if (youngest === undefined || predecessor.wave.sequence > youngest.wave.sequence) youngest = predecessor;
  }
  return youngest;
}

function formatNewest(wave: WaveRecord): string {
  return `its newest-overlap field set to ${wave.newest}`;
}

function describeTooOld(ledgers: Ledgers, wave: WaveRecord, youngest: WaveRecord, unit: number): Finding {
  const { packers } = ledgers;
  return {
    cycle: wave.formedCycle,
    unit: 'db',
    place: { ...locateWave(ledgers, wave), ...locateUnit(ledgers, unit), otherWave: youngest.wave },
    allowed: `The newest overlapped id of ${formatWave(wave)} is ${youngest.id} or the id of a younger wave, because ${formatWave(youngest)} holds ${formatUnit(ledgers, unit)} and has not exited.`,
    observed: `Its newest-overlap field is ${wave.newest}, which decodes to id ${packers.getId(wave.newestSequence)}, ${youngest.sequence - wave.newestSequence} ids too old.`,
    steps: [
      ...getWaveHistory(ledgers, youngest),
      `cycle ${wave.formedCycle}: ${formatWave(wave)} is formed with ${formatNewest(wave)}`,
    ],
    hint: 'Check which overlapped wave the lookup records and how the id field wraps around.',
  };
}
