import type { Finding, Judge } from '../findings/judge.js';
import { waveStory } from '../findings/wave-story.js';
import { unitName, unitPlace, waveName, wavePlace } from '../findings/wording.js';
import type { Ledgers } from '../ledger/ledgers.js';
import type { WaveRecord } from '../ledger/wave-record.js';
import type { RuleCheck } from '../rule.js';

/**
 * Invariant: with did-overlap set, the newest-overlapped id, read as the generation's programs have to read it, names
 * a wave of the same packer that was formed before this one and is not older than the youngest unfinished wave that
 * it really overlaps (S-016, S-035, S-039). A newer one than needed is legal, and so is one that has exited.
 */
export function createOrd05(ledgers: Ledgers, judge: Judge): RuleCheck {
  return {
    on: {
      'wave-formed': (t) => {
        const wave = ledgers.waves.find(t.wave);
        if (wave === undefined || !wave.didOverlap) return;
        judge.armed++;
        if (wave.newestSequence === wave.sequence) {
          judge.violate(() => describeImpossible(ledgers, wave, 'itself'));
          return;
        }
        const needed = youngestOverlapped(wave);
        if (needed !== undefined && wave.newestSequence < needed.wave.sequence) {
          judge.violate(() => describeTooOld(ledgers, wave, needed.wave, needed.unit));
        } else if (wave.sequence - wave.newestSequence > ledgers.scenario.freedoms.idWindow) {
          judge.violate(() => describeImpossible(ledgers, wave, 'a later wave, or one beyond the id window'));
        }
      },
    },
  };
}

function youngestOverlapped(wave: WaveRecord): WaveRecord['predecessors'][number] | undefined {
  let youngest: WaveRecord['predecessors'][number] | undefined;
  for (const predecessor of wave.predecessors) {
    if (predecessor.wave.packer !== wave.packer || !predecessor.wave.unfinished) continue;
    if (youngest === undefined || predecessor.wave.sequence > youngest.wave.sequence) youngest = predecessor;
  }
  return youngest;
}

function fieldText(wave: WaveRecord): string {
  return `newest field ${wave.newest}`;
}

function describeTooOld(ledgers: Ledgers, wave: WaveRecord, needed: WaveRecord, unit: number): Finding {
  const { packers } = ledgers;
  return {
    cycle: wave.formedCycle,
    unit: 'db',
    place: { ...wavePlace(ledgers, wave), ...unitPlace(ledgers, unit), otherWave: needed.wave },
    allowed: `The newest overlapped id of ${waveName(wave)} is ${needed.id} or a later one, because ${waveName(needed)} holds ${unitName(ledgers, unit)} and has not exited.`,
    observed: `Its ${fieldText(wave)} names id ${packers.idOf(wave.newestSequence)}, ${needed.sequence - wave.newestSequence} before that.`,
    steps: [
      ...waveStory(ledgers, needed),
      `cycle ${wave.formedCycle}: ${waveName(wave)} is formed with ${fieldText(wave)}`,
    ],
    hint: 'Look at which of the overlapped waves the lookup keeps, and at the arithmetic of the id field at the wrap.',
  };
}

function describeImpossible(ledgers: Ledgers, wave: WaveRecord, whom: string): Finding {
  return {
    cycle: wave.formedCycle,
    unit: 'db',
    place: wavePlace(ledgers, wave),
    allowed: `The newest overlapped id names a wave of packer ${wave.packer} formed before ${waveName(wave)}.`,
    observed: `Its ${fieldText(wave)} names ${whom}.`,
    steps: [`cycle ${wave.formedCycle}: ${waveName(wave)} is formed with ${fieldText(wave)}`],
    hint: 'Look at the id that a wave without an older overlapped one is given, and at the wrap.',
  };
}
