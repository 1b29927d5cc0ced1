import { type ChipName, DEALLOC_VGPRS } from '../../../arch/index.js';
import { openCorpus } from '../../../harness/programs/corpus-files.js';
import { SEQUENCES } from '../../../stimulus/index.js';
import { getTransactions } from '../../rtl-model/support/run-program.js';

const fullFiles = SEQUENCES.find(({ name }) => name === 'full_files')!;

test.each([
  ['navi21', false],
  ['navi31', true],
] as const)(
  'waves that fill a register file on %s release it before they end: %j',
  (chip: ChipName, expected) => {
    const scenario = fullFiles.generate({
      seed: '0x1',
      corpus: openCorpus(),
      chips: [chip],
      knobs: {},
      faults: [],
    });
    const messages = getTransactions(scenario, 'message-sent').filter(
      ({ message }) => message === DEALLOC_VGPRS,
    );
    expect(messages.length > 0).toBe(expected);
    expect(getTransactions(scenario, 'vgprs-released').length > 0).toBe(expected);
  },
);
