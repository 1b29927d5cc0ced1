import { describe, it } from 'vitest';
import type { Fault } from '../fault.js';
import { SURROUNDINGS } from '../table.js';

/** A test a fault that can be tried here; the others are skipped by name, with what would help. */
export function tryFaults(chosen: (fault: Fault) => boolean): void {
  const tried = Object.entries(SURROUNDINGS).map(
    ([heading, faults]) => [heading, faults.filter((fault) => chosen(fault))] as const,
  );
  describe.each(tried.filter(([, faults]) => faults.length > 0))('%s', (_, faults) => {
    for (const { fault, promise, skipped, holds } of faults) {
      if (typeof holds === 'string') continue;
      const why = skipped?.();
      if (why !== undefined) process.stderr.write(`Test skipped, ${fault}: ${why}\n`);
      it.runIf(why === undefined)(`${fault}: ${promise}`, holds);
    }
  });
}
