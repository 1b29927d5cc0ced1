import { join } from 'node:path';
import { findPackageRoot } from '../../../harness/basics/package-root.js';
import { openCorpus } from '../../../harness/programs/corpus-files.js';
import { planRuns } from '../../../intake/check/check-runs.js';
import { readSubjects } from '../../../intake/check/check-subjects.js';
import { decodeScenarioProgram, RunMonitor } from '../../../intake/check/run-report.js';
import { runScenario } from '../../../rtl-model/index.js';
import { FIRST_BACKGROUND_WAVE } from '../../../transactions/index.js';
import { CHIP_FILES } from '../../checkers/evidence/static/support/corpus-programs.js';

const corpus = openCorpus();

it.each(CHIP_FILES)('path coverage has every instruction that a wave of %s reports to have run', (file) => {
  const missing = readSubjects(join(findPackageRoot(), 'data', 'corpus', file), {}).flatMap((subject) => {
    const plan = { seeds: 1, seed: '0x1', only: { variant: 0, scene: 0 } };
    const [run] = planRuns(subject, plan, corpus);
    const { scenario } = run!;
    const monitor = new RunMonitor(scenario);
    const reported = new Map<number, string>();
    runScenario(scenario, (t) => {
      monitor.sink(t);
      if ('pc' in t && t.pc >= 0 && 'wave' in t && t.wave < FIRST_BACKGROUND_WAVE) reported.set(t.pc, t.kind);
    });
    const { indexByPc } = decodeScenarioProgram(scenario);
    const { ran } = monitor.exercised.paths;
    return [...reported]
      .filter(([pc]) => ran[indexByPc[pc >> 2]!] === 0)
      .map(([pc, kind]) => `${subject.record.id}: 0x${pc.toString(16)} (${kind})`);
  });
  expect(missing).toEqual([]);
});
