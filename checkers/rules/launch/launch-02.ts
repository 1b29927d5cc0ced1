import { chipOf, getRegisterFiles, type RegisterRequirement, roundUpRegisters } from '../../../arch/index.js';
import { countWavesPerGroup, type HeldResources, type KnobName } from '../../../transactions/index.js';
import { LaunchNeeds, LDS_DWORDS } from '../../evidence/facts/launch-needs.js';
import {
  defineRule,
  describeBound,
  getComputeUnit,
  getProcessor,
  getWaveName,
  type Ledgers,
} from '../../kit.js';

/** A property of what a wave or its group is allocated, with its valid range. */
interface Bound {
  readonly property: string;
  readonly observed: number;
  readonly min: number;
  readonly max: number;
  /** The knob that sets the number of such resources, if one does. */
  readonly knob?: KnobName;
}

function createExactBound(property: string, observed: number, expected: number): Bound {
  return { property, observed, min: expected, max: expected };
}

function createUpperBound(property: string, observed: number, max: number): Bound {
  return { property, observed, min: 0, max };
}

/** Background work is checked like draws, and groups are placed where their mode allows (P-023). */
export const LAUNCH_02 = defineRule({
  id: 'LAUNCH-02',
  text: 'A launch stays within the limits of the chip, and the wave gets what its draw requests, rounded up to granules.',
  statements: ['P-029', 'P-035', 'P-036', 'P-064', 'P-065', 'P-067'],
  needs: ['wave-formed', 'wave-launched'],
  bounds: ['waveSlots', 'barriers'],
  reads: () => ['background-allocated', 'group-allocated'],
  skips: {
    waves: 'of draws that do not set RSRC1: how many registers they request is not known (registers only)',
  },
  create(ledgers, judge) {
    const { scenario, background } = ledgers;
    const needs = new LaunchNeeds(ledgers);
    /** The work-group processor of each group, by first wave. */
    const processors = new Map<number, number>();

    const check = (wave: number, cycle: number, bounds: readonly Bound[]): void => {
      const violated = bounds.find(({ observed, min, max }) => observed < min || observed > max);
      if (!judge.finds(violated)) return;
      const { property, observed, min, max, knob } = violated;
      const subject = `The ${property} of ${getWaveName(ledgers, wave)}`;
      judge.reportAt(wave, cycle, {
        unit: 'spi',
        allowed: `${subject} is ${min === max ? max : `between ${min} and ${max}`}, given its draw or workload and the chip's limits.`,
        observed: `${subject} is ${observed}.`,
        hint: 'Check SPI_SHADER_PGM_RSRC1_PS and RSRC2_PS, the granules, how the arbiter tracks free resources, and which SIMDs a group may use.',
        ...(knob === undefined ? {} : describeBound(scenario, knob, observed + 1)),
      });
    };

    return {
      'group-allocated': (t) => {
        const work = background.find(t.wave)?.work;
        if (work === undefined) return;
        processors.set(t.wave, t.wgp);
        check(t.wave, t.cycle, [
          ...listLocalBounds(t, work.kind === 'compute' ? work.localDwords : 0),
          countWavesPerGroup(work, scenario.wave) === 1
            ? createExactBound('barrier', t.barrier, -1)
            : { knob: 'barriers', ...createUpperBound('barrier', t.barrier, scenario.freedoms.barriers - 1) },
        ]);
      },
      'background-allocated': (t) => {
        const record = background.find(t.wave);
        if (record === undefined) return;
        const { work } = record;
        const need = roundUpRegisters(chipOf(scenario.chip), scenario.wave, work.vectors, work.scalars);
        const first = t.wave - record.indexInGroup;
        const firstSimd = background.find(first)?.simd;
        const isCuMode = work.kind === 'compute' && work.mode === 'cu';
        check(t.wave, t.cycle, [
          ...listWaveBounds(ledgers, t, need, work.scratchWaves || undefined),
          createExactBound('processor', getProcessor(t.simd), processors.get(first) ?? -1),
          ...(isCuMode && firstSimd !== undefined
            ? [createExactBound('compute unit in CU mode', getComputeUnit(t.simd), getComputeUnit(firstSimd))]
            : []),
        ]);
      },
      onWave: {
        'wave-launched': (wave, t) => {
          const need = needs.getNeeds(wave.facts);
          check(t.wave, t.cycle, [
            ...listWaveBounds(ledgers, t, need.isKnown ? need : undefined, need.scratchWaves),
            ...listLocalBounds(t.holds, needs.countLdsDwords(wave)),
          ]);
        },
      },
    };
  },
});

/** Returns the bounds on a wave's slot, registers and scratch slot. `need` is undefined if it is not known. */
function listWaveBounds(
  { scenario: { chip, freedoms } }: Ledgers,
  { slot, holds }: { readonly slot: number; readonly holds: HeldResources },
  need: RegisterRequirement | undefined,
  scratchWaves: number | undefined,
): readonly Bound[] {
  const files = getRegisterFiles(chipOf(chip));
  const { vectorFirst, vectorRows, scalarFirst, scalarCount, scratchSlot } = holds;
  return [
    { knob: 'waveSlots', ...createUpperBound('wave slot', slot, freedoms.waveSlots - 1) },
    createExactBound('number of VGPR rows', vectorRows, need?.rows ?? vectorRows),
    createExactBound('number of SGPRs', scalarCount, need?.scalars ?? scalarCount),
    createUpperBound(
      'end of the VGPR rows',
      vectorFirst + vectorRows,
      freedoms.registerRows || files.vectorRows,
    ),
    createUpperBound('end of the SGPRs', scalarFirst + scalarCount, files.scalars),
    scratchWaves === undefined
      ? createExactBound('scratch slot', scratchSlot, -1)
      : createUpperBound('scratch slot', scratchSlot, scratchWaves - 1),
  ];
}

function listLocalBounds(
  { localFirst, localDwords }: Pick<HeldResources, 'localFirst' | 'localDwords'>,
  expected: number,
): readonly Bound[] {
  return [
    createExactBound('number of LDS dwords', localDwords, expected),
    createUpperBound('end of the LDS dwords', localFirst + localDwords, LDS_DWORDS),
  ];
}
