import { chipOf, getRegisterFiles, roundUpRegisters } from '../../../arch/index.js';
import { countWavesPerGroup, type GroupAllocated } from '../../../transactions/index.js';
import { LDS_DWORDS } from '../../evidence/facts/launch-needs.js';
import { type BackgroundRecord, getBackgroundName } from '../../evidence/ledger/background.js';
import { getComputeUnit, getProcessor, type Handlers, type Judge, type Ledgers } from '../../kit.js';

/** A property of a background wave or group, with its valid range. */
interface Bound {
  readonly property: string;
  readonly observed: number;
  readonly min: number;
  readonly max: number;
}

/** Implements LAUNCH-02 for background work: chip limits, requested amounts, and where groups may be placed (P-023). */
export function checkBackgroundLimits(ledgers: Ledgers, judge: Judge): Handlers {
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
