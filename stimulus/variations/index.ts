import type { ProgramVariation } from './variation.js';
import { oppositeComparison, swappedComparison } from './ways/compares.js';
import { delayedEventWait, duplicatePackerWrite, duplicateWaitLoop, noSleep } from './ways/entries.js';
import { combinedEnd, delayedMessage } from './ways/exits.js';
import { extraWaits } from './ways/waits.js';

export type { ProgramVariation } from './variation.js';

/** Rule-abiding variations of real programs. */
export const PROGRAM_VARIATIONS: readonly ProgramVariation[] = [
  swappedComparison,
  oppositeComparison,
  duplicatePackerWrite,
  duplicateWaitLoop,
  noSleep,
  delayedEventWait,
  delayedMessage,
  combinedEnd,
  extraWaits,
];
