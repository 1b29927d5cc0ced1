import type { ProgramVariation } from './variation.js';
import { compareOpposite, compareSwapped } from './ways/compares.js';
import { delayedEventWait, duplicatePackerWrite, duplicateWaitLoop, noSleep } from './ways/entries.js';
import { combinedEnd, delayedMessage } from './ways/exits.js';
import { extraWaits } from './ways/waits.js';

export type { ProgramVariation } from './variation.js';

/** Variations of real programs that break no rules. */
export const PROGRAM_VARIATIONS: readonly ProgramVariation[] = [
  compareSwapped,
  compareOpposite,
  duplicatePackerWrite,
  duplicateWaitLoop,
  noSleep,
  delayedEventWait,
  delayedMessage,
  combinedEnd,
  extraWaits,
];
