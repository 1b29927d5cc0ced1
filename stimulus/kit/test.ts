import type { Chip, ChipName, GenerationFacts, Gfx, WaveSize } from '../../arch/index.js';
import { CHIP_NAMES, chipOf, factsOf } from '../../arch/index.js';
import type { ProgramFeature } from '../../transactions/index.js';
import {
  type Draw,
  defaultKnobs,
  FAULTS,
  type Fault,
  type FaultId,
  type KnobValues,
  type Program,
  RandomStream,
  type Scenario,
  type Schedule,
} from '../../transactions/index.js';
import { type Dialect, getDialect } from '../dialect/index.js';
import { applyRegisterFaults } from '../driver/faults.js';
import { pickOptions } from '../driver/options.js';
import { pickKnobValues } from '../knobs.js';
import { applyProgramFaults, canFaultTakeEffect, faultNeedsFeature } from '../programs/faults.js';
import type { Area } from '../scenes/geometry.js';
import { type Claim, type GenerateRequest, getCandidateChips, type Sequence } from '../sequence.js';
import { deriveScheduleSeed, deriveStream, pick } from './chance.js';
import { NEW_SCENARIO } from './draws.js';

/** The approximate number of scheduling decisions per primitive, over which PCT spreads its priority changes. */
const STEPS_PER_PRIMITIVE = 32;

/** The parts of a scenario that its sequence supplies. The rest is common to all sequences. */
export type ScenarioParts = Omit<
  Scenario,
  'format' | 'model' | 'name' | 'chip' | 'wave' | 'schedule' | 'faults' | 'expects' | 'freedoms'
> &
  Partial<Pick<Scenario, 'freedoms'>>;

/** A test being generated: its request, the picked machine, and the random stream that picks everything else. */
export class Test {
  readonly stream: RandomStream;
  readonly chip: Chip;
  readonly gfx: Gfx;
  readonly wave: WaveSize;
  readonly dialect: Dialect;
  /** The knobs; the defaults until `pickKnobs` is called. */
  freedoms: KnobValues = defaultKnobs();

  /**
   * Picks the machine: the given chip, or one of the given chips unless the request names others, and one of its wave
   * sizes.
   */
  constructor(
    readonly request: GenerateRequest,
    readonly name: string,
    chips: ChipName | readonly ChipName[],
  ) {
    this.stream = new RandomStream(request.seed);
    const chip = typeof chips === 'string' ? chips : this.pick(getCandidateChips(request, chips));
    this.chip = chipOf(chip);
    this.gfx = this.chip.gfx;
    this.wave = this.pick(this.chip.waveSizes);
    this.dialect = getDialect(this.gfx, this.wave);
  }

  /** Picks the knobs, except for those that the sequence or the request sets. If both set one, the request's wins. */
  pickKnobs(fixed: Partial<KnobValues> = {}): KnobValues {
    this.freedoms = pickKnobValues(this.stream, this.chip, { ...fixed, ...this.request.knobs });
    return this.freedoms;
  }

  get seed(): string {
    return this.request.seed;
  }

  /** Picks one of the values with equal probability. */
  pick<T>(values: readonly T[]): T {
    return pick(this.stream, values);
  }

  /** Picks a number from 0 to `limit` - 1. */
  below(limit: number): number {
    return this.stream.below(limit);
  }

  /** Picks `min` to `min` + `range` - 1 values, in order. */
  times<T>(min: number, range: number, pickValue: (index: number) => T): T[] {
    return Array.from({ length: min + this.below(range) }, (_, i) => pickValue(i));
  }

  /** Returns a separate stream for the part of the test named by `purpose`. */
  branch(purpose: string): RandomStream {
    return deriveStream(this.seed, purpose);
  }

  /** Picks the width and then the height of the test's area. */
  area(sizes: readonly number[]): TestArea {
    const { chip, wave } = this;
    return { chip, wave, width: this.pick(sizes), height: this.pick(sizes) };
  }

  /** Injects the request's register faults into the draws. */
  withRegisterFaults(draws: readonly Draw[]): Draw[] {
    return applyRegisterFaults(this.gfx, draws, this.request.faults);
  }

  /** Injects the request's program faults into a program. */
  withProgramFaults(program: Program): Program {
    return { ...program, words: applyProgramFaults(program.words, this.gfx, this.wave, this.request.faults) };
  }

  /** Adds random hardware options (`pickOptions`) to the registers of each draw. */
  pickOptions(draws: readonly Draw['registers'][]): Draw['registers'][] {
    return pickOptions(this.seed, this.gfx, this.wave, draws);
  }

  /** Creates the scenario, with random timing from the seed, the requested faults, and no expected violations. */
  build(parts: ScenarioParts): Scenario {
    return {
      ...NEW_SCENARIO,
      name: this.name,
      chip: this.chip.name as ChipName,
      wave: this.wave,
      freedoms: this.freedoms,
      ...parts,
      schedule: { strategy: 'random', seed: deriveScheduleSeed(this.seed) },
      faults: this.request.faults,
    };
  }
}

/** The machine that a test's programs are built for, and the area that its draws cover. */
export interface TestArea extends Area {
  readonly chip: Chip;
  readonly wave: WaveSize;
}

