import { expect, it } from 'vitest';
import { ORDER_FAULTS } from '../../../regression/order-faults/order-faults.js';
import { searchFault } from '../../../regression/order-faults/search-fault.js';
import { findFault } from '../../../transactions/index.js';

const rowOf = (id: string) => ORDER_FAULTS.find(({ fault }) => fault === id)!;

it('each order fault is of a class that judges the protocol, and stands once', () => {
  const ids = ORDER_FAULTS.map(({ fault }) => fault);
  expect(new Set(ids).size).toBe(ids.length);
  const classes = ids.map((id) => findFault(id)!.classes);
  const judged = classes.filter((all) => all.some((one) => ['ORD', 'HANG', 'PROTO', 'RACE'].includes(one)));
  expect(judged.length).toBe(ids.length);
});

it('a search finds a message before the entry wait by a rule of its class, and stops there', () => {
  const plan = { seed: '0x1', count: 2, searchMs: 60_000 };
  const { explore, armed } = searchFault(rowOf('F97'), plan);
  expect(armed).toBe(true);
  expect(explore).toMatchObject({ found: true, ended: true, rule: 'PROTO-01' });
  expect(explore.runs).toBeLessThan(384);
});
