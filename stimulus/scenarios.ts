import { Arbitrary, type Random, Stream, Value } from 'fast-check';
import { type ChipName, chipOf, type WaveSize } from '../arch/index.js';
import type { FaultId, KnobValues, Scenario } from '../transactions/index.js';
import { defaultKnobs, formatSeed } from '../transactions/index.js';
import type { Corpus } from './corpus.js';
import type { FieldValues } from './driver/draw-intent.js';
import { packRegisters } from './driver/draw-registers.js';
import { createGoldenScenario, GOLDEN_MODE } from './golden/index.js';
import { deriveScheduleSeed } from './kit/chance.js';
import type { Area, PrimitiveKind, Triangle } from './scenes/geometry.js';
import { PRIMITIVE_TYPE } from './scenes/scene.js';
import type { Sequence } from './sequence.js';

/** What a pixel-list scenario draws, and the hardware it runs on. */
export interface ListOptions {
  readonly area: Area;
  readonly chip: ChipName;
  readonly wave: WaveSize;
  /** The seed of the random schedule. */
  readonly seed: string;
  /** The type of all primitives. Points and lines are one pixel wide. */
  readonly kind: PrimitiveKind;
}

/** Half a pixel, in 1/16ths of a pixel. The registers for points and lines hold half their size. */
const HALF_PIXEL = 8;

/**
 * Creates a scenario that draws primitives of one type, with one sample per pixel. Its program appends each fragment
 * to the list of its pixel, in order.
 */
export function createListScenario(
  draws: readonly (readonly Triangle[])[],
  { area, chip, wave, seed, kind }: ListOptions,
): Scenario {
  const scene = {
    ...area,
    samples: 1 as const,
    mode: GOLDEN_MODE.PIXEL_LIST,
    draws: draws.map((triangles) => Int32Array.from(triangles.flat())),
  };
  const packers = Math.min(defaultKnobs().packers, chipOf(chip).packers);
  const freedoms = { ...defaultKnobs(), packers };
  const scenario = createGoldenScenario(scene, {
    chip,
    wave,
    freedoms,
    schedule: { strategy: 'random', seed: deriveScheduleSeed(seed) },
  });
  const { gfx } = chipOf(chip);
  const fields: FieldValues = {
    'VGT_PRIMITIVE_TYPE.PRIM_TYPE': PRIMITIVE_TYPE[kind],
    'PA_SU_POINT_SIZE.WIDTH': HALF_PIXEL,
    'PA_SU_POINT_SIZE.HEIGHT': HALF_PIXEL,
    'PA_SU_LINE_CNTL.WIDTH': HALF_PIXEL,
  };
  return {
    ...scenario,
    draws: scenario.draws.map((draw) => ({
      ...draw,
      registers: packRegisters(gfx, kind === 'triangles' ? {} : fields, draw.registers),
    })),
    name: 'drawing',
  };
}

/** Constraints on the generated scenarios (suites.md). */
export interface ScenarioDemands {
  /** The chips to choose from; defaults to the sequence's chips from generations that support all of the faults. */
  readonly chips?: readonly ChipName[];
  /** The knobs that are fixed instead of random. */
  readonly knobs?: Partial<KnobValues>;
  /** The faults to inject. */
  readonly faults?: readonly FaultId[];
}

/** The largest value of a seed word, which fast-check draws as a signed integer. */
const MAX_WORD = 0x7fffffff;

/**
 * Draws scenarios from a sequence, each with a 64-bit seed drawn by fast-check. Shrinking changes the scenario, not the
 * seed.
 */
export class ScenarioArbitrary extends Arbitrary<Scenario> {
  constructor(
    private readonly sequence: Sequence,
    private readonly corpus: Corpus,
    private readonly constraints: ScenarioDemands,
    /** Yields simpler replacements for a scenario, most drastic first. */
    private readonly simplify: (scenario: Scenario) => Iterable<Scenario>,
  ) {
    super();
  }

  generate(random: Random): Value<Scenario> {
    const nextWord = (): number => random.nextInt(~MAX_WORD, MAX_WORD) >>> 0;
    const seed = formatSeed({ high: nextWord(), low: nextWord() });
    const { chips, knobs = {}, faults = [] } = this.constraints;
    const request = { seed, corpus: this.corpus, knobs, faults, ...(chips === undefined ? {} : { chips }) };
    return new Value(this.sequence.generate(request), undefined);
  }

  canShrinkWithoutContext(value: unknown): value is Scenario {
    return typeof value === 'object' && value !== null && 'draws' in value && 'programs' in value;
  }

  shrink(scenario: Scenario): Stream<Value<Scenario>> {
    const { simplify } = this;
    return new Stream(
      (function* () {
        for (const candidate of simplify(scenario)) yield new Value(candidate, undefined);
      })(),
    );
  }
}
