import type { Ledgers } from '../../evidence/facts/ledgers.js';
import type { Judge } from '../../evidence/findings/judge.js';
import { createDepartedParty, findParty } from '../../evidence/findings/party.js';

/** The text of a finding about an export. `observed` continues a sentence that starts with the wave's name. */
export interface ExportFinding {
  readonly cycle: number;
  readonly unit: 'sx' | 'spi' | 'program';
  readonly allowed: string;
  readonly observed: string;
  readonly hint: string;
  readonly freedom?: string;
}

/** Counts a violation by an export of the wave with the given number. Pass a `pc` of -1 if there is no instruction. */
export function reportExport(
  ledgers: Ledgers,
  judge: Judge,
  wave: number,
  pc: number,
  { cycle, unit, allowed, observed, hint, freedom }: ExportFinding,
): void {
  judge.violate(() => {
    const party = findParty(ledgers, wave) ?? createDepartedParty(wave);
    return {
      cycle,
      unit,
      place: party.locate(pc),
      allowed,
      observed: `${party.name} ${observed}${pc < 0 ? '' : ` at ${party.formatPc(pc)}`}.`,
      steps: party.getHistory(),
      hint,
      ...(freedom === undefined ? {} : { freedom }),
    };
  });
}
