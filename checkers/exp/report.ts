import type { Judge } from '../findings/judge.js';
import { waveStory } from '../findings/wave-story.js';
import { pcName, waveName, wavePlace } from '../findings/wording.js';
import type { Ledgers } from '../ledger/ledgers.js';
import type { WaveRecord } from '../ledger/wave-record.js';

/** What one finding about an export says; `observed` goes on after the name of the wave. */
export interface ExportFinding {
  readonly cycle: number;
  readonly unit: 'sx' | 'program';
  readonly allowed: string;
  readonly observed: string;
  readonly hint: string;
}

/** Counts a violation by an export of `wave` at `pc`, or at none where `pc` is negative. */
export function reportExport(
  ledgers: Ledgers,
  judge: Judge,
  wave: WaveRecord,
  pc: number,
  { cycle, unit, allowed, observed, hint }: ExportFinding,
): void {
  judge.violate(() => ({
    cycle,
    unit,
    place: wavePlace(ledgers, wave, pc),
    allowed,
    observed: `${waveName(wave)} ${observed}${pc < 0 ? '' : ` at ${pcName(ledgers, wave, pc)}`}.`,
    steps: waveStory(ledgers, wave),
    hint,
  }));
}
