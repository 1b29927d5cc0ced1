import { isChipName } from '../arch/index.js';
import type { TestReference } from '../coverage/index.js';
import { isFaultId, parseSeed } from '../transactions/index.js';
import { parseKnobSettings } from './knob-values.js';
import { testSeed } from './seeds.js';
import type { Overrides } from './selection.js';
import { parseTestId, reproLine } from './test-name.js';

/** `SUITE@0xSEED GLOB` and what was fixed for every test, as `coverageRun` writes it. */
const RUN = /^([\w-]+)@(0x[0-9a-f]+) \S+(?: (.*))?$/;

/**
 * The line that runs again the test that coverage names as the first of a bin; undefined where the run's name is not
 * one that `pops-tb run` gave. Throws `UsageError` for a test id or a knob that this version does not have.
 */
export function firstHitLine({ run, name }: Pick<TestReference, 'run' | 'name'>): string | undefined {
  const match = RUN.exec(run);
  const root = parseSeed(match?.[2] ?? '');
  if (match === null || !root.ok || name === '') return undefined;
  const { sequence, index } = parseTestId(name);
  const seed = testSeed(root.seed, sequence, index);
  return reproLine({ suite: match[1]!, sequence, seed }, overridesOf(match[3]?.split(' ') ?? []));
}

function overridesOf(fixed: readonly string[]): Overrides {
  return {
    faults: fixed.filter(isFaultId),
    chips: fixed.filter(isChipName),
    knobs: parseKnobSettings(fixed.filter((text) => text.includes('='))),
  };
}
