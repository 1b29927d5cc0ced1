import {
  CHIP_NAMES,
  type Chip,
  chipOf,
  factsOf,
  greatestOf,
  ORDERING_GENERATIONS,
  orderingGenerationOf,
} from '../../arch/index.js';
import type { DeviceStructure } from '../../rtl-model/index.js';
import { KNOBS } from '../../transactions/index.js';

/** A chip's description with the wiring of its model. */
export interface Described {
  readonly chip: Chip;
  readonly structure: DeviceStructure;
  readonly halts: HaltedWaves;
  /** Whether a run in which options of unknown effect are set tells other transactions (S-150, S-151). */
  readonly optionsChangeRun: boolean;
}

/** Waves of a run in which no address can be translated and there is no trap handler. */
export interface HaltedWaves {
  /** Waves that were formed: none where a scene covers no pixel. */
  readonly formed: number;
  /** Those that issued an access which needed an address. */
  readonly failed: number;
  readonly halted: number;
}

/** What statements about structure say of every chip, or of those that have it. */
export interface StructureCheck {
  readonly statements: readonly string[];
  /** The fact, as a sentence. */
  readonly text: string;
  /** What was found; the check holds when it equals `expected`. */
  readonly found: (described: Described) => unknown;
  readonly expected: unknown;
  /** Chips that it speaks of; absent: all. */
  readonly chip?: string;
}

/** The chip that the pipeline document describes (P-032 to P-046). */
export const DESCRIBED_CHIP = 'mariner';

const KIB = 1024;

/** How many different values a place has along an axis. */
function distinct({ structure }: Described, key: keyof DeviceStructure['places'][number]): number {
  return new Set(structure.places.map((place) => place[key])).size;
}

/** Shader arrays in which the places of one work-group processor lie, at most. */
function arraysOfProcessor({ structure }: Described): number {
  const arrays = new Map<number, Set<number>>();
  for (const { wgp, shaderArray } of structure.places) {
    arrays.set(wgp, (arrays.get(wgp) ?? new Set()).add(shaderArray));
  }
  return greatestOf([...arrays.values()].map((own) => own.size));
}

const ofChip = (statements: string[], text: string, found: StructureCheck['found'], expected: unknown) => ({
  statements,
  text,
  found,
  expected,
});

const ofDescribedChip = (...row: Parameters<typeof ofChip>): StructureCheck => ({
  ...ofChip(...row),
  chip: DESCRIBED_CHIP,
});

