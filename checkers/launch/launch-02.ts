import { chipOf, registerFiles } from '../../arch/index.js';
import type { HeldResources } from '../../transactions/index.js';
import type { Judge } from '../findings/judge.js';
import { waveName, wavePlace } from '../findings/wording.js';
import type { Ledgers } from '../ledger/ledgers.js';
import type { WaveRecord } from '../ledger/wave-record.js';
import type { RuleCheck } from '../rule.js';
import { judgeBackgroundLimits } from './background-limits.js';
import { LaunchNeeds, LOCAL_DWORDS } from './launch-need.js';

/** What one launch got, and what the chip and the draw allow. */
interface Limit {
  readonly what: string;
  readonly got: number;
  readonly least: number;
  readonly most: number;
}

/**
 * Invariant: a launch stays within slots, register files, local data share and private memory, and the wave gets what
 * its draw asks for, registers in whole granules (P-029, P-035, P-036, P-065, P-067).
 */
export function createLaunch02(ledgers: Ledgers, judge: Judge): RuleCheck {
  const needs = new LaunchNeeds(ledgers);
  return {
    on: {
      ...judgeBackgroundLimits(ledgers, judge),
      'wave-launched': (t) => {
        const wave = ledgers.waves.find(t.wave);
        if (wave === undefined) return;
        judge.armed++;
        const limits = [slotLimit(ledgers, t.slot), ...limitsOf(ledgers, needs, wave, t.holds)];
        const broken = limits.find(({ got, least, most }) => got < least || got > most);
        if (broken !== undefined) judge.violate(() => describe(ledgers, t.cycle, wave, broken));
      },
    },
  };
}

function slotLimit({ scenario }: Ledgers, slot: number): Limit {
  return { what: 'wave slot', got: slot, least: 0, most: scenario.freedoms.waveSlots - 1 };
}

function limitsOf(ledgers: Ledgers, needs: LaunchNeeds, wave: WaveRecord, holds: HeldResources): Limit[] {
  const { scenario } = ledgers;
  const files = registerFiles(chipOf(scenario.chip));
  const need = needs.of(wave.facts);
  const local = needs.localOf(wave);
  const rows = scenario.freedoms.registerRows || files.vectorRows;
  const exactly = (what: string, got: number, wanted: number): Limit => ({
    what,
    got,
    least: wanted,
    most: wanted,
  });
  const within = (what: string, end: number, most: number): Limit => ({ what, got: end, least: 0, most });
  return [
    ...(need.isKnown ? [exactly('VGPR rows', holds.vectorRows, need.rows)] : []),
    ...(need.isKnown ? [exactly('SGPRs', holds.scalarCount, need.scalars)] : []),
    within('end of the VGPR rows', holds.vectorFirst + holds.vectorRows, rows),
    within('end of the SGPRs', holds.scalarFirst + holds.scalarCount, files.scalars),
    exactly('dwords of the local data share', holds.localDwords, local),
    within('end in the local data share', holds.localFirst + holds.localDwords, LOCAL_DWORDS),
    need.scratchWaves === undefined
      ? exactly('part of the private memory', holds.scratchSlot, -1)
      : { what: 'part of the private memory', got: holds.scratchSlot, least: 0, most: need.scratchWaves - 1 },
  ];
}

function describe(ledgers: Ledgers, cycle: number, wave: WaveRecord, { what, got, least, most }: Limit) {
  const range = least === most ? `${most}` : `${least} to ${most}`;
  return {
    cycle,
    unit: 'spi' as const,
    place: wavePlace(ledgers, wave),
    allowed: `${what}: ${range}, from the registers of draw ${wave.facts.index} and what the chip has.`,
    observed: `${waveName(wave)} got ${got}.`,
    steps: [`cycle ${wave.formedCycle}: formed`, `cycle ${cycle}: launched`],
    hint: 'Look at SPI_SHADER_PGM_RSRC1_PS and RSRC2_PS, at granules, and at what the arbiter takes for free.',
  };
}
