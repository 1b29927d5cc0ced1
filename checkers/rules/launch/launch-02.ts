import { chipOf, getRegisterFiles, roundUpRegisters } from '../../../arch/index.js';
import { countWavesPerGroup, type GroupAllocated, type HeldResources } from '../../../transactions/index.js';
import { LaunchNeeds, LDS_DWORDS } from '../../evidence/facts/launch-needs.js';
import { type BackgroundRecord, getBackgroundName } from '../../evidence/ledger/background.js';
import {
  defineRule,
  describeBound,
  formatWave,
  getComputeUnit,
  getProcessor,
  type Handlers,
  type Judge,
  type Ledgers,
  type WaveRecord,
} from '../../kit.js';

/** A property of a background wave or group, with its valid range. */
interface Bound {
  readonly property: string;
  readonly observed: number;
  readonly min: number;
  readonly max: number;
}

/** Implements LAUNCH-02 for background work: chip limits, requested amounts, and where groups may be placed (P-023). */
function checkBackgroundLimits(ledgers: Ledgers, judge: Judge): Handlers {
  const { scenario, background } = ledgers;
  const chip = chipOf(scenario.chip);
  const files = getRegisterFiles(chip);
  const rows = scenario.freedoms.registerRows || files.vectorRows;
  /** The work-group processor of each group, by first wave. */
  const processors = new Map<number, number>();

  const checkBounds = (record: BackgroundRecord, cycle: number, bounds: readonly Bound[]): void => {
    judge.armed++;
    const violatedBound = bounds.find(({ observed, min, max }) => observed < min || observed > max);
    if (violatedBound === undefined) return;
    const { property, observed, min, max } = violatedBound;
    if (judge.fires())
      judge.report({
        cycle,
        unit: 'spi',
        place: { wave: record.wave },
        allowed: `${property}: ${min === max ? max : `${min} to ${max}`}, based on its workload and the chip's limits.`,
        observed: `${getBackgroundName(record)} got ${observed}.`,
        steps: [`cycle ${record.formedCycle}: formed`, `cycle ${cycle}: allocated`],
        hint: 'Check how the arbiter tracks free resources, and which SIMDs a group may use.',
      });
  };

  return {
    'group-allocated': (t) => {
      const record = background.find(t.wave);
      if (record === undefined) return;
      processors.set(t.wave, t.wgp);
      checkBounds(record, t.cycle, listGroupBounds(ledgers, record, t));
    },
    'background-allocated': (t) => {
      const record = background.find(t.wave);
      if (record === undefined) return;
      const { holds: resources, slot, simd } = t;
      const { work } = record;
      const need = roundUpRegisters(chip, scenario.wave, work.vectors, work.scalars);
      const first = background.find(t.wave - record.indexInGroup);
      const isCuMode = work.kind === 'compute' && work.mode === 'cu';
      checkBounds(record, t.cycle, [
        { property: 'wave slot', observed: slot, min: 0, max: scenario.freedoms.waveSlots - 1 },
        createExactBound('VGPR rows', resources.vectorRows, need.rows),
        createExactBound('SGPRs', resources.scalarCount, need.scalars),
        {
          property: 'end of the VGPR rows',
          observed: resources.vectorFirst + resources.vectorRows,
          min: 0,
          max: rows,
        },
        {
          property: 'end of the SGPRs',
          observed: resources.scalarFirst + resources.scalarCount,
          min: 0,
          max: files.scalars,
        },
        work.scratchWaves === 0
          ? createExactBound('scratch slot', resources.scratchSlot, -1)
          : { property: 'scratch slot', observed: resources.scratchSlot, min: 0, max: work.scratchWaves - 1 },
        createExactBound('processor', getProcessor(simd), processors.get(t.wave - record.indexInGroup) ?? -1),
        ...(isCuMode && first !== undefined
          ? [createExactBound('compute unit in CU mode', getComputeUnit(simd), getComputeUnit(first.simd))]
          : []),
      ]);
    },
  };
}

function createExactBound(property: string, observed: number, expected: number): Bound {
  return { property, observed, min: expected, max: expected };
}

function listGroupBounds(
  { scenario }: Ledgers,
  { work }: BackgroundRecord,
  { localFirst, localDwords, barrier }: GroupAllocated,
): readonly Bound[] {
  const ldsDwords = work.kind === 'compute' ? work.localDwords : 0;
  return [
    createExactBound('LDS dwords', localDwords, ldsDwords),
    { property: 'end of the LDS dwords', observed: localFirst + localDwords, min: 0, max: LDS_DWORDS },
    countWavesPerGroup(work, scenario.wave) === 1
      ? createExactBound('barrier', barrier, -1)
      : { property: 'barrier', observed: barrier, min: 0, max: scenario.freedoms.barriers - 1 },
  ];
}

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
              observed: `The ${resource} is ${allocated} for ${formatWave(wave)}.`,
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
