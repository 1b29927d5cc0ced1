import type { ProgramVariation } from './variation.js';
import { compareOpposite, compareSwapped } from './ways/compares.js';
import { eventWaitLater, noSleep, packerTwice, waitLoopTwice } from './ways/entries.js';
import { combinedEnd, messageLater } from './ways/exits.js';
import { extraWaits } from './ways/waits.js';

export type { ProgramVariation } from './variation.js';

/** Variations of real programs that break no rules. */
export const PROGRAM_VARIATIONS: readonly ProgramVariation[] = [
  compareSwapped,
  compareOpposite,
  packerTwice,
  waitLoopTwice,
  noSleep,
  eventWaitLater,
  messageLater,
  combinedEnd,
  extraWaits,
];
