import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { resolveReplay } from '../../../failures/stored/replay-source.js';
import { readOverrides, readStoredOverrides } from '../../../harness/options/option-values.js';
import { openCorpus } from '../../../harness/programs/corpus-files.js';
import { NO_OVERRIDES } from '../../../harness/selection/selection.js';
import { encodeScenario, type FaultId } from '../../../transactions/index.js';
import { createTempFolder } from '../../cli/support/run-cli.js';
import { drawTest } from '../../support/drawn-test.js';

const folder = createTempFolder();
const corpus = openCorpus();

it('puts output next to a scenario stored by a run, and in the current folder for any other scenario', () => {
  const run = join(folder, 'run');
  const failure = join(run, 'failures', 'ORD-01_db', 'rmw_buffer.0');
  mkdirSync(failure, { recursive: true });
  writeFileSync(join(run, 'manifest.json'), '{}');
  const scenario = drawTest('empty_section', '0x2');
  const file = join(failure, 'scenario.msgpack');
  writeFileSync(file, encodeScenario(scenario));
  for (const test of [failure, file]) expect(resolveReplay(test, NO_OVERRIDES, corpus).folder).toBe(failure);
  const standalone = join(folder, 'scenario.msgpack');
  copyFileSync(file, standalone);
  expect(resolveReplay(standalone, NO_OVERRIDES, corpus).folder).toBeUndefined();
});

it('removes the faults of a stored test on request, unless its program or registers contain their effect', () => {
  const store = (fault: FaultId): string => {
    const file = join(folder, `${fault}.msgpack`);
    writeFileSync(file, encodeScenario(drawTest('empty_section', '0x2', { faults: [fault] })));
    return file;
  };
  const overrides = readStoredOverrides({ fault: ['none'] });
  const { scenario, repro } = resolveReplay(store('F46'), overrides, corpus);
  expect(scenario.faults).toEqual([]);
  expect(repro).toMatch(/ --fault none$/);
  expect(() => resolveReplay(store('F128'), overrides, corpus)).toThrow(/^Cannot remove fault F128: /);
  expect(() => readOverrides({ fault: ['none'] })).toThrow('Unknown fault "none"');
});
