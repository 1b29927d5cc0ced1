import { CHIP_NAMES, chipOf, factsOf } from '../../arch/index.js';
import { IDS_WRAP, LANES_LOST, WAVES_OVERLAP } from '../claims.js';
import { setPackerFirst } from '../programs/packer-first.js';
import { corpusSequence } from './corpus-sequence.js';

/** Like `discard_before`, but with the packer set before the discard, so the early exit must send the message. */
export const discardAfterPacker = corpusSequence({
  name: 'discard_after_packer',
  text: 'set the packer, then discard; the early exit must send the message',
  shader: 'discard_before',
  chips: CHIP_NAMES.filter((chip) => factsOf(chipOf(chip).gfx).hasWaveIds),
  claims: [WAVES_OVERLAP, IDS_WRAP, LANES_LOST],
  features: ['discard-after-packer'],
  change: setPackerFirst,
});
