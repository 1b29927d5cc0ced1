import { expect, it } from 'vitest';
import { RANDOM_ORDERS } from '../../../regression/explore/explore.js';
import { readOrderFaults } from '../../../regression/order-faults/order-fault-table.js';
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

it('the table has a row for each order fault, of which the search of orders finds 65 % or more', () => {
  const rows = readOrderFaults();
  expect(rows.map(({ id }) => id)).toEqual(ORDER_FAULTS.map(({ fault }) => fault));
  const found = rows.filter(({ explore }) => explore.found);
  expect(found.length / rows.length).toBeGreaterThanOrEqual(0.65);
  expect(found.every(({ armed, explore }) => armed && explore.rule !== undefined)).toBe(true);
});

it.each(['F239', 'F240', 'F246'])(
  'orders that bring races about show %s, where several events meet in one cycle',
  (id) => {
    const { explore } = searchFault(rowOf(id), { seed: '0x1', count: 1, searchMs: 60_000 });
    expect(explore).toMatchObject({ found: true, rule: 'HANG-01' });
    expect(explore.runs).toBeLessThanOrEqual(RANDOM_ORDERS);
  },
);

it('random orders before a search find what shows outside the corner that it begins in', () => {
  const plan = { seed: '0x1', count: 1, searchMs: 60_000 };
  const { explore } = searchFault(rowOf('F45'), plan);
  expect(explore).toMatchObject({ found: true, rule: 'ORD-06' });
  expect(explore.runs).toBeLessThanOrEqual(RANDOM_ORDERS);
});
