import { describe, it } from 'vitest';
import { SURROUNDINGS } from '../table.js';

/** A test for each fault; one that cannot be tried on this machine is skipped by name, with the reason, and fails in CI. */
export function tryFaults(): void {
  describe.each(Object.entries(SURROUNDINGS))('%s', (_, faults) => {
    for (const { fault, promise, skipped, holds } of faults) {
      if (typeof holds === 'string') continue;
      const why = skipped?.();
      if (why !== undefined && process.env.CI !== undefined) throw new Error(`${fault}: ${why}`);
      if (why !== undefined) process.stderr.write(`Test skipped, ${fault}: ${why}\n`);
      it.runIf(why === undefined)(`${fault}: ${promise}`, holds);
    }
  });
}
