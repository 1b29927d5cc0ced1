import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { resolveReplay } from '../../../failures/stored/replay-source.js';
import { generateTest } from '../../../harness/one-test/run-test.js';
import { openCorpus } from '../../../harness/programs/corpus-files.js';
import { findSequence, NO_OVERRIDES } from '../../../harness/selection/selection.js';
import { encodeScenario } from '../../../transactions/index.js';
import { createTempFolder } from '../../cli/support/run-cli.js';

const folder = createTempFolder();
const corpus = openCorpus();

it('puts output next to a scenario stored by a run, and in the current folder for any other scenario', () => {
  const run = join(folder, 'run');
  const failure = join(run, 'failures', 'ORD-01_db', 'rmw_buffer.0');
  mkdirSync(failure, { recursive: true });
  writeFileSync(join(run, 'manifest.json'), '{}');
  const sequence = findSequence('empty_section');
  const scenario = generateTest({ sequence, seed: '0x2', overrides: NO_OVERRIDES, corpus });
  const file = join(failure, 'scenario.msgpack');
  writeFileSync(file, encodeScenario(scenario));
  for (const test of [failure, file]) expect(resolveReplay(test, NO_OVERRIDES, corpus).folder).toBe(failure);
  const standalone = join(folder, 'scenario.msgpack');
  copyFileSync(file, standalone);
  expect(resolveReplay(standalone, NO_OVERRIDES, corpus).folder).toBeUndefined();
});
