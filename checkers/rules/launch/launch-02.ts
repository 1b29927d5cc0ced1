import { chipOf, getRegisterFiles } from '../../../arch/index.js';
import type { HeldResources } from '../../../transactions/index.js';
import { LaunchNeeds, LDS_DWORDS } from '../../evidence/facts/launch-needs.js';
import { defineRule, describeBound, formatWave, type Ledgers, type WaveRecord } from '../../kit.js';
import { checkBackgroundLimits } from './background-limits.js';

/** An allocation that exceeds the chip's limits or does not match what the draw requests. */
interface Violation {
  readonly resource: string;
  readonly allocated: number;
  readonly min: number;
  readonly max: number;
  readonly freedom?: string;
}

export const LAUNCH_02 = defineRule({
  id: 'LAUNCH-02',
  text: 'A launch stays within the limits of the chip, and the wave gets what its draw requests, rounded up to granules.',
  statements: ['P-029', 'P-035', 'P-036', 'P-064', 'P-065', 'P-067'],
  needs: ['wave-formed', 'wave-launched'],
  bounds: ['waveSlots', 'barriers'],
  reads: () => ['background-allocated', 'group-allocated'],
  create(ledgers, judge) {
    const needs = new LaunchNeeds(ledgers);
    return {
      ...checkBackgroundLimits(ledgers, judge),
      onWave: {
        'wave-launched': (wave, t) => {
          judge.armed++;
          const violation = checkSlot(ledgers, t.slot) ?? findViolation(ledgers, needs, wave, t.holds);
          if (violation !== undefined && judge.fires()) {
            const { resource, allocated, min, max, freedom } = violation;
            const range = min === max ? `${max}` : `between ${min} and ${max}`;
            judge.reportAt(wave, t.cycle, {
              unit: 'spi',
              allowed: `The ${resource} must be ${range}, given the registers of draw ${wave.facts.index} and the chip's limits.`,
              observed: `It is ${allocated} for ${formatWave(wave)}.`,
              steps: [`cycle ${wave.formedCycle}: formed`, `cycle ${t.cycle}: launched`],
              hint: 'Check SPI_SHADER_PGM_RSRC1_PS and RSRC2_PS, the granules, and how the arbiter tracks free resources.',
              ...(freedom === undefined ? {} : { freedom }),
            });
          }
        },
      },
    };
  },
});

/** Returns the first resource that was over- or under-allocated to a wave, if any. */
function findViolation({ scenario }: Ledgers, needs: LaunchNeeds, wave: WaveRecord, holds: HeldResources) {
  const files = getRegisterFiles(chipOf(scenario.chip));
  const { isKnown, rows, scalars, scratchWaves } = needs.getNeeds(wave.facts);
  const local = needs.countLdsDwords(wave);
  const rowsEnd = holds.vectorFirst + holds.vectorRows;
  return (
    (isKnown ? checkRange('number of VGPR rows', holds.vectorRows, rows, rows) : undefined) ??
    (isKnown ? checkRange('number of SGPRs', holds.scalarCount, scalars, scalars) : undefined) ??
    checkRange(
      'end of the VGPR allocation',
      rowsEnd,
      0,
      scenario.freedoms.registerRows || files.vectorRows,
    ) ??
    checkRange('end of the SGPR allocation', holds.scalarFirst + holds.scalarCount, 0, files.scalars) ??
    checkRange('number of LDS dwords', holds.localDwords, local, local) ??
    checkRange('end of the LDS allocation', holds.localFirst + holds.localDwords, 0, LDS_DWORDS) ??
    (scratchWaves === undefined
      ? checkRange('scratch slot', holds.scratchSlot, -1, -1)
      : checkRange('scratch slot', holds.scratchSlot, 0, scratchWaves - 1))
  );
}

function checkSlot({ scenario }: Ledgers, slot: number): Violation | undefined {
  const violation = checkRange('wave slot', slot, 0, scenario.freedoms.waveSlots - 1);
  return violation && { ...violation, ...describeBound(scenario, 'waveSlots', slot + 1) };
}

function checkRange(resource: string, allocated: number, min: number, max: number): Violation | undefined {
  return allocated < min || allocated > max ? { resource, allocated, min, max } : undefined;
}
