import { CHIP_NAMES, chipOf, factsOf } from '../../arch/index.js';
import { claim, IDS_WRAP, WAVES_OVERLAP } from '../claims.js';
import { leaveLoadOutstandingAtExit } from '../programs/busy-code.js';
import { corpusSequence } from './corpus-sequence.js';

/** Like `rmw_buffer`, but sends the message without waiting for an outstanding load from unordered memory. */
export const busyExit = corpusSequence({
  name: 'busy_exit',
  text: 'send the message while a load of constants is outstanding',
  shader: 'rmw_buffer',
  chips: CHIP_NAMES.filter((chip) => factsOf(chipOf(chip).gfx).hasWaveIds),
  claims: [
    WAVES_OVERLAP,
    IDS_WRAP,
    claim('a load is outstanding at an exit', 60, 'exit-path/outstanding/yes'),
  ],
  features: ['busy-exit'],
  programFaults: false,
  change: leaveLoadOutstandingAtExit,
});
