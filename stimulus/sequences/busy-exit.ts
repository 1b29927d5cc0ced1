import { CHIP_NAMES, chipOf, factsOf } from '../../arch/index.js';
import { makeExitBusy } from '../programs/busy-ways.js';
import { corpusSequence } from './corpus-sequence.js';

/** As `rmw_buffer`, with a load of no ordered memory outstanding when the message is sent, which does not wait for it. */
export const busyExit = corpusSequence({
  name: 'busy_exit',
  text: 'send the message while a load of constants is outstanding',
  shader: 'rmw_buffer',
  chips: CHIP_NAMES.filter((chip) => factsOf(chipOf(chip).gfx).hasWaveIds),
  features: ['busy-exit'],
  programFaults: false,
  change: makeExitBusy,
});
