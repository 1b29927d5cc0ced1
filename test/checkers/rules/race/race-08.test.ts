import { listFiredRules } from '../../support/stream.js';
import { issueLoads } from './support/loads.js';

test('fires when an access returns before it is performed', () => {
  const fires = (returned: number, performed: number, performedInL2: number): boolean => {
    const stream = issueLoads(1);
    const ids = { wave: 0, access: 0 } as const;
    const performedEvent = {
      kind: 'memory-performed',
      ...ids,
      level: 'L2',
      data: new Int32Array(64),
    } as const;
    const steps = [
      { kind: 'memory-returned', ...ids, cycle: returned, counter: 'vm' } as const,
      { ...performedEvent, cycle: performed },
      { ...performedEvent, cycle: performedInL2 },
    ];
    for (const step of steps.sort((a, b) => a.cycle - b.cycle)) stream.add(step);
    return listFiredRules(stream.judge()).includes('RACE-08');
  };
  expect(fires(50, 60, 60)).toBe(true);
  expect(fires(60, 50, 50)).toBe(false);
  // Transactions in the same cycle may be in any order. If an access reaches L2 after L0, it counts as performed at L0.
  expect(fires(50, 50, 50)).toBe(false);
  expect(fires(60, 50, 70)).toBe(false);
});

test('fires for an access that returns and is never performed, except on other devices', () => {
  const fires = (performs: boolean, mayOmitKinds: boolean): boolean => {
    const stream = issueLoads(2, 1);
    if (performs) stream.perform(0, 1);
    stream.add({ kind: 'memory-returned', cycle: stream.cycle + 1, wave: 0, access: 1, counter: 'vm' });
    return listFiredRules(stream.judge({ mayOmitKinds })).includes('RACE-08');
  };
  expect([fires(false, false), fires(true, false), fires(false, true)]).toEqual([true, false, false]);
});
