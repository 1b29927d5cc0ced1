import type { Ledgers } from '../facts/ledgers.js';
import { NEVER, type WaveRecord } from '../ledger/wave-record.js';
import { formatPc, formatWave } from './wording.js';

/** Returns the known events in a wave's history as witness steps, oldest first. */
export function getWaveHistory(ledgers: Ledgers, wave: WaveRecord): string[] {
  return formatSteps(listEvents(ledgers, wave));
}

function listEvents(ledgers: Ledgers, wave: WaveRecord): readonly Step[] {
  const name = formatWave(wave);
  return [
    [wave.formedCycle, `${name} is formed${describeOverlap(ledgers, wave)}`],
    [
      wave.firstPackerWriteCycle,
      `${name} sets its packer at ${formatPc(ledgers, wave, wave.firstPackerWritePc)}`,
    ],
    [wave.enteredCycle, `${name} ends its entry wait`],
    [wave.enteredCycle === NEVER ? wave.polledIdCycle : NEVER, `${name} polls and reads id ${wave.polledId}`],
    [wave.exitIssuedCycle, `${name} issues its exit at ${formatPc(ledgers, wave, wave.exitIssuedPc)}`],
    [wave.exitedCycle, `the exit of ${name} is counted`],
    [wave.endedCycle, `${name} ends`],
  ];
}

type Step = readonly [cycle: number, text: string];

/** Formats events as witness steps, sorted by cycle. Omits events that never happened. */
export function formatSteps(events: readonly Step[]): string[] {
  return events
    .filter(([cycle]) => cycle !== NEVER)
    .sort(([a], [b]) => a - b)
    .map(([cycle, text]) => `cycle ${cycle}: ${text}`);
}

/** Merges the histories of two waves into one timeline. */
export function mergeHistories(ledgers: Ledgers, older: WaveRecord, younger: WaveRecord): string[] {
  return formatSteps([...listEvents(ledgers, older), ...listEvents(ledgers, younger)]);
}

/** Returns the suffix for the `is formed` step: what the wave waits for, or an empty string if exports act as exits. */
export function describeOverlap({ packers, entries }: Ledgers, wave: WaveRecord): string {
  if (entries.exitsByExport) return '';
  if (!wave.didOverlap) return ' without overlap';
  return `, with newest overlapped id ${packers.getId(wave.newestSequence)}`;
}
