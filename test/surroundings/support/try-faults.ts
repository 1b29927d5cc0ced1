import { describe, it } from 'vitest';
import { SURROUNDINGS } from '../table.js';
import { openFolder } from './commands.js';

/**
 * Defines a test for each fault under a heading. If a fault cannot be tried on this machine, its test is
 * skipped, and its name and the reason are printed. In CI, this is an error.
 */
export function tryFaults(heading: keyof typeof SURROUNDINGS): void {
  openFolder();
  describe(heading, () => {
    for (const { fault, promise, reasonToSkip, test } of SURROUNDINGS[heading]) {
      if (typeof test === 'string') continue;
      const why = reasonToSkip?.();
      if (why !== undefined && process.env.CI !== undefined) throw new Error(`${fault}: ${why}`);
      if (why !== undefined) process.stderr.write(`Test skipped, ${fault}: ${why}\n`);
      it.runIf(why === undefined)(`${fault}: ${promise}`, test);
    }
  });
}
