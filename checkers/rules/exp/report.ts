import { formatAnyPc, getAnyHistory, getParticipantName } from '../../evidence/findings/any-wave.js';
import type { Judge, Ledgers } from '../../kit.js';

/** The text of a finding about an export. `observed` continues a sentence that starts with the wave's name. */
export interface ExportFinding {
  readonly cycle: number;
  readonly unit: 'sx' | 'spi' | 'program';
  readonly allowed: string;
  readonly observed: string;
  readonly hint: string;
  readonly freedom?: string;
}

/** Reports a violation by an export of the given wave. Pass a `pc` of -1 if no instruction is involved. */
export function reportExport(
  ledgers: Ledgers,
  judge: Judge,
  wave: number,
  pc: number,
  { cycle, unit, allowed, observed, hint, freedom }: ExportFinding,
): void {
  if (judge.fires()) {
    judge.reportAt(
      wave,
      { cycle, pc },
      {
        unit,
        allowed,
        observed: `${getParticipantName(ledgers, wave)} ${observed}${pc < 0 ? '' : ` at ${formatAnyPc(ledgers, wave, pc)}`}.`,
        steps: getAnyHistory(ledgers, wave),
        hint,
        ...(freedom === undefined ? {} : { freedom }),
      },
    );
  }
}
