import { CHIP_NAMES, chipOf, factsOf } from '../../arch/index.js';
import { combineExits } from '../programs/combined-exit.js';
import { corpusSequence } from './corpus-sequence.js';

/** As `discard_before`, leaving its section by `s_endpgm_ordered_ps_done` instead of a message (S-090). */
export const combinedExit = corpusSequence({
  name: 'combined_exit',
  text: 'leave the section by the combined exit, which waits and sends the message itself',
  shader: 'discard_before',
  chips: CHIP_NAMES.filter((chip) => factsOf(chipOf(chip).gfx).hasWaveIds),
  features: ['combined-exit'],
  programFaults: false,
  change: combineExits,
});
