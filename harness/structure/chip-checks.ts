import {
  CHIP_NAMES,
  chipOf,
  factsOf,
  greatestOf,
  ORDERING_GENERATIONS,
  orderingGenerationOf,
} from '../../arch/index.js';
import type { DeviceStructure } from '../../rtl-model/index.js';
import {
  type ChipUnderCheck,
  chipCheck,
  documentedChipCheck,
  KIB,
  type StructureCheck,
} from './structure-check.js';

/** The number of distinct values that one coordinate of the SIMDs' places takes. */
function countDistinct({ structure }: ChipUnderCheck, key: keyof DeviceStructure['places'][number]): number {
  return new Set(structure.places.map((place) => place[key])).size;
}

/** The maximum number of shader arrays over which the SIMDs of one work-group processor are spread. */
function countMaxArraysPerProcessor({ structure }: ChipUnderCheck): number {
  const arrays = new Map<number, Set<number>>();
  for (const { wgp, shaderArray } of structure.places) {
    arrays.set(wgp, (arrays.get(wgp) ?? new Set()).add(shaderArray));
  }
  return greatestOf([...arrays.values()].map((processorArrays) => processorArrays.size));
}

/** Checks of a chip's units, their hierarchy and their cache sizes. */
export const CHIP_CHECKS: readonly StructureCheck[] = [
  chipCheck(
    ['S-001', 'S-003'],
    'The generations of ordering hardware are GFX9 to GFX11.',
    () => ORDERING_GENERATIONS.join(' '),
    'gfx9 gfx10 gfx10.3 gfx11',
  ),
  chipCheck(
    ['S-003'],
    'No chip has the ordering hardware of another generation.',
    () => CHIP_NAMES.every((name) => ORDERING_GENERATIONS.includes(orderingGenerationOf(chipOf(name).gfx))),
    true,
  ),
  documentedChipCheck(
    ['P-001'],
    'There are four asynchronous compute engines.',
    ({ chip }) => chip.parts?.computeEngines,
    4,
  ),
  documentedChipCheck(['P-032'], 'There is one shader engine.', ({ chip }) => chip.parts?.shaderEngines, 1),
  documentedChipCheck(
    ['P-033'],
    'The shader engine has one shader array.',
    (d) => countDistinct(d, 'shaderArray'),
    1,
  ),
  documentedChipCheck(
    ['P-034'],
    'The shader array has three work-group processors.',
    (d) => countDistinct(d, 'wgp'),
    3,
  ),
  documentedChipCheck(
    ['P-041', 'P-014'],
    'There are three render back ends.',
    ({ chip }) => chip.parts?.renderBackEnds,
    3,
  ),
  documentedChipCheck(
    ['P-041', 'P-060'],
    'Each packer has one render back end.',
    ({ chip }) => chip.parts?.renderBackEnds === chip.packers,
    true,
  ),
  documentedChipCheck(
    ['P-044'],
    'The command processor has a 32 KB code cache.',
    ({ chip }) => chip.parts?.commandCacheBytes,
    32 * KIB,
  ),
  documentedChipCheck(
    ['P-045'],
    'The parameter cache has 512 KB.',
    ({ chip }) => chip.parts?.parameterCacheBytes,
    512 * KIB,
  ),
  documentedChipCheck(['P-046'], 'There is one SDMA engine.', ({ chip }) => chip.parts?.sdmaEngines, 1),
  documentedChipCheck(
    ['P-047', 'P-048'],
    'SPI, SX, PA and UTCL1 are in the shader engine.',
    ({ chip }) => ['SPI', 'SX', 'PA', 'UTCL1'].every((unit) => chip.parts?.unitsPerEngine.includes(unit)),
    true,
  ),
  documentedChipCheck(
    ['P-047'],
    'Units that serve the whole chip are outside the shader engine.',
    ({ chip }) =>
      ['GE', 'CP', 'PH', 'GDF', 'GDS', 'CH', 'UTCL2', 'EA', 'RLC']
        .filter((unit) => chip.parts?.unitsPerEngine.includes(unit))
        .join(),
    '',
  ),
  documentedChipCheck(
    ['P-048', 'P-015', 'P-040'],
    'SC (front end, back end, binner), render back ends, GL1 and work-group processors are in the shader engine.',
    ({ chip }) =>
      ['SCF', 'SCB', 'PBB', 'RB', 'GL1', 'WGP'].every((unit) => chip.parts?.unitsPerEngine.includes(unit)),
    true,
  ),
  chipCheck(
    ['P-017'],
    'A shader engine has one or two shader arrays.',
    (d) => [1, 2].includes(countDistinct(d, 'shaderArray')),
    true,
  ),
  chipCheck(
    ['P-008'],
    'A work-group processor belongs to one shader array and shares its GL1.',
    countMaxArraysPerProcessor,
    1,
  ),
  chipCheck(
    ['P-034', 'P-093', 'P-111'],
    'A work-group processor has four SIMDs, each with a sequencer.',
    (d) => countDistinct(d, 'simd') / countDistinct(d, 'wgp'),
    4,
  ),
  chipCheck(
    ['P-037', 'P-094', 'P-023'],
    'A work-group processor has two compute units.',
    (d) => d.structure.computeUnits / countDistinct(d, 'wgp'),
    2,
  ),
  chipCheck(
    ['P-037', 'P-004'],
    'A compute unit has two of the four SIMDs.',
    (d) => countDistinct(d, 'simd') / countDistinct(d, 'cu'),
    2,
  ),
  chipCheck(
    ['P-071'],
    'Two launch controllers work in parallel.',
    ({ structure }) => structure.launchControllers,
    2,
  ),
  chipCheck(
    ['P-038', 'P-095', 'P-145'],
    'A compute unit has a 32 KB vector cache.',
    ({ structure }) => structure.caches.l0Bytes,
    32 * KIB,
  ),
  chipCheck(
    ['P-038', 'P-095', 'P-018', 'P-096'],
    'A work-group processor has a scalar cache.',
    ({ structure }) => structure.caches.scalarBytes > 0,
    true,
  ),
  chipCheck(
    ['P-042', 'P-008'],
    'GL1 has four banks of 32 KB on GFX10 and later, and does not exist on GFX9.',
    ({ chip, structure }) => structure.caches.gl1Bytes === (factsOf(chip.gfx).hasGl1 ? 4 * 32 * KIB : 0),
    true,
  ),
  chipCheck(['P-043', 'P-021'], 'GL2 has four channels.', ({ structure }) => structure.caches.gl2Channels, 4),
  chipCheck(['P-043'], 'A cache line has 128 bytes.', ({ structure }) => structure.caches.lineBytes, 128),
];
