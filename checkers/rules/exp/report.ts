import { createDepartedParticipant, findParticipant } from '../../evidence/findings/participant.js';
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
    const party = findParticipant(ledgers, wave) ?? createDepartedParticipant(wave);
    judge.report({
      cycle,
      unit,
      place: party.locate(pc),
      allowed,
      observed: `${party.name} ${observed}${pc < 0 ? '' : ` at ${party.formatPc(pc)}`}.`,
      steps: party.getHistory(),
      hint,
      ...(freedom === undefined ? {} : { freedom }),
    });
  }
}
