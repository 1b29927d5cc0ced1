import { SEPARATE_MEMORY } from '../../arch/index.js';
import { DeviceContext, type FaultTable } from '../../rtl-model/context.js';
import { ReplayChoices } from '../../rtl-model/kernel/index.js';
import { setUserFaultEntries } from '../../rtl-model/user-fault-tables.js';
import type { Scenario, UserId } from '../../transactions/index.js';
import { scene } from '../checkers/support/scenes.js';

interface Unit {
  value: number;
}

const TABLE: FaultTable<Unit> = {};
const OTHER_TABLE: FaultTable<Unit> = {};
const OWNER = {};
const [ADD, DOUBLE] = ['mine.adds', 'mine.doubles'] as const;
const addOne = (unit: object) => ({ value: (unit as Unit).value + 1 });
const double = (unit: object) => ({ value: 2 * (unit as Unit).value });

function getValue(table: FaultTable<Unit>, ...faults: readonly UserId[]): number {
  const scenario: Scenario = { ...scene(), faults };
  const tables = new Map([[OWNER, table as FaultTable<object>]]);
  const context = new DeviceContext(scenario, new ReplayChoices([]), null, SEPARATE_MEMORY, tables);
  return context.inject({ value: 5 }, OWNER).value;
}

it('applies user-defined faults to their unit if the scenario lists them, until they are replaced', () => {
  try {
    setUserFaultEntries([
      [TABLE, ADD, addOne],
      [TABLE, DOUBLE, double],
    ]);
    expect([getValue(TABLE), getValue(TABLE, ADD), getValue(TABLE, DOUBLE)]).toEqual([5, 6, 10]);
    expect([getValue(TABLE, ADD, DOUBLE), getValue(OTHER_TABLE, ADD)]).toEqual([12, 5]);
    setUserFaultEntries([[OTHER_TABLE, ADD, addOne]]);
    expect([getValue(TABLE, ADD, DOUBLE), getValue(OTHER_TABLE, ADD)]).toEqual([5, 6]);
  } finally {
    setUserFaultEntries([]);
  }
});
