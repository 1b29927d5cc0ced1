import { chipOf, registerFiles, wholeRegisters } from '../../../arch/index.js';
import { type GroupAllocated, wavesPerGroup } from '../../../transactions/index.js';
import type { Handlers } from '../../evidence/basics/handlers.js';
import { LOCAL_DWORDS } from '../../evidence/facts/launch-need.js';
import type { Ledgers } from '../../evidence/facts/ledgers.js';
import { computeUnitOf, processorOf } from '../../evidence/facts/places.js';
import type { Judge } from '../../evidence/findings/judge.js';
import { type BackgroundRecord, backgroundName } from '../../evidence/ledger/background.js';

/** A property of a background wave or group, and the range of its right values. */
interface Bound {
  readonly what: string;
  readonly observed: number;
  readonly min: number;
  readonly max: number;
}

/**
 * The part of LAUNCH-02 that covers background work: chip limits, the requested amounts, and where a group
 * may be placed (P-023).
 */
export function judgeBackgroundLimits(ledgers: Ledgers, judge: Judge): Handlers {
  const { scenario, background } = ledgers;
  const chip = chipOf(scenario.chip);
  const files = registerFiles(chip);
  const rows = scenario.freedoms.registerRows || files.vectorRows;
  /** The work-group processor of each group, by its first wave. */
  const processors = new Map<number, number>();

  const judgeBounds = (record: BackgroundRecord, cycle: number, bounds: readonly Bound[]): void => {
    judge.armed++;
    const violated = bounds.find(({ observed, min, max }) => observed < min || observed > max);
    if (violated === undefined) return;
    const { what, observed, min, max } = violated;
    judge.violate(() => ({
      cycle,
      unit: 'spi',
      place: { wave: record.wave },
      allowed: `${what}: ${min === max ? max : `${min} to ${max}`}, given its work and the limits of the chip.`,
      observed: `${backgroundName(record)} got ${observed}.`,
      steps: [`cycle ${record.formedCycle}: formed`, `cycle ${cycle}: allocated`],
      hint: 'Check what the arbiter counts as free, and which SIMDs a group may use.',
    }));
  };

  return {
    'group-allocated': (t) => {
      const record = background.find(t.wave);
      if (record === undefined) return;
      processors.set(t.wave, t.wgp);
      judgeBounds(record, t.cycle, groupBounds(ledgers, record, t));
    },
    'background-allocated': (t) => {
      const record = background.find(t.wave);
      if (record === undefined) return;
      const { holds, slot, simd } = t;
      const { work } = record;
      const need = wholeRegisters(chip, scenario.wave, work.vectors, work.scalars);
      const first = background.find(t.wave - record.place);
      const isCu = work.kind === 'compute' && work.mode === 'cu';
      judgeBounds(record, t.cycle, [
        { what: 'wave slot', observed: slot, min: 0, max: scenario.freedoms.waveSlots - 1 },
        exactly('VGPR rows', holds.vectorRows, need.rows),
        exactly('SGPRs', holds.scalarCount, need.scalars),
        { what: 'end of the VGPR rows', observed: holds.vectorFirst + holds.vectorRows, min: 0, max: rows },
        {
          what: 'end of the SGPRs',
          observed: holds.scalarFirst + holds.scalarCount,
          min: 0,
          max: files.scalars,
        },
        work.scratchWaves === 0
          ? exactly('part of the private memory', holds.scratchSlot, -1)
          : {
              what: 'part of the private memory',
              observed: holds.scratchSlot,
              min: 0,
              max: work.scratchWaves - 1,
            },
        exactly('processor', processorOf(simd), processors.get(t.wave - record.place) ?? -1),
        ...(isCu && first !== undefined
          ? [exactly('compute unit in CU mode', computeUnitOf(simd), computeUnitOf(first.simd))]
          : []),
      ]);
    },
  };
}

function exactly(what: string, observed: number, expected: number): Bound {
  return { what, observed, min: expected, max: expected };
}

function groupBounds(
  { scenario }: Ledgers,
  { work }: BackgroundRecord,
  { localFirst, localDwords, barrier }: GroupAllocated,
): readonly Bound[] {
  const local = work.kind === 'compute' ? work.localDwords : 0;
  return [
    exactly('dwords of the local data share', localDwords, local),
    { what: 'end in the local data share', observed: localFirst + localDwords, min: 0, max: LOCAL_DWORDS },
    wavesPerGroup(work, scenario.wave) === 1
      ? exactly('barrier', barrier, -1)
      : { what: 'barrier', observed: barrier, min: 0, max: scenario.freedoms.barriers - 1 },
  ];
}
