import {
  type Chip,
  chipOf,
  decodeCached,
  findRegisterField,
  factsOf as generationFactsOf,
  getInstructionSet,
  getOrderingGeneration,
  type InstructionSet,
  ORDERING_GENERATIONS,
  type WaveSize,
} from '../../arch/index.js';
import {
  countWavesPerGroup,
  type Draw,
  type Interlock,
  type Program,
  SCENE_NAMES,
  type Scenario,
  type ShaderSections,
} from '../../transactions/index.js';
import { NOT_SAMPLED } from '../dsl/definition.js';

/** Returns whether a wave that ends at `pc` took an early exit. */
type IsEarlyEnd = (pc: number) => boolean;

/**
 * Returns a function that tells a program's early exits from its normal end. Compilers place the discard exit after the
 * normal end (pops.md 4, "Early discard exit"). A main part with a separate epilog has only early exits, since the
 * normal end is in the epilog. In a program with several parts, each part falls through to the next, so the last end is
 * the normal one and any others are early exits.
 */
function findEarlyEnds(
  { words, epilog, sections }: Program,
  set: InstructionSet,
  wave: WaveSize,
): IsEarlyEnd {
  const code = decodeCached(words, set, wave, epilog);
  const start = code.epilog?.index ?? 0;
  const ends = code.instructions.slice(start).filter(({ kind }) => kind === 'end');
  const normalEnd = sections === undefined ? ends[0] : ends.at(-1);
  return (pc) => normalEnd !== undefined && pc !== normalEnd.pc;
}

/** Returns the byte offset of the last part that contains code, or 0 for a single-part program. */
function getLastPartOffset(sections: ShaderSections | undefined): number {
  const parts = sections?.parts.filter(({ words }) => words > 0) ?? [];
  return parts.slice(0, -1).reduce((bytes, { words }) => bytes + 4 * words, 0);
}

/** Returns whether a program has a loop that sleeps between two polls of the exiting id. */
function sleepsBetweenPolls({ words, epilog }: Program, set: InstructionSet, wave: WaveSize): boolean {
  const { instructions } = decodeCached(words, set, wave, epilog);
  return instructions.some(({ kind, index, target }) => {
    if (kind !== 'branch' || target < 0 || target > index) return false;
    const loop = instructions.slice(target, index + 1);
    return loop.some(({ readsExitingId }) => readsExitingId) && loop.some(({ kind }) => kind === 'sleep');
  });
}

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

/** The address range of an ordered memory object: from `first` up to but not including `end`. */
export type AddressRange = Readonly<TestFacts['ordered'][number]>;

/** What covergroups need to know about a draw. */
export type DrawFacts = Readonly<TestFacts['draws'][number]>;

/** What covergroups need to know about a test, known before its first transaction. */
export type TestFacts = Readonly<ReturnType<typeof deriveTestFacts>>;

/** Derives the facts about a test from its scenario. */
export function deriveTestFacts(scenario: Scenario) {
  const chip = chipOf(scenario.chip);
  const { gfx } = chip;
  const set = getInstructionSet(chip);
  const earlyEnds = scenario.programs.map((program) => findEarlyEnds(program, set, scenario.wave));
  const sleeps = scenario.programs.map((program) => sleepsBetweenPolls(program, set, scenario.wave));
  return {
    gfx,
    /** The ordering hardware, as an index into `ORDERING_GENERATIONS`. */
    generation: ORDERING_GENERATIONS.indexOf(getOrderingGeneration(gfx)),
    lanes: scenario.wave,
    /** Whether waves have ids and a collision argument (GFX9 to GFX10.3, S-054). */
    hasWaveIds: generationFactsOf(gfx).hasWaveIds,
    freedoms: scenario.freedoms,
    draws: scenario.draws.map((draw) => ({
      /** Index into `INTERLOCKS`, or `NOT_SAMPLED` if the draw has no interlock. */
      interlock: draw.interlock === 'none' ? NOT_SAMPLED : INTERLOCKS.indexOf(draw.interlock),
      isInterlocked: draw.interlock !== 'none',
      /** Whether the application waived primitive order, and with it the order of its interlock (S-143). */
      isRelaxed: draw.order === 'relaxed',
      samples: draw.samples,
      /**
       * Index into `HIGH_SAMPLE_COUNTS`, or `NOT_SAMPLED` if the draw has no interlock or the chip never misses
       * overlaps.
       */
      manySamples: findHighSampleCounts(chip, draw),
      /** Index into `PRIMITIVE_KINDS`. */
      kind: PRIMITIVE_TYPES.indexOf(
        findRegisterField(gfx, draw.registers, 'VGT_PRIMITIVE_TYPE.PRIM_TYPE') ?? TRIANGLE_LIST,
      ),
      /** Index into `SCENE_NAMES`, or -1 if the draw is not from a scene. */
      scene: draw.scene === undefined ? -1 : SCENE_NAMES.indexOf(draw.scene),
      isEarlyEnd: earlyEnds[draw.program] ?? (() => false),
      /** Byte offset of the program's last part, or 0 for a single-part program. */
      lastPart: getLastPartOffset(scenario.programs[draw.program]?.sections),
      /** Whether a wave that waits for an exiting id sleeps between polls. */
      sleepsBetweenPolls: sleeps[draw.program] ?? false,
      /** The state the program was assembled for, if it has several parts. */
      sections: scenario.programs[draw.program]?.sections,
      /** The descriptor that the program was generated from, if any. */
      descriptor: scenario.programs[draw.program]?.descriptor,
      /** Whether the program receives a mask of the wave's quads that overlap earlier ones (S-059). */
      receivesLayerMask:
        findRegisterField(gfx, draw.registers, 'PA_SC_SHADER_CONTROL.LOAD_INTRAWAVE_COLLISION') === 1,
      registers: draw.registers,
    })),
    background: (scenario.background?.works ?? []).map((work) => ({
      /** The mode of a compute workload. Undefined for other workloads. */
      mode: work.kind === 'compute' ? work.mode : undefined,
      /** Waves per group. */
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
