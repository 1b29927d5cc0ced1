import {
  CHIP_NAMES,
  chipOf,
  factsOf,
  findMax,
  getOrderingGeneration,
  ORDERING_GENERATIONS,
} from '../../arch/index.js';
import type { DeviceStructure } from '../../rtl-model/index.js';
import {
  type ChipUnderTest,
  KIB,
  makeChipCheck,
  makeDocumentedChipCheck,
  type StructureCheck,
} from './structure-check.js';

/** Counts the distinct values of `key` in the SIMDs' positions. */
function countDistinct({ structure }: ChipUnderTest, key: keyof DeviceStructure['places'][number]): number {
  return new Set(structure.places.map((place) => place[key])).size;
}

/** Returns the largest number of shader arrays that any one work-group processor's SIMDs span. */
function countMaxArraysPerProcessor({ structure }: ChipUnderTest): number {
  const arrays = new Map<number, Set<number>>();
  for (const { wgp, shaderArray } of structure.places) {
    arrays.set(wgp, (arrays.get(wgp) ?? new Set()).add(shaderArray));
  }
  return findMax([...arrays.values()].map((processorArrays) => processorArrays.size));
}

/** Checks on a chip's units, their hierarchy and their cache sizes. */
export const CHIP_CHECKS: readonly StructureCheck[] = [
  makeChipCheck(
    ['S-001', 'S-003'],
    'The generations of ordering hardware are GFX9 to GFX11.',
    () => ORDERING_GENERATIONS.join(' '),
    'gfx9 gfx10 gfx10.3 gfx11',
  ),
  makeChipCheck(
    ['S-003'],
    'Every chip has the ordering hardware of GFX9, GFX10, GFX10.3 or GFX11.',
    () => CHIP_NAMES.every((name) => ORDERING_GENERATIONS.includes(getOrderingGeneration(chipOf(name).gfx))),
    true,
  ),
  makeDocumentedChipCheck(
    ['P-001'],
    'There are four asynchronous compute engines.',
    ({ chip }) => chip.details?.computeEngines,
    4,
  ),
  makeDocumentedChipCheck(
    ['P-032'],
    'There is one shader engine.',
    ({ chip }) => chip.details?.shaderEngines,
    1,
  ),
  makeDocumentedChipCheck(
    ['P-033'],
    'The shader engine has one shader array.',
    (target) => countDistinct(target, 'shaderArray'),
    1,
  ),
  makeDocumentedChipCheck(
    ['P-034'],
    'The shader array has three work-group processors.',
    (target) => countDistinct(target, 'wgp'),
    3,
  ),
  makeDocumentedChipCheck(
    ['P-041', 'P-014'],
    'There are three render back ends.',
    ({ chip }) => chip.details?.renderBackEnds,
    3,
  ),
  makeDocumentedChipCheck(
    ['P-041', 'P-060'],
    'Each packer has one render back end.',
    ({ chip }) => chip.details?.renderBackEnds === chip.packers,
    true,
  ),
  makeDocumentedChipCheck(
    ['P-044'],
    'The command processor has a 32 KB code cache.',
    ({ chip }) => chip.details?.commandCacheBytes,
    32 * KIB,
  ),
  makeDocumentedChipCheck(
    ['P-045'],
    'The parameter cache is 512 KB.',
    ({ chip }) => chip.details?.parameterCacheBytes,
    512 * KIB,
  ),
  makeDocumentedChipCheck(['P-046'], 'There is one SDMA engine.', ({ chip }) => chip.details?.sdmaEngines, 1),
  makeDocumentedChipCheck(
    ['P-047', 'P-048'],
    'SPI, SX, PA and UTCL1 are in the shader engine.',
    ({ chip }) => ['SPI', 'SX', 'PA', 'UTCL1'].every((unit) => chip.details?.unitsPerEngine.includes(unit)),
    true,
  ),
  makeDocumentedChipCheck(
    ['P-047'],
    'Units that serve the whole chip are outside the shader engine.',
    ({ chip }) =>
      ['GE', 'CP', 'PH', 'GDF', 'GDS', 'CH', 'UTCL2', 'EA', 'RLC']
        .filter((unit) => chip.details?.unitsPerEngine.includes(unit))
        .join(),
    '',
  ),
  makeDocumentedChipCheck(
    ['P-048', 'P-015', 'P-040'],
    'SC (front end, back end, binner), render back ends, GL1 and work-group processors are in the shader engine.',
    ({ chip }) =>
      ['SCF', 'SCB', 'PBB', 'RB', 'GL1', 'WGP'].every((unit) => chip.details?.unitsPerEngine.includes(unit)),
    true,
  ),
  makeChipCheck(
    ['P-017'],
    'A shader engine has one or two shader arrays.',
    (target) => [1, 2].includes(countDistinct(target, 'shaderArray')),
    true,
  ),
  makeChipCheck(
    ['P-008'],
    'A work-group processor is in one shader array and shares its GL1.',
    countMaxArraysPerProcessor,
    1,
  ),
  makeChipCheck(
    ['P-034', 'P-093', 'P-111'],
    'A work-group processor has four SIMDs, each with a sequencer.',
    (target) => countDistinct(target, 'simd') / countDistinct(target, 'wgp'),
    4,
  ),
  makeChipCheck(
    ['P-037', 'P-094', 'P-023'],
    'A work-group processor has two compute units.',
    (target) => target.structure.computeUnits / countDistinct(target, 'wgp'),
    2,
  ),
  makeChipCheck(
    ['P-037', 'P-004'],
    'A compute unit has two of the four SIMDs.',
    (target) => countDistinct(target, 'simd') / countDistinct(target, 'cu'),
    2,
  ),
  makeChipCheck(
    ['P-071'],
    'Two launch controllers work in parallel.',
    ({ structure }) => structure.launchControllers,
    2,
  ),
  makeChipCheck(
    ['P-038', 'P-095', 'P-145'],
    'A compute unit has a 32 KB vector cache.',
    ({ structure }) => structure.caches.l0Bytes,
    32 * KIB,
  ),
  makeChipCheck(
    ['P-038', 'P-095', 'P-018', 'P-096'],
    'A work-group processor has a scalar cache.',
    ({ structure }) => structure.caches.scalarBytes > 0,
    true,
  ),
  makeChipCheck(
    ['P-042', 'P-008'],
    'GL1 has four 32 KB banks on GFX10 and later, and does not exist on GFX9.',
    ({ chip, structure }) => structure.caches.gl1Bytes === (factsOf(chip.gfx).hasGl1 ? 4 * 32 * KIB : 0),
    true,
  ),
  makeChipCheck(
    ['P-043', 'P-021'],
    'GL2 has four channels.',
    ({ structure }) => structure.caches.gl2Channels,
    4,
  ),
  makeChipCheck(['P-043'], 'A cache line is 128 bytes.', ({ structure }) => structure.caches.lineBytes, 128),
];
