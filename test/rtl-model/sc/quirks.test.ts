import { openCorpus } from '../../../harness/programs/corpus-files.js';
import { createSceneScenario } from '../../../stimulus/index.js';
import { defaultKnobs } from '../../../transactions/index.js';
import { checkRun } from '../../checkers/support/checked-run.js';
import { readGpuScenes } from '../../support/gpu-scenes.js';
import { excludeMissingBitRules } from '../../support/missing-bits.js';

it('a drain on navi10 completes if partial squads launch only on a hang', () => {
  const corpus = openCorpus();
  const record = corpus.records('navi10', 64).find(({ shader }) => shader === 'rmw_image')!;
  const [{ scene }] = readGpuScenes('rmw_image');
  const run = { freedoms: defaultKnobs(), schedule: { strategy: 'random', seed: '0x7' } as const };
  const scenario = createSceneScenario(record, { ...scene, samples: 1 }, corpus, run);
  const drains = { DB_DFSM_CONTROL: 2 | 4, DB_RENDER_OVERRIDE2: 1 };
  const draws = scenario.draws.map((draw) => ({ ...draw, registers: { ...draw.registers, ...drains } }));
  let overlaps = 0;
  const { fired } = checkRun({ ...scenario, draws }, (t) => {
    if (t.kind === 'wave-formed' && t.didOverlap) overlaps++;
    return t;
  });
  // PERF-03 is only a warning about a drain that the chip does not need.
  expect([excludeMissingBitRules(Object.keys(fired ?? {})), overlaps]).toEqual([['PERF-03'], 0]);
});
