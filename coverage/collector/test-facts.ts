import {
  type Chip,
  chipOf,
  findRegisterField,
  type Gfx,
  factsOf as generationFactsOf,
  getInstructionSet,
  getOrderingGeneration,
  ORDERING_GENERATIONS,
} from '../../arch/index.js';
import {
  countWavesPerGroup,
  type Draw,
  type Interlock,
  type KnobValues,
  type ProgramDescriptor,
  SCENE_NAMES,
  type Scenario,
  type ShaderSections,
} from '../../transactions/index.js';
import { NOT_SAMPLED } from '../dsl/definition.js';
import {
  findEarlyEnds,
  findWriteBacks,
  getLastPartOffset,
  type IsEarlyEnd,
  sleepsBetweenPolls,
} from './program-shape.js';

/** The interlock modes, in bin order. */
export const INTERLOCKS = [
  'pixel-ordered',
  'pixel-unordered',
  'sample-ordered',
  'sample-unordered',
] as const satisfies readonly Interlock[];

/** The kinds of primitives, in bin order. */
export const PRIMITIVE_KINDS = ['points', 'lines', 'triangles', 'rectangles'] as const;

/** The VGT_PRIMITIVE_TYPE.PRIM_TYPE value of each kind. The default is a triangle list. */
const PRIMITIVE_TYPES: readonly number[] = [1, 2, 4, 17];
const TRIANGLE_LIST = 4;

/**
 * Which sample counts are high enough for the chip to miss overlaps (S-130), in bin order. Bit 0 is the raster
 * count, bit 1 the depth count.
 */
export const HIGH_SAMPLE_COUNTS = ['neither', 'rasterised alone', 'of depth alone', 'both'] as const;

const NO_OFFSETS: ReadonlySet<number> = new Set();

/** What covergroups need to know about a draw. */
export interface DrawFacts {
  /** Index into `INTERLOCKS`, or `NOT_SAMPLED` if the draw has no interlock. */
  readonly interlock: number;
  readonly isInterlocked: boolean;
  /** Whether the application waived primitive order, and with it the order of its interlock (S-143). */
  readonly isRelaxed: boolean;
  readonly samples: number;
  /**
   * Index into `HIGH_SAMPLE_COUNTS`, or `NOT_SAMPLED` if the draw has no interlock or the chip never misses overlaps.
   */
  readonly manySamples: number;
  /** Index into `PRIMITIVE_KINDS`. */
  readonly kind: number;
  /** Index into `SCENE_NAMES`, or -1 if the draw is not from a scene. */
  readonly scene: number;
  readonly isEarlyEnd: IsEarlyEnd;
  /** Byte offset of the program's last part, or 0 for a single-part program. */
  readonly lastPart: number;
  /** Whether a wave that waits for an exiting id sleeps between polls. */
  readonly sleepsBetweenPolls: boolean;
  /** Byte offsets of the program's cache write-backs. */
  readonly writeBacks: ReadonlySet<number>;
  /** The state the program was assembled for, if it has several parts. */
  readonly sections: ShaderSections | undefined;
  /** The descriptor that the program was generated from, if any. */
  readonly descriptor: ProgramDescriptor | undefined;
  /** Whether the program receives a mask of the wave's quads that overlap earlier ones (S-059). */
  readonly receivesLayerMask: boolean;
  readonly registers: Readonly<Record<string, number>>;
}

/** The address range of an ordered memory object: from `first` up to but not including `end`. */
export interface AddressRange {
  readonly first: number;
  readonly end: number;
}

/** What covergroups need to know about a background workload. */
interface WorkloadFacts {
  /** The mode of a compute workload. Undefined for other workloads. */
  readonly mode: 'cu' | 'wgp' | undefined;
  /** Waves per group. */
  readonly waves: number;
}

/** What covergroups need to know about a test, known before its first transaction. */
export interface TestFacts {
  readonly gfx: Gfx;
  /** The ordering hardware, as an index into `ORDERING_GENERATIONS`. */
  readonly generation: number;
  readonly lanes: number;
  /** Whether waves have ids and a collision argument (GFX9 to GFX10.3, S-054). */
  readonly hasWaveIds: boolean;
  readonly freedoms: KnobValues;
  readonly draws: readonly DrawFacts[];
  readonly ordered: readonly AddressRange[];
  readonly background: readonly WorkloadFacts[];
}

/** Derives the facts about a test from its scenario. */
export function deriveTestFacts(scenario: Scenario): TestFacts {
  const chip = chipOf(scenario.chip);
  const { gfx } = chip;
  const set = getInstructionSet(chip);
  const earlyEnds = scenario.programs.map((program) => findEarlyEnds(program, set, scenario.wave));
  const sleeps = scenario.programs.map((program) => sleepsBetweenPolls(program, set, scenario.wave));
  const writeBackPcs = scenario.programs.map((program) => findWriteBacks(program, set, scenario.wave));
  return {
    gfx,
    generation: ORDERING_GENERATIONS.indexOf(getOrderingGeneration(gfx)),
    lanes: scenario.wave,
    hasWaveIds: generationFactsOf(gfx).hasWaveIds,
    freedoms: scenario.freedoms,
    draws: scenario.draws.map((draw) => ({
      interlock: draw.interlock === 'none' ? NOT_SAMPLED : INTERLOCKS.indexOf(draw.interlock),
      isInterlocked: draw.interlock !== 'none',
      isRelaxed: draw.order === 'relaxed',
      samples: draw.samples,
      manySamples: findHighSampleCounts(chip, draw),
      kind: PRIMITIVE_TYPES.indexOf(
        findRegisterField(gfx, draw.registers, 'VGT_PRIMITIVE_TYPE.PRIM_TYPE') ?? TRIANGLE_LIST,
      ),
      scene: draw.scene === undefined ? -1 : SCENE_NAMES.indexOf(draw.scene),
      isEarlyEnd: earlyEnds[draw.program] ?? (() => false),
      lastPart: getLastPartOffset(scenario.programs[draw.program]?.sections),
      sleepsBetweenPolls: sleeps[draw.program] ?? false,
      writeBacks: writeBackPcs[draw.program] ?? NO_OFFSETS,
      sections: scenario.programs[draw.program]?.sections,
      descriptor: scenario.programs[draw.program]?.descriptor,
      receivesLayerMask:
        findRegisterField(gfx, draw.registers, 'PA_SC_SHADER_CONTROL.LOAD_INTRAWAVE_COLLISION') === 1,
      registers: draw.registers,
    })),
    background: (scenario.background?.works ?? []).map((work) => ({
      mode: work.kind === 'compute' ? work.mode : undefined,
      waves: countWavesPerGroup(work, scenario.wave),
    })),
    ordered: scenario.ordered.flatMap(({ object }) => {
      const memory = scenario.memory.find((candidate) => candidate.name === object);
      return memory ? [{ first: memory.address, end: memory.address + memory.bytes }] : [];
    }),
  };
}

function findHighSampleCounts({ gfx, quirks }: Chip, { interlock, samples, registers }: Draw): number {
  const threshold = quirks?.missedOverlapSamples;
  if (threshold === undefined || interlock === 'none') return NOT_SAMPLED;
  const depthSamples = 1 << (findRegisterField(gfx, registers, 'DB_Z_INFO.NUM_SAMPLES') ?? 0);
  return (samples >= threshold ? 1 : 0) | (depthSamples >= threshold ? 2 : 0);
}
