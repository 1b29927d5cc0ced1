import { afterAll, expect, it } from 'vitest';
import { bin, defineCovergroup, illegalBin } from '../../../coverage/index.js';
import { useExtensions } from '../../../harness/extension/user-extensions.js';
import { replayScenario } from '../../../harness/one-test/replay.js';
import { generateTest } from '../../../harness/one-test/run-test.js';
import { openCorpus } from '../../../harness/programs/corpus-files.js';
import { findSequence, NO_OVERRIDES } from '../../../harness/selection/selection.js';

const FILE = 'replay.test.ts';
afterAll(() => useExtensions(FILE, []));

const launches = defineCovergroup({
  name: 'acme.launches',
  version: 1,
  text: 'Launches.',
  statements: [],
  points: {
    count: { text: 'Waves.', bins: [bin('none', [0]), illegalBin('some', [1], 'no wave is launched')] },
  },
  crosses: [],
  monitor({ sampler }) {
    return {
      'wave-launched': () => {
        sampler.values[sampler.point.count] = 1;
        sampler.sample();
      },
    };
  },
});

it('reports illegal bins just as `run` does, even though its first pass collects no coverage', () => {
  const sequence = findSequence('empty_section');
  const scenario = generateTest({ sequence, seed: '0x2', overrides: NO_OVERRIDES, corpus: openCorpus() });
  expect(replayScenario(scenario).finding).toBeUndefined();
  useExtensions(FILE, [{ covergroups: [launches] }]);
  expect(replayScenario(scenario)).toMatchObject({
    finding: { rule: 'illegal-bin', message: 'illegal bin acme.launches/count/some: no wave is launched' },
    repeatable: true,
  });
});
