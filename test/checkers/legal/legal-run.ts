import { type ChipName, chipOf } from '../../../arch/index.js';
import { decodeForEditing } from '../../../stimulus/programs/edit.js';
import type { KnobValues, Scenario } from '../../../transactions/index.js';
import type { RunFacts, WaveFacts } from './run-facts.js';

/** A legal behaviour from faults.md J that a model run can exhibit. */
export interface LegalRun {
  readonly id: string;
  readonly description: string;
  readonly sequence: string;
  readonly chips?: readonly ChipName[];
  readonly knobs?: Partial<KnobValues>;
  /** Makes a legal change to the scenario. */
  readonly change?: (scenario: Scenario) => Scenario;
  /** Returns whether a run exhibits the behaviour. */
  readonly shows: (facts: RunFacts) => boolean;
}

/** Creates a predicate that returns whether any wave in a run matches. */
export const someWave =
  (matches: (wave: WaveFacts, facts: RunFacts) => boolean) =>
  (facts: RunFacts): boolean =>
    facts.waves.some((wave) => matches(wave, facts));

/** Creates a predicate that returns whether any two waves in a run, older first, match. */
export const somePair =
  (matches: (older: WaveFacts, younger: WaveFacts) => boolean) =>
  ({ waves }: RunFacts): boolean =>
    waves.some((older, index) => waves.slice(index + 1).some((younger) => matches(older, younger)));

/** Returns the waves that the same packer formed before the given one. */
export const getEarlierWaves = (
  { packer, formed, wave: number }: WaveFacts,
  { waves }: RunFacts,
): WaveFacts[] =>
  waves.filter((other) => other.packer === packer && other.formed <= formed && other.wave < number);

/** Returns the newest wave that the given one overlaps according to its collision argument. */
export const findNewest = (wave: WaveFacts, facts: RunFacts): WaveFacts | undefined =>
  wave.didOverlap ? getEarlierWaves(wave, facts).findLast(({ id }) => id === wave.newest) : undefined;

/** Returns whether two waves have ordered accesses to the same cache line in flight at the same time. */
export const shareLineInFlight = (a: WaveFacts, b: WaveFacts): boolean =>
  a.ordered.some((accessA) =>
    b.ordered.some(
      (accessB) =>
        accessA.issued < accessB.performed &&
        accessB.issued < accessA.performed &&
        [...accessA.lines].some((line) => accessB.lines.has(line)),
    ),
  );

/** Creates a function that changes a scenario's program. */
export const editProgram =
  (change: (program: ReturnType<typeof decodeForEditing>) => number[]) =>
  (scenario: Scenario): Scenario => {
    const [program, ...others] = scenario.programs;
    const words = change(decodeForEditing(program.words, chipOf(scenario.chip).gfx, scenario.wave));
    return { ...scenario, programs: [{ ...program, words }, ...others] };
  };

type Registers = Readonly<Record<string, number>>;

/** Creates a function that changes some registers of every draw in a scenario. */
export const editRegisters =
  (change: (registers: Registers) => Registers) =>
  (scenario: Scenario): Scenario => ({
    ...scenario,
    draws: scenario.draws.map((draw) => ({
      ...draw,
      registers: { ...draw.registers, ...change(draw.registers) },
    })),
  });
