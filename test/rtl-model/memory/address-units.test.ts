import fc from 'fast-check';
import { expect, it } from 'vitest';
import { AddressUnits } from '../../../rtl-model/memory/texture-queues.js';

const accesses = fc.array(fc.record({ unit: fc.nat(1), gap: fc.nat(3), lines: fc.nat(4) }), {
  maxLength: 20,
});

it('each address unit sends one line per cycle, and accepts accesses until its queue is full (P-155)', () => {
  fc.assert(
    fc.property(accesses, fc.integer({ min: 1, max: 4 }), (sent, depth) => {
      const units = new AddressUnits(2, depth);
      const remainingLines: number[][] = [[], []];
      let now = 0;
      const cycle = (): void => {
        for (const queue of remainingLines) if (queue.length > 0 && --queue[0]! === 0) queue.shift();
        now++;
      };
      for (const { unit, gap, lines } of sent) {
        for (let remaining = gap; remaining > 0; remaining--) cycle();
        const queue = remainingLines[unit]!;
        for (; queue.length >= depth; cycle()) expect(units.roomAt(unit)).toBeGreaterThan(now);
        expect(units.roomAt(unit)).toBeLessThanOrEqual(now);
        // An access that touches no lines also takes one cycle.
        queue.push(Math.max(lines, 1));
        const ahead = queue.reduce((sum, linesAhead) => sum + linesAhead);
        expect(units.accept(unit, now, lines)).toBe(now + ahead);
      }
    }),
  );
});
