import type { ChipName } from '../../../arch/index.js';
import { runScenario } from '../../../rtl-model/index.js';
import { defaultKnobs, type Scenario } from '../../../transactions/index.js';
import { drawScenario } from '../../support/drawn-scenario.js';

const generateScenario = (name: string, chip: ChipName = 'mariner'): Scenario =>
  drawScenario(name, '0x38', { chips: [chip], knobs: defaultKnobs() });

it.each(['rmw_buffer', 'sections', 'primitive_kinds'])(
  'mariner sets all registers of its generation in %s, except those that it lacks',
  (name) => {
    for (const { registers } of generateScenario(name).draws) {
      expect(Object.keys(registers).filter((register) => register.startsWith('DB_DFSM'))).toEqual([]);
      expect(registers).toHaveProperty('DB_SHADER_CONTROL');
    }
    const listRegisters = (chip: ChipName): Set<string> =>
      new Set(generateScenario(name, chip).draws.flatMap(({ registers }) => Object.keys(registers)));
    const expected = [...listRegisters('navi21')].filter((register) => !register.startsWith('DB_DFSM'));
    expect(listRegisters('mariner')).toEqual(new Set(expected));
  },
);

/** Returns the cycle and kind of each transaction in a run with the given registers overridden in every draw. */
function runWithRegisters(chip: ChipName, registers: Readonly<Record<string, number>>): string {
  const scenario = generateScenario('rmw_buffer', chip);
  const draws = scenario.draws.map((draw) => ({ ...draw, registers: { ...draw.registers, ...registers } }));
  const kinds: string[] = [];
  runScenario({ ...scenario, draws }, ({ kind, cycle }) => kinds.push(`${cycle} ${kind}`));
  return kinds.join();
}

it.each([1, 2, 4, 6, 0xffffffff])(
  "mariner never drains, whatever the value at the drain register's address (%i)",
  (value) => {
    expect(runWithRegisters('mariner', { DB_DFSM_CONTROL: value })).toBe(runWithRegisters('mariner', {}));
  },
);

it('a related chip with the register does drain at the same value', () => {
  expect(runWithRegisters('navi21', { DB_DFSM_CONTROL: 6 })).not.toBe(runWithRegisters('navi21', {}));
});
