import { type Chip, type ChipName, chipOf, type WaveSize } from '../arch/index.js';
import {
  type Freedoms,
  MODEL_VERSION,
  RandomStream,
  SCENARIO_FORMAT,
  type Scenario,
} from '../transactions/index.js';
import { pickFreedoms } from './knobs.js';
import { pick } from './pick.js';
import { deriveScheduleSeed } from './schedule-seed.js';
import { getCandidateChips } from './seed-chips.js';
import type { GenerateRequest } from './sequence.js';

/** The machine for a test, and the random stream for picking the rest of the test. */
export interface TestMachine {
  readonly stream: RandomStream;
  readonly chip: Chip;
  readonly wave: WaveSize;
}

/** Picks the machine for a test: one of the given chips, unless the request names others, and one of its wave sizes. */
export function pickMachine(request: GenerateRequest, chips: readonly ChipName[]): TestMachine {
  const stream = new RandomStream(request.seed);
  const chip = chipOf(pick(stream, getCandidateChips(request, chips)));
  return { stream, chip, wave: pick(stream, chip.waveSizes) };
}

/**
 * Like `pickMachine`, but also picks knob values, except for knobs that the sequence or the request sets. If both set a
 * knob, the request takes precedence.
 */
export function pickMachineAndKnobs(
  request: GenerateRequest,
  chips: readonly ChipName[],
  knobs: Partial<Freedoms> = {},
): TestMachine & { readonly freedoms: Freedoms } {
  const machine = pickMachine(request, chips);
  return {
    ...machine,
    freedoms: pickFreedoms(machine.stream, machine.chip, { ...knobs, ...request.knobs }),
  };
}

/** The parts of a scenario that its sequence supplies. The rest is common to all sequences. */
export type ScenarioParts = Omit<
  Scenario,
  'format' | 'model' | 'name' | 'chip' | 'wave' | 'schedule' | 'faults' | 'expects'
>;

/**
 * Creates the scenario for a request on a picked machine, with random timing from the seed, the requested faults,
 * and no expected violations.
 */
export function buildScenario(
  { chip, wave }: Pick<TestMachine, 'chip' | 'wave'>,
  { seed, faults }: Pick<GenerateRequest, 'seed' | 'faults'>,
  name: string,
  parts: ScenarioParts,
): Scenario {
  return {
    format: SCENARIO_FORMAT,
    model: MODEL_VERSION,
    name,
    chip: chip.name as ChipName,
    wave,
    ...parts,
    schedule: { strategy: 'random', seed: deriveScheduleSeed(seed) },
    faults,
    expects: [],
  };
}
