import { createScoreboards } from '../../../checkers/index.js';
import { openCorpus } from '../../../harness/programs/corpus-files.js';
import { runScenario } from '../../../rtl-model/index.js';
import { SEQUENCES } from '../../../stimulus/index.js';
import type { Scenario, Transaction, WaveLaunched } from '../../../transactions/index.js';

const corpus = openCorpus();
/** The sequence whose launches are used by default. */
export const rmwBuffer = SEQUENCES.find(({ name }) => name === 'rmw_buffer')!;
/** The sequence whose waves use scratch memory. */
export const scratchArray = SEQUENCES.find(({ name }) => name === 'scratch_array')!;

/** Creates a scenario with enough concurrent pixel waves to make them queue and reuse each other's resources. */
export function createCrowdedScenario(sequence = rmwBuffer, chip: Scenario['chip'] = 'vega20'): Scenario {
  const knobs = { waveSlots: 64, packers: 2, stagedWaves: 16, idWindow: 200, idWrap: 1023, exportSpace: 32 };
  const request = { seed: '0x49', corpus, chips: [chip], knobs, faults: [] };
  const { background: _, ...scenario } = sequence.generate(request);
  return scenario;
}

/** Returns the fields of a launch that a monitor misreports, given the earlier launches, or undefined if none. */
export type Corruption = (
  launch: WaveLaunched,
  previous: readonly WaveLaunched[],
) => Partial<WaveLaunched> | undefined;

/**
 * Returns the LAUNCH rules that fire if a monitor applies `corruption` and omits the transactions for which `isDropped`
 * returns true. If `isThirdParty` is set, the device is treated as a third-party design.
 */
export function getFiredLaunchRules(
  scenario: Scenario,
  corruption: Corruption,
  isDropped: (t: Transaction) => boolean = () => false,
  isThirdParty = false,
): string[] {
  const scoreboards = createScoreboards(scenario, { mayOmitKinds: isThirdParty });
  const previous: WaveLaunched[] = [];
  runScenario(scenario, (t) => {
    if (isDropped(t)) return;
    if (t.kind !== 'wave-launched') return scoreboards.observe(t);
    scoreboards.observe({ ...t, ...corruption(t, previous) });
    previous.push({ ...t, sgprs: t.sgprs.slice(), vgprs: t.vgprs.slice() });
  });
  const fired = scoreboards.finish().violations.map(({ rule }) => rule);
  return [...new Set(fired)].filter((rule) => rule.startsWith('LAUNCH'));
}

/** Returns a corruption that affects only the launch at `index`, which must not be 0. */
export const corruptLaunch = (
  index: number,
  corruption: (launch: WaveLaunched, previous: WaveLaunched) => Partial<WaveLaunched>,
): Corruption => {
  return (launch, previous) => (previous.length === index ? corruption(launch, previous.at(-1)!) : undefined);
};

/** Reports every launch correctly. */
export const noCorruption: Corruption = () => undefined;
