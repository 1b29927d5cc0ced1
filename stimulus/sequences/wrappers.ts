import { CHIP_NAMES, chipOf } from '../../arch/index.js';
import { type Draw, type Scenario, setting } from '../../transactions/index.js';
import { pickBackground } from '../background/pick-background.js';
import { deriveStream } from '../kit/chance.js';
import { derivedSequence, withPctSchedule } from '../kit/test.js';
import { type GenerateRequest, type Sequence, WAVES_OVERLAP } from '../sequence.js';

/** Adds the background work and the scheduler that each scenario's knobs request. */
export function addPressure(sequence: Sequence): Sequence {
  return {
    ...sequence,
    generate: (request) => withPctSchedule(withBackground(request, sequence.generate(request))),
  };
}

/** Adds geometry and compute work alongside the draws, unless the scenario already has some (P-049). */
function withBackground({ seed, knobs }: GenerateRequest, scenario: Scenario): Scenario {
  const { chip, wave, freedoms } = scenario;
  if (scenario.background !== undefined) return scenario;
  const added = pickBackground(seed, { chip: chipOf(chip), wave, freedoms });
  if (added === undefined) return scenario;
  return {
    ...scenario,
    freedoms: { ...freedoms, ...added.knobs, ...knobs },
    memory: [...scenario.memory, ...added.memory],
    background: added.background,
  };
}

/** One test in this many has caches that keep stale data, and one has barriers between its draws. */
const STALE_ODDS = 4;
const BARRIER_ODDS = 5;

/** Lets caches keep stale data in some of a sequence's tests, and separates the draws of some by full barriers. */
export function addMemoryStates(sequence: Sequence): Sequence {
  return {
    ...sequence,
    generate: (request) => {
      const stream = deriveStream(request.seed, 'memory-states');
      const knobs =
        stream.below(STALE_ODDS) === 0
          ? { caches: setting('caches', 'stale'), ...request.knobs }
          : request.knobs;
      const scenario = sequence.generate(knobs === undefined ? request : { ...request, knobs });
      const hasBarriers = stream.below(BARRIER_ODDS) === 0 && !scenario.draws.some((draw) => draw.boundary);
      return hasBarriers ? withBarriers(scenario) : scenario;
    },
  };
}

/** Puts a full barrier between draws, so that each may read from caches what earlier ones stored. */
export function withBarriers(scenario: Scenario): Scenario {
  const boundary: Draw['boundary'] = ['wait', 'flush', 'invalidate'];
  return { ...scenario, draws: scenario.draws.map((draw, i) => (i === 0 ? draw : { ...draw, boundary })) };
}

/**
 * Lets a sequence's seeds pick any chip that the sequence supports. Only for sequences that had no stored tests before
 * the newest chip was added.
 */
export function allowEveryChip(sequence: Sequence): Sequence {
  const chips = sequence.seedChips ?? sequence.chips;
  return {
    ...sequence,
    seedChips: chips,
    generate: (request) => sequence.generate({ ...request, chips: request.chips ?? chips }),
  };
}

/** The chips that were added after the other sequences, so those sequences never pick them, whatever the seed. */
const NEWER_CHIPS = CHIP_NAMES.filter((name) => chipOf(name).onRequest === true);

/**
 * Creates a sequence that runs the others on chips that their seeds never pick. Scenarios keep the name of their original
 * sequence.
 */
export function createNewerChipSequence(others: readonly Sequence[]): Sequence {
  return derivedSequence({
    name: 'newer_chips',
    text: 'tests from the other sequences, run on chips added later',
    chips: NEWER_CHIPS,
    claims: [WAVES_OVERLAP],
    bases: others.filter((base) => base.chips.some((chip) => NEWER_CHIPS.includes(chip))),
    keepsNames: true,
  });
}