/** The properties that every sequence states. */
export interface SequenceText<Name extends string = string> {
  readonly name: Name;
  readonly text: string;
  /** The chips that the sequence runs on; all by default. */
  readonly chips?: readonly ChipName[];
  /** Claims about the sequence's tests. */
  readonly claims: readonly Claim[];
  /** The faults that can take effect; none by default. */
  readonly faults?: readonly FaultId[];
}

/** A sequence with its own scenes and programs. */
export interface SequenceSpec<Name extends string = string> extends SequenceText<Name> {
  /** The knobs that the sequence sets; requests take precedence. May draw from streams derived from the seed. */
  readonly knobs?: Partial<KnobValues> | ((branch: (purpose: string) => RandomStream) => Partial<KnobValues>);
  /** Whether `generate` picks the knobs itself, after other choices. */
  readonly picksKnobs?: true;
  /** Generates a test's scenario. */
  readonly generate: (test: Test) => Scenario;
}

/** Creates a sequence that generates its scenarios from a picked machine. */
export function sequence<Name extends string>(spec: SequenceSpec<Name>): Sequence<Name> {
  const { knobs } = spec;
  return withText(spec, (request, chips) => {
    const fixed =
      typeof knobs === 'function' ? knobs((purpose) => deriveStream(request.seed, purpose)) : knobs;
    const test = new Test(request, spec.name, chips);
    if (spec.picksKnobs !== true) test.pickKnobs(fixed);
    return spec.generate(test);
  });
}

/** Creates a sequence from the properties that it states and its generator. */
function withText<Name extends string>(
  { name, text, chips = CHIP_NAMES, claims, faults = [] }: SequenceText<Name>,
  generate: (request: GenerateRequest, chips: readonly ChipName[]) => Scenario,
): Sequence<Name> {
  return { name, text, chips, claims, faults, generate: (request) => generate(request, chips) };
}

/** A sequence whose tests are those of other sequences, changed in some way. */
export interface DerivedSpec<Name extends string = string> extends SequenceText<Name> {
  /** The sequences to pick from; some may be listed several times. */
  readonly bases: readonly Sequence[];
  /** The knobs that the sequence sets; requests take precedence. */
  readonly knobs?: (seed: string) => Partial<KnobValues>;
  /** Changes a scenario. */
  readonly change?: (scenario: Scenario, request: GenerateRequest) => Scenario;
  /** Whether scenarios keep the names of their original sequences. */
  readonly keepsNames?: true;
}

/** Creates a sequence that picks one of the base sequences for each test and changes its scenario. */
export function derivedSequence<Name extends string>(spec: DerivedSpec<Name>): Sequence<Name> {
  const { name, bases, knobs, change } = spec;
  return withText(spec, (request, chips) => {
    const chipNames = getCandidateChips(request, chips);
    const listChips = (base: Sequence): readonly ChipName[] =>
      base.chips.filter((chip) => chipNames.includes(chip));
    const candidates = bases.filter((base) => listChips(base).length > 0);
    const base = pick(deriveStream(request.seed, name), candidates);
    const fixed = knobs === undefined ? {} : { knobs: { ...knobs(request.seed), ...request.knobs } };
    const generated = base.generate({ ...request, ...fixed, chips: listChips(base) });
    const scenario = spec.keepsNames === true ? generated : { ...generated, name };
    return change?.(scenario, request) ?? scenario;
  });
}

/** Lists the chips whose generation's facts, or whose own properties, meet a condition. */
export function chipsWith(accepts: (facts: GenerationFacts, chip: Chip) => boolean): readonly ChipName[] {
  return CHIP_NAMES.filter((name) => accepts(factsOf(chipOf(name).gfx), chipOf(name)));
}

/**
 * Lists the faults that can take effect in programs with the given features, on the given chips.
 *
 * @param accepts selects faults by where they act and whether they depend on a feature
 */
export function listFaults(
  features: readonly ProgramFeature[],
  accepts: (where: Fault['where'], needsFeature: boolean) => boolean,
  chips: readonly ChipName[] = CHIP_NAMES,
): FaultId[] {
  const generations = new Set(chips.map((chip) => chipOf(chip).gfx));
  return FAULTS.filter(
    ({ id, where, generations: affected }) =>
      affected.some((gfx) => generations.has(gfx)) &&
      canFaultTakeEffect(id, features) &&
      accepts(where, faultNeedsFeature(id)),
  ).map(({ id }) => id);
}

/** Accepts all faults but those of programs. */
export const NOT_IN_PROGRAMS = (where: Fault['where']): boolean => where !== 'program';

/** Accepts all faults, but those of programs only if they depend on a feature. */
export const BY_FEATURE = (where: Fault['where'], needsFeature: boolean): boolean =>
  where !== 'program' || needsFeature;

/** Replaces random scheduling with PCT (Burckhardt et al., ASPLOS 2010) of depth `pctDepth`, unless that knob is 0. */
export function withPctSchedule(scenario: Scenario): Scenario {
  const { schedule, freedoms, draws } = scenario;
  const depth = freedoms.pctDepth;
  if (schedule.strategy !== 'random' || depth === 0) return scenario;
  const primitives = draws.reduce((sum, { depths }) => sum + depths.length, 0);
  const steps = STEPS_PER_PRIMITIVE * Math.max(1, primitives);
  const pct: Schedule = { strategy: 'pct', seed: schedule.seed, depth, steps };
  return { ...scenario, schedule: pct };
}
