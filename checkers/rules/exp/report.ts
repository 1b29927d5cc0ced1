import { formatAnyPc, getAnyHistory, getParticipantName } from '../../evidence/findings/any-wave.js';
import type { Finding, Judge, Ledgers } from '../../kit.js';

/** The text of a finding about an export. `observed` continues a sentence that starts with the wave's name. */
export interface ExportFinding extends Pick<Finding, 'cycle' | 'allowed' | 'observed' | 'hint' | 'freedom'> {
  readonly unit: 'sx' | 'spi' | 'program';
}

/** Reports a violation by an export of the given wave. Pass a `pc` of -1 if no instruction is involved. */
export function reportExport(
  ledgers: Ledgers,
  judge: Judge,
  wave: number,
  pc: number,
  { cycle, unit, allowed, observed, hint, ...bound }: ExportFinding,
): void {
  if (!judge.fires()) return;
  const place = pc < 0 ? '' : ` at ${formatAnyPc(ledgers, wave, pc)}`;
  const text = `${getParticipantName(ledgers, wave)} ${observed}${place}.`;
  const steps = getAnyHistory(ledgers, wave);
  judge.reportAt(wave, { cycle, pc }, { unit, allowed, observed: text, steps, hint, ...bound });
}
