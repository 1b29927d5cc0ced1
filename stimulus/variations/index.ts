import type { ProgramVariation } from './variation.js';
import { compareOpposite, compareSwapped } from './ways/compares.js';
import { eventWaitLater, noSleep, packerTwice, waitLoopTwice } from './ways/entries.js';
import { combinedEnd, messageLater } from './ways/exits.js';
import { extraWaits } from './ways/waits.js';

export type { ProgramVariation } from './variation.js';

/** Legal variations of real programs, none of which violates a rule. */
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
