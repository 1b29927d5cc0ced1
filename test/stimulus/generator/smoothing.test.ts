import { openCorpus } from '../../../harness/programs/corpus-files.js';
import { generated } from '../../../stimulus/sequences/generated.js';
import { formatSeed } from '../../../transactions/index.js';

it('all draws of a smoothing program have the same sample count', () => {
  const corpus = openCorpus();
  let checked = 0;
  for (let low = 0; checked < 8; low++) {
    const seed = formatSeed({ high: 0x5a, low });
    const { programs, draws } = generated.generate({ seed, corpus, knobs: {}, faults: [] });
    programs.forEach(({ descriptor }, index) => {
      const programDraws = draws.filter(({ program }) => program === index);
      if (descriptor?.parts?.smoothing !== true || programDraws.length < 2) return;
      checked++;
      expect(new Set(programDraws.map(({ samples }) => samples)).size).toBe(1);
    });
  }
});
