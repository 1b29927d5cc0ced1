import {
  type Chip,
  chipOf,
  type Gfx,
  factsOf as generationFactsOf,
  instructionSetOf,
  ORDERING_GENERATIONS,
  orderingGenerationOf,
  registerField,
} from '../../arch/index.js';
import {
  type Draw,
  type Freedoms,
  type Interlock,
  type ProgramDescriptor,
  SCENE_NAMES,
  type Scenario,
  type ShaderSections,
  wavesPerGroup,
} from '../../transactions/index.js';
import { NOT_SAMPLED } from '../dsl/definition.js';
import { earlyEnds, type IsEarlyEnd, lastPartOf, sleepsBetweenPolls, writeBacks } from './program-shape.js';

/** Interlock modes in bin order. */
export const INTERLOCKS = [
  'pixel-ordered',
  'pixel-unordered',
  'sample-ordered',
  'sample-unordered',
] as const satisfies readonly Interlock[];

/** Kinds of primitives in bin order. */
export const PRIMITIVE_KINDS = ['points', 'lines', 'triangles', 'rectangles'] as const;

/** VGT_PRIMITIVE_TYPE.PRIM_TYPE of each kind; default: triangles. */
const PRIMITIVE_TYPES: readonly number[] = [1, 2, 4, 17];
const TRIANGLE_LIST = 4;

/** Which of a draw's sample counts make its chip miss overlaps (S-130), in bin order: a bit each. */
export const MANY_SAMPLES = ['neither', 'rasterised alone', 'of depth alone', 'both'] as const;

const NONE: ReadonlySet<number> = new Set();

/** Facts of a draw for covergroups. */
export interface DrawFacts {
  /** Index into `INTERLOCKS`; `NOT_SAMPLED` if it has none and ordering is off. */
  readonly interlock: number;
  readonly interlocked: boolean;
  /** Whether the application waived primitive order, and so its interlock's order (S-143). */
  readonly isRelaxed: boolean;
  readonly samples: number;
  /** Index into `MANY_SAMPLES`; `NOT_SAMPLED` without an interlock, and on chips that miss no overlaps. */
  readonly manySamples: number;
  /** Index into `PRIMITIVE_KINDS`. */
  readonly kind: number;
  /** Index into `SCENE_NAMES`; -1 if no scene drew it. */
  readonly scene: number;
  readonly isEarlyEnd: IsEarlyEnd;
  /** Where the last part of its program starts, in bytes; 0 for a single-part program. */
  readonly lastPart: number;
  /** Whether a wave that waits for an exiting id sleeps between polls. */
  readonly sleepsBetweenPolls: boolean;
  /** Byte offsets at which its program writes caches back. */
  readonly writeBacks: ReadonlySet<number>;
  /** What its program was assembled for, if it has parts. */
  readonly sections: ShaderSections | undefined;
  /** What its program was generated from. */
  readonly descriptor: ProgramDescriptor | undefined;
  /** Whether its program is told which quads of its wave overlap earlier ones (S-059). */
  readonly takesIntrawave: boolean;
  readonly registers: Readonly<Record<string, number>>;
}

/** Addresses of one ordered memory object: `first` up to, not including, `end`. */
export interface AddressRange {
  readonly first: number;
  readonly end: number;
}

/** Facts of a background workload for covergroups. */
export interface WorkFacts {
  /** Mode of compute work; undefined for other work. */
  readonly mode: 'cu' | 'wgp' | undefined;
  /** Number of waves per group. */
  readonly waves: number;
}

/** Facts of a test for covergroups, known before its first transaction. */
export interface TestFacts {
  readonly gfx: Gfx;
  /** The ordering hardware, as an index into `ORDERING_GENERATIONS`. */
  readonly generation: number;
  readonly lanes: number;
  /** Whether waves get ids and a collision argument (GFX9 to GFX10.3, S-054). */
  readonly hasWaveIds: boolean;
  readonly freedoms: Freedoms;
  readonly draws: readonly DrawFacts[];
  readonly ordered: readonly AddressRange[];
  readonly background: readonly WorkFacts[];
}

/** Facts of a scenario. */
export function factsOf(scenario: Scenario): TestFacts {
  const chip = chipOf(scenario.chip);
  const { gfx } = chip;
  const set = instructionSetOf(chip);
  const ends = scenario.programs.map((program) => earlyEnds(program, set, scenario.wave));
  const sleeps = scenario.programs.map((program) => sleepsBetweenPolls(program, set, scenario.wave));
  const writeBackPcs = scenario.programs.map((program) => writeBacks(program, set, scenario.wave));
  return {
    gfx,
    generation: ORDERING_GENERATIONS.indexOf(orderingGenerationOf(gfx)),
    lanes: scenario.wave,
    hasWaveIds: generationFactsOf(gfx).hasWaveIds,
    freedoms: scenario.freedoms,
    draws: scenario.draws.map((draw) => ({
      interlock: draw.interlock === 'none' ? NOT_SAMPLED : INTERLOCKS.indexOf(draw.interlock),
      interlocked: draw.interlock !== 'none',
      isRelaxed: draw.order === 'relaxed',
      samples: draw.samples,
      manySamples: manySamplesOf(chip, draw),
      kind: PRIMITIVE_TYPES.indexOf(
        registerField(gfx, draw.registers, 'VGT_PRIMITIVE_TYPE.PRIM_TYPE') ?? TRIANGLE_LIST,
      ),
      scene: draw.scene === undefined ? -1 : SCENE_NAMES.indexOf(draw.scene),
      isEarlyEnd: ends[draw.program] ?? (() => false),
      lastPart: lastPartOf(scenario.programs[draw.program]?.sections),
      sleepsBetweenPolls: sleeps[draw.program] ?? false,
      writeBacks: writeBackPcs[draw.program] ?? NONE,
      sections: scenario.programs[draw.program]?.sections,
      descriptor: scenario.programs[draw.program]?.descriptor,
      takesIntrawave:
        registerField(gfx, draw.registers, 'PA_SC_SHADER_CONTROL.LOAD_INTRAWAVE_COLLISION') === 1,
      registers: draw.registers,
    })),
    background: (scenario.background?.works ?? []).map((work) => ({
      mode: work.kind === 'compute' ? work.mode : undefined,
      waves: wavesPerGroup(work, scenario.wave),
    })),
    ordered: scenario.ordered.flatMap(({ object }) => {
      const memory = scenario.memory.find((candidate) => candidate.name === object);
      return memory ? [{ first: memory.address, end: memory.address + memory.bytes }] : [];
    }),
  };
}

function manySamplesOf({ gfx, quirks }: Chip, { interlock, samples, registers }: Draw): number {
  const from = quirks?.missedOverlapSamples;
  if (from === undefined || interlock === 'none') return NOT_SAMPLED;
  const depthSamples = 1 << (registerField(gfx, registers, 'DB_Z_INFO.NUM_SAMPLES') ?? 0);
  return (samples >= from ? 1 : 0) | (depthSamples >= from ? 2 : 0);
}
