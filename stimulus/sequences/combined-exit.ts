import { CHIP_NAMES, chipOf, factsOf } from '../../arch/index.js';
import { claim, IDS_WRAP, WAVES_OVERLAP } from '../claims.js';
import { combineExits } from '../programs/combined-exit.js';
import { corpusSequence } from './corpus-sequence.js';

/** Like `discard_before`, but leaves its section with `s_endpgm_ordered_ps_done` instead of a message (S-090). */
export const combinedExit = corpusSequence({
  name: 'combined_exit',
  text: 'leave the section through the combined exit, which waits and sends the message itself',
  shader: 'discard_before',
  chips: CHIP_NAMES.filter((chip) => factsOf(chipOf(chip).gfx).hasWaveIds),
  claims: [
    WAVES_OVERLAP,
    IDS_WRAP,
    claim('waves end with the combined exit', 70, 'exit-path/way/combined end'),
  ],
  features: ['combined-exit'],
  programFaults: false,
  change: combineExits,
});
