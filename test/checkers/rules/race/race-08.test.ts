import { expect, test } from 'vitest';
import { firedRules } from '../../support/stream.js';
import { loads } from './support/loads.js';

test('fires when an access returns before it is performed', () => {
  const fired = (returned: number, performed: number, again: number): boolean => {
    const stream = loads(1);
    const common = { wave: 0, access: 0 } as const;
    const performs = { kind: 'memory-performed', ...common, level: 'L2', data: new Int32Array(64) } as const;
    const steps = [
      { kind: 'memory-returned', ...common, cycle: returned, counter: 'vm' } as const,
      { ...performs, cycle: performed },
      { ...performs, cycle: again },
    ];
    for (const step of steps.sort((a, b) => a.cycle - b.cycle)) stream.add(step);
    return firedRules(stream.judge()).includes('RACE-08');
  };
  expect(fired(50, 60, 60)).toBe(true);
  expect(fired(60, 50, 50)).toBe(false);
  // Transactions in the same cycle may come in any order, and an access that reaches L2 after L0 is already performed.
  expect(fired(50, 50, 50)).toBe(false);
  expect(fired(60, 50, 70)).toBe(false);
});
