import type { ChipName } from '../../../arch/index.js';
import { chipOf } from '../../../arch/index.js';
import { edit } from '../../../stimulus/programs/edit.js';
import type { Freedoms, Scenario } from '../../../transactions/index.js';
import type { RunFacts, WaveFacts } from './run-facts.js';

/** A legal behaviour of faults.md J shown by model runs. */
export interface LegalRun {
  readonly id: string;
  readonly text: string;
  readonly sequence: string;
  readonly chips?: readonly ChipName[];
  readonly knobs?: Partial<Freedoms>;
  /** A legal change of the scenario. */
  readonly change?: (scenario: Scenario) => Scenario;
  /** Whether a run has shown it. */
  readonly shows: (facts: RunFacts) => boolean;
}

/** Whether some wave of the run satisfies this. */
export const someWave =
  (is: (wave: WaveFacts, facts: RunFacts) => boolean) =>
  (facts: RunFacts): boolean =>
    facts.waves.some((wave) => is(wave, facts));

/** Whether two waves of the run satisfy this, older one first. */
export const somePair =
  (are: (older: WaveFacts, younger: WaveFacts) => boolean) =>
  ({ waves }: RunFacts): boolean =>
    waves.some((older, index) => waves.slice(index + 1).some((younger) => are(older, younger)));

/** The waves of its packer formed before it. */
export const before = ({ packer, formed, wave: own }: WaveFacts, { waves }: RunFacts): WaveFacts[] =>
  waves.filter((other) => other.packer === packer && other.formed <= formed && other.wave < own);

/** The wave named as newest overlapped. */
export const named = (wave: WaveFacts, facts: RunFacts): WaveFacts | undefined =>
  wave.didOverlap ? before(wave, facts).findLast(({ id }) => id === wave.newest) : undefined;

/** Whether both have ordered accesses to one cache line under way at once. */
export const areInsideAtOnce = (a: WaveFacts, b: WaveFacts): boolean =>
  a.ordered.some((one) =>
    b.ordered.some(
      (other) =>
        one.issued < other.performed &&
        other.issued < one.performed &&
        [...one.lines].some((line) => other.lines.has(line)),
    ),
  );

/** The scenario with its program changed. */
export const withProgram =
  (change: (program: ReturnType<typeof edit>) => number[]) =>
  (scenario: Scenario): Scenario => {
    const [program, ...others] = scenario.programs;
    const words = change(edit(program.words, chipOf(scenario.chip).gfx, scenario.wave));
    return { ...scenario, programs: [{ ...program, words }, ...others] };
  };

type Registers = Readonly<Record<string, number>>;

/** The scenario with some registers of every draw changed. */
export const withRegisters =
  (change: (registers: Registers) => Registers) =>
  (scenario: Scenario): Scenario => ({
    ...scenario,
    draws: scenario.draws.map((draw) => ({
      ...draw,
      registers: { ...draw.registers, ...change(draw.registers) },
    })),
  });