/** One row a fact; the description of a chip and the units of the model answer for it. */
export const STRUCTURE_CHECKS: readonly StructureCheck[] = [
  ofChip(
    ['S-001', 'S-003'],
    'The generations of ordering hardware are GFX9 to GFX11.',
    () => ORDERING_GENERATIONS.join(' '),
    'gfx9 gfx10 gfx10.3 gfx11',
  ),
  ofChip(
    ['S-003'],
    'No chip has the ordering hardware of another generation.',
    () => CHIP_NAMES.every((name) => ORDERING_GENERATIONS.includes(orderingGenerationOf(chipOf(name).gfx))),
    true,
  ),
  ofDescribedChip(
    ['P-001'],
    'There are four asynchronous compute engines.',
    ({ chip }) => chip.parts?.computeEngines,
    4,
  ),
  ofDescribedChip(['P-032'], 'There is one shader engine.', ({ chip }) => chip.parts?.shaderEngines, 1),
  ofDescribedChip(['P-033'], 'The shader engine has one shader array.', (d) => distinct(d, 'shaderArray'), 1),
  ofDescribedChip(
    ['P-034'],
    'The shader array has three work-group processors.',
    (d) => distinct(d, 'wgp'),
    3,
  ),
  ofDescribedChip(
    ['P-041', 'P-014'],
    'There are three render back ends.',
    ({ chip }) => chip.parts?.renderBackEnds,
    3,
  ),
  ofDescribedChip(
    ['P-041', 'P-060'],
    'Each packer has one render back end.',
    ({ chip }) => chip.parts?.renderBackEnds === chip.packers,
    true,
  ),
  ofDescribedChip(
    ['P-044'],
    'The command processor has a 32 KB code cache.',
    ({ chip }) => chip.parts?.commandCacheBytes,
    32 * KIB,
  ),
  ofDescribedChip(
    ['P-045'],
    'The parameter cache has 512 KB.',
    ({ chip }) => chip.parts?.parameterCacheBytes,
    512 * KIB,
  ),
  ofDescribedChip(['P-046'], 'There is one SDMA engine.', ({ chip }) => chip.parts?.sdmaEngines, 1),
  ofDescribedChip(
    ['P-047', 'P-048'],
    'SPI, SX, PA and UTCL1 are in the shader engine.',
    ({ chip }) => ['SPI', 'SX', 'PA', 'UTCL1'].every((unit) => chip.parts?.unitsOfEngine.includes(unit)),
    true,
  ),
  ofDescribedChip(
    ['P-047'],
    'Units that serve the whole chip are outside the shader engine.',
    ({ chip }) =>
      ['GE', 'CP', 'PH', 'GDF', 'GDS', 'CH', 'UTCL2', 'EA', 'RLC']
        .filter((unit) => chip.parts?.unitsOfEngine.includes(unit))
        .join(),
    '',
  ),
  ofDescribedChip(
    ['P-048', 'P-015', 'P-040'],
    'SC (front end, back end, binner), render back ends, GL1 and work-group processors are in the shader engine.',
    ({ chip }) =>
      ['SCF', 'SCB', 'PBB', 'RB', 'GL1', 'WGP'].every((unit) => chip.parts?.unitsOfEngine.includes(unit)),
    true,
  ),
  ofChip(
    ['P-017'],
    'A shader engine has one or two shader arrays.',
    (d) => [1, 2].includes(distinct(d, 'shaderArray')),
    true,
  ),
  ofChip(
    ['P-008'],
    'A work-group processor belongs to one shader array and shares its GL1.',
    arraysOfProcessor,
    1,
  ),
  ofChip(
    ['P-034', 'P-093', 'P-111'],
    'A work-group processor has four SIMDs, each with a sequencer.',
    (d) => distinct(d, 'simd') / distinct(d, 'wgp'),
    4,
  ),
  ofChip(
    ['P-037', 'P-094', 'P-023'],
    'A work-group processor has two compute units.',
    (d) => d.structure.computeUnits / distinct(d, 'wgp'),
    2,
  ),
  ofChip(
    ['P-037', 'P-004'],
    'A compute unit has two of the four SIMDs.',
    (d) => distinct(d, 'simd') / distinct(d, 'cu'),
    2,
  ),
  ofChip(
    ['P-071'],
    'Two launch controllers work in parallel.',
    ({ structure }) => structure.launchControllers,
    2,
  ),
  ofChip(
    ['P-038', 'P-095', 'P-145'],
    'A compute unit has a 32 KB vector cache.',
    ({ structure }) => structure.caches.l0Bytes,
    32 * KIB,
  ),
  ofChip(
    ['P-038', 'P-095', 'P-018', 'P-096'],
    'A work-group processor has a scalar cache.',
    ({ structure }) => structure.caches.scalarBytes > 0,
    true,
  ),
  ofChip(
    ['P-042', 'P-008'],
    'GL1 has four banks of 32 KB on GFX10 and later, and does not exist on GFX9.',
    ({ chip, structure }) => structure.caches.gl1Bytes === (factsOf(chip.gfx).hasGl1 ? 4 * 32 * KIB : 0),
    true,
  ),
  ofChip(['P-043', 'P-021'], 'GL2 has four channels.', ({ structure }) => structure.caches.gl2Channels, 4),
  ofChip(['P-043'], 'A cache line has 128 bytes.', ({ structure }) => structure.caches.lineBytes, 128),
  ofChip(
    ['P-099', 'P-018', 'P-095'],
    'The instruction cache has four banks.',
    ({ structure }) => structure.fetch.banks,
    4,
  ),
  ofChip(
    ['P-100'],
    'Lines are striped over the banks of the instruction cache.',
    ({ structure }) => structure.fetch.bankOfLines.join(),
    '0,1,2,3,0,1,2,3',
  ),
  ofChip(
    ['P-097', 'P-101', 'P-112'],
    'Each sequencer has its own queue to an instruction cache bank: four grants go to four sequencers.',
    ({ structure }) => new Set(structure.fetch.grants.slice(0, 4)).size,
    4,
  ),
  ofChip(
    ['P-101', 'P-102'],
    'A second request from one sequencer waits until the other sequencers are served.',
    ({ structure }) => structure.fetch.grants.at(-1),
    0,
  ),
  ofChip(
    ['P-103', 'P-104', 'P-106'],
    'An instruction cache miss reserves a line, and requests for it are served when it is filled.',
    ({ structure }) => structure.fetch.filledAt,
    100,
  ),
  ofChip(
    ['P-105'],
    'The instruction cache serves hits while a miss is pending.',
    ({ structure }) => structure.fetch.hitUnderMissAt,
    5,
  ),
  ofChip(
    ['P-109', 'P-110', 'P-116'],
    'A SIMD issues from at most one wave per cycle.',
    ({ structure }) => structure.issue.sameSimd,
    false,
  ),
  ofChip(
    ['P-111', 'P-112', 'P-113'],
    'All SIMDs can issue in the same cycle.',
    ({ structure }) => structure.issue.otherSimds,
    true,
  ),
  ofChip(['P-110', 'P-114', 'P-116'], 'An instruction may take one cycle.', () => KNOBS.issueGap.min, 1),
  ofChip(
    ['P-149'],
    'Without a trap handler, every wave whose address cannot be translated halts.',
    ({ halts }) => (halts.failed > 0 || halts.formed === 0) && halts.failed === halts.halted,
    true,
  ),
  ofChip(
    ['P-117', 'P-118'],
    'An instruction may take more than one cycle, for example because of bank conflicts.',
    () => KNOBS.issueGap.max > KNOBS.issueGap.min,
    true,
  ),
  ofChip(
    ['P-119', 'P-035'],
    'The local data share has 64 KB.',
    ({ structure }) => structure.localData.bytes,
    64 * KIB,
  ),
  ofChip(
    ['P-120', 'P-133'],
    'The local data share reads a row of 32 dwords (128 bytes) in one cycle.',
    ({ structure }) => structure.localData.row,
    1,
  ),
  ofChip(
    ['P-134'],
    'The local data share reads a row for a wave64 in two cycles.',
    ({ structure }) => structure.localData.rowOfWave64,
    2,
  ),
  ofChip(
    ['P-120', 'P-128'],
    'Accesses to different dwords of one bank are serialized.',
    ({ structure }) => structure.localData.oneBank,
    32,
  ),
  ofChip(
    ['P-128'],
    'Reading one dword for all lanes causes no bank conflict.',
    ({ structure }) => structure.localData.oneDword,
    1,
  ),
  ofChip(
    ['P-121', 'P-129'],
    'Atomics on one dword are serialized.',
    ({ structure }) => structure.localData.atomicsOnOneDword,
    32,
  ),
  ofChip(
    ['P-130', 'P-132', 'P-139', 'P-126'],
    'The scheduler of a work-group processor admits one indexed access at a time.',
    ({ structure }) => structure.localData.indexedAgain,
    1,
  ),
  ofChip(
    ['P-126', 'P-132'],
    'A parameter read and an indexed access do not use the banks of the local data share in one cycle.',
    ({ structure }) => structure.localData.indexedAfterRead,
    1,
  ),
  ofChip(
    ['P-123', 'P-135'],
    'A sequencer issues at most one parameter read per cycle.',
    ({ structure }) => structure.localData.readAgain,
    1,
  ),
  ofChip(
    ['P-136', 'P-113'],
    'Paired SIMDs read different banks in the same cycle.',
    ({ structure }) => structure.localData.partnerReads,
    0,
  ),
  ofChip(
    ['P-136', 'P-126'],
    'Paired SIMDs take turns to read the same bank.',
    ({ structure }) => structure.localData.partnerReadsSameBank,
    1,
  ),
  ofChip(
    ['P-126', 'P-131', 'P-136'],
    'SIMDs of different pairs do not read a bank in the same cycle.',
    ({ structure }) => structure.localData.otherPairReadsSameBank,
    1,
  ),
  ofChip(
    ['X-010'],
    'A parameter read of nine dwords takes two requests of eight at most.',
    ({ structure }) => structure.localData.requestsOfNine,
    2,
  ),
  ofChip(
    ['S-150', 'S-151'],
    'A run with EXEC_IF_OVERLAPPED and a BIN_MAPPING_MODE is the same, transaction by transaction, as the run without.',
    ({ optionsChangeRun }) => optionsChangeRun,
    false,
  ),
  ofChip(
    ['P-157', 'P-030'],
    'Consecutive dwords of 64 lanes take two cycles in the address unit.',
    ({ structure }) => structure.texture.rowOfWave64,
    2,
  ),
  ofChip(
    ['P-155'],
    'The address unit accepts accesses until its queue is full.',
    ({ structure }) => structure.texture.acceptedAtOnce,
    4,
  ),
  ofChip(
    ['P-156', 'P-151', 'P-152', 'P-138'],
    'While the address unit is full, the local data share still serves reads in the same cycle.',
    ({ structure }) => structure.texture.localReadWhileFull,
    0,
  ),
];
