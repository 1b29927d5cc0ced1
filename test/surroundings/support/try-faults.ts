import { describe, it } from 'vitest';
import { SURROUNDINGS } from '../table.js';
import { openFolder } from './commands.js';

/** A test for each fault under a heading; one that cannot be tried on this machine is skipped by name, with the reason, and fails in CI. */
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
