import { CHIP_NAMES, chipOf, factsOf } from '../../arch/index.js';
import { setting } from '../../transactions/index.js';
import { claim, IDS_WRAP, WAVES_OVERLAP } from '../claims.js';
import { addWorkBeforeFirstPoll } from '../programs/busy-code.js';
import { corpusSequence } from './corpus-sequence.js';

/**
 * Like `rmw_buffer`, but with a mode switch and a load between the packer write and the first poll, and with occasional
 * traps and spurious wakes (U25, U8).
 */
export const busyEntry = corpusSequence({
  name: 'busy_entry',
  text: 'switch the rounding mode and load a constant during the entry wait',
  shader: 'rmw_buffer',
  chips: CHIP_NAMES.filter((chip) => factsOf(chipOf(chip).gfx).hasWaveIds),
  claims: [WAVES_OVERLAP, IDS_WRAP, claim('a wave traps', 40, 'translation/action/trap')],
  features: ['busy-entry'],
  programFaults: false,
  knobs: {
    xnackRate: 5,
    xnackAction: setting('xnackAction', 'trap'),
    unselectedPoll: setting('unselectedPoll', 'zero'),
    spuriousWakes: 25,
  },
  change: addWorkBeforeFirstPoll,
});
