import { runScenarioTest } from '../../../harness/one-test/run-test.js';
import { openCorpus } from '../../../harness/programs/corpus-files.js';
import { SEQUENCES } from '../../../stimulus/index.js';
import { formatSeed } from '../../../transactions/index.js';

test('correct GFX9 programs run to completion when the id window is one less than the maximum id, even though waves often stall waiting for an id', () => {
  const corpus = openCorpus();
  const knobs = { idWrap: 7, idWindow: 6, packers: 1, waveSlots: 64 };
  for (let low = 0; low < 12; low++) {
    for (const name of ['busy_entry', 'multi_set', 'many_paths']) {
      const sequence = SEQUENCES.find((candidate) => candidate.name === name)!;
      const seed = formatSeed({ high: 0x71d, low });
      const scenario = sequence.generate({ seed, corpus, chips: ['raven'], knobs, faults: [] });
      expect(runScenarioTest(scenario).finding?.rule).toBeUndefined();
    }
  }
});
