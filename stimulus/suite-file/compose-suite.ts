import { CHIP_NAMES, type ChipName } from '../../arch/index.js';
import {
  describeFirstIssue,
  FAULTS,
  findContradiction,
  type KnobValues,
  RandomStream,
  type Scenario,
  safeParse,
  scenarioSchema,
  UsageError,
} from '../../transactions/index.js';
import { deriveSubSeed, pickFrom } from '../kit/chance.js';
import { type KnobChoices, withFixedKnobs } from '../knobs.js';
import { type GenerateRequest, getSeedChips, type Sequence, type Suite } from '../sequence.js';
import type { SuiteFileTest, SuiteSequence, SuiteTests } from './suite-definition.js';
import { findViolatedBounds } from './suite-definition.js';

/** How many scenarios to generate for a test before its constraints are considered impossible to meet. */
const MAX_TRIES = 200;

/** The faults of the model's units. Program and register faults only take effect in sequences that create them. */
const MODEL_FAULTS = FAULTS.filter(({ where }) => where !== 'program' && where !== 'registers').map(
  ({ id }) => id,
);

/** Thrown if no scenario meets a test's constraints. This is an error in the suite rather than a failed test. */
export class ConstraintError extends UsageError {}

/** A user's suite, with one sequence per test, named after the test. */
export interface ComposedSuite {
  readonly suite: Suite;
  readonly sequences: readonly Sequence[];
}

/** The tests of a suite, with its programs converted to sequences. */
export type ResolvedSuite = Omit<SuiteTests, 'sequences'> & { readonly sequences?: readonly SuiteSequence[] };

/** Creates a suite from a definition with valid names. Tests may use its own sequences and those in `builtIn`. */
export function composeSuite(
  name: string,
  definition: ResolvedSuite,
  builtIn: readonly Sequence[],
): ComposedSuite {
  const { text = '', seed, count } = definition;
  const available = [...(definition.sequences ?? []).map(createUserSequence), ...builtIn];
  const sequences = definition.tests.map((test) => narrowSequence(test, definition, available));
  const tests = definition.tests.map(({ weight = 1 }, i) => ({ sequence: sequences[i].name, weight }));
  return {
    suite: { name, text, count, tests, ...(seed === undefined ? {} : { seed }) },
    sequences,
  };
}

/** Returns the name of a test in a suite file. */
export function getTestName({ name, sequence }: SuiteFileTest): string {
  return name ?? sequence;
}

function createUserSequence({
  name,
  text = '',
  chips = CHIP_NAMES,
  scenario: source,
}: SuiteSequence): Sequence {
  const generate = (request: GenerateRequest): Scenario => {
    const scenario =
      typeof source === 'function' ? source(request) : pickFrom(new RandomStream(request.seed), source);
    checkScenario(name, scenario);
    const faults = [...new Set([...scenario.faults, ...request.faults])];
    return { ...scenario, name, freedoms: withFixedKnobs(scenario.freedoms, request.knobs), faults };
  };
  return { name, text, chips, faults: MODEL_FAULTS, generate };
}

/** Throws `UsageError` for an invalid scenario. Nothing else checks what a user's generator returns. */
function checkScenario(name: string, scenario: Scenario): void {
  const { error } = safeParse(scenarioSchema, scenario);
  const problem = error === undefined ? findContradiction(scenario) : describeFirstIssue(error, scenario);
  if (problem !== undefined)
    throw new UsageError(`Sequence ${name} generated an invalid scenario: ${problem}`);
}

function narrowSequence(
  test: SuiteFileTest,
  suiteDefinition: ResolvedSuite,
  available: readonly Sequence[],
): Sequence {
  const base = available.find(({ name }) => name === test.sequence);
  if (base === undefined) throw new Error(`unknown sequence ${test.sequence}`);
  const chipNames = test.chips ?? suiteDefinition.chips;
  const chips = base.chips.filter((chip) => chipNames === undefined || chipNames.includes(chip));
  const candidateChips = chipNames === undefined ? getSeedChips(base) : chips;
  const knobs = { ...suiteDefinition.knobs, ...test.knobs };
  const name = getTestName(test);
  return {
    ...base,
    name,
    chips,
    ...(chipNames === undefined ? {} : { seedChips: chips }),
    knobs,
    generate: (request) => {
      const fixed = { ...pickKnobs(request.seed, knobs), ...request.knobs };
      const scenario = findFittingScenario(
        base,
        { chips: candidateChips, ...request, knobs: fixed },
        test,
        suiteDefinition,
      );
      return { ...scenario, name };
    },
  };
}

/** Picks values for a test's knobs from a separate random stream. */
function pickKnobs(seed: string, choices: KnobChoices): Partial<KnobValues> {
  const stream = new RandomStream(deriveSubSeed(seed, 'suite-knobs'));
  const values = Object.entries(choices).map(([name, choice]) => {
    const isChoice = typeof choice === 'object' && 'oneOf' in choice;
    return [name, isChoice ? choice.oneOf[stream.below(choice.oneOf.length)] : choice];
  });
  return Object.fromEntries(values) as Partial<KnobValues>;
}

/** Returns the first scenario that satisfies all constraints, trying the test seed and then seeds derived from it. */
function findFittingScenario(
  base: Sequence,
  request: GenerateRequest,
  test: SuiteFileTest,
  suiteDefinition: ResolvedSuite,
): Scenario {
  const bounds = { ...suiteDefinition.within, ...test.within };
  const chips: readonly ChipName[] = request.chips ?? base.chips;
  const violations: string[][] = [];
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    const seed = attempt === 0 ? request.seed : deriveSubSeed(request.seed, `suite-try-${attempt}`);
    const scenario = base.generate({ ...request, seed });
    const violated = chips.includes(scenario.chip) ? findViolatedBounds(scenario, bounds) : ['chips'];
    if (violated.length === 0 && !(test.where?.(scenario) ?? true)) violated.push('where');
    if (violated.length === 0) return scenario;
    violations.push(violated);
  }
  throw new ConstraintError(
    `Cannot meet the constraints of test ${getTestName(test)}: ${formatConstraints(violations)}; none of the ${MAX_TRIES} scenarios generated by ${test.sequence} met them`,
  );
}

/** Lists the constraints that no scenario met or, if each was met by at least one, all that were ever violated. */
function formatConstraints(violations: readonly (readonly string[])[]): string {
  const names = [...new Set(violations.flat())];
  const neverMet = names.filter((name) => violations.every((violated) => violated.includes(name)));
  return (neverMet.length === 0 ? names : neverMet).join(' with ');
}
