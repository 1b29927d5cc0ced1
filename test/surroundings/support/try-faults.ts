import { FAULTS_BY_HEADING } from '../table.js';
import { openFolder } from './commands.js';

/**
 * Defines a test for each fault under a heading. If this machine cannot produce a fault, skips its test and prints the
 * reason; in CI, throws the reason as an error instead.
 */
export function testFaults(heading: keyof typeof FAULTS_BY_HEADING): void {
  openFolder();
  describe(heading, () => {
    for (const { fault, promise, reasonToSkip, test } of FAULTS_BY_HEADING[heading]) {
      if (typeof test === 'string') continue;
      const skipReason = reasonToSkip?.();
      if (skipReason !== undefined && process.env.CI !== undefined)
        throw new Error(`${fault}: ${skipReason}`);
      if (skipReason !== undefined) process.stderr.write(`Test skipped, ${fault}: ${skipReason}\n`);
      it.runIf(skipReason === undefined)(`${fault}: ${promise}`, test);
    }
  });
}
