import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { type HardwareChoice, runScenario } from '../../rtl-model/index.js';
import { SEQUENCES } from '../../stimulus/index.js';
import type { Scenario, Transaction } from '../../transactions/index.js';
import { deepCopy } from '../support/deep-copy.js';
import { drawScenario } from '../support/drawn-scenario.js';

/** Arbitrary fault-free scenarios from the sequences. */
const scenarios = fc
  .tuple(fc.constantFrom(...SEQUENCES), fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }))
  .map(([sequence, seed]) => drawScenario(sequence, `0x${seed.toString(16)}`));

function recordStream(scenario: Scenario) {
  const stream: Transaction[] = [];
  const result = runScenario(scenario, (t) => {
    stream.push(deepCopy(t.kind === 'memory-performed' ? { ...t, data: t.data.subarray(0, 0) } : t));
  });
  return { stream, result };
}

function recordChoices(scenario: Scenario) {
  const choices: HardwareChoice[] = [];
  const result = runScenario(scenario, null, { record: true, onChoice: (choice) => choices.push(choice) });
  return { choices, result };
}

/** A scenario and two runs of it, shared by all laws: one with its stream, and one with its recorded choices. */
type Runs = { readonly scenario: Scenario } & ReturnType<typeof recordStream> & {
    readonly recording: ReturnType<typeof recordChoices>;
  };

/** The number of scenarios. They come from a fixed seed because some take a long time. */
const SCENARIO_COUNT = 14;
let allRuns: readonly Runs[] = [];
beforeAll(() => {
  allRuns = fc
    .sample(scenarios, { numRuns: SCENARIO_COUNT, seed: 1 })
    .map((scenario) => ({ scenario, ...recordStream(scenario), recording: recordChoices(scenario) }));
});

function law(title: string, check: (stream: readonly Transaction[], runs: Runs) => void): void {
  it(title, () => {
    for (const runs of allRuns) {
      try {
        check(runs.stream, runs);
      } catch (cause) {
        throw new Error(`violated by ${JSON.stringify(runs.scenario)}`, { cause });
      }
    }
  });
}

describe('in any scenario, the model', () => {
  law('never goes backwards in time, and comes to rest with nothing waiting', (stream) => {
    const cycles = stream.map(({ cycle }) => cycle);
    expect(cycles).toEqual([...cycles].sort((a, b) => a - b));
    expect(stream.find((t) => t.kind === 'quiesced')!.waiting).toEqual([]);
  });

  law('repeats a run from its recorded schedule', (stream, { scenario, recording }) => {
    const schedule = { strategy: 'replay' as const, choices: recording.result.choices! };
    // `toEqual` on this much data would take up most of the test's time.
    expect(isDeepStrictEqual(recordStream({ ...scenario, schedule }).stream, stream)).toBe(true);
  });

  law('repeats a run from its decisions alone', (stream, { scenario, recording }) => {
    const decisions = recording.choices.flatMap(({ decision }) => decision ?? []);
    const schedule = { strategy: 'decisions' as const, decisions };
    expect(isDeepStrictEqual(recordStream({ ...scenario, schedule }).stream, stream)).toBe(true);
  });

  law(
    'reports each recorded choice to a listener, with the subjects of simultaneous events',
    (_, { recording: { choices, result } }) => {
      const answers = Array.from(choices, ({ answer }) => answer);
      expect(isDeepStrictEqual(answers, result.choices)).toBe(true);
      const ties = choices.filter(({ point }) => point === 'EVENT_ORDER');
      expect(ties.every(({ events, alternatives }) => events?.length === alternatives)).toBe(true);
    },
  );

  law('gives the same result with and without a listener', (_, { result, recording }) => {
    expect({ ...recording.result, choices: result.choices }).toEqual(result);
  });
});
