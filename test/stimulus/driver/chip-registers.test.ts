import { expect, it } from 'vitest';
import type { ChipName } from '../../../arch/index.js';
import { openCorpus } from '../../../harness/programs/corpus-files.js';
import { runScenario } from '../../../rtl-model/index.js';
import { SEQUENCES } from '../../../stimulus/index.js';
import { defaultFreedoms, type Scenario } from '../../../transactions/index.js';

const corpus = openCorpus();
const scenarioOf = (name: string, chip: ChipName = 'mariner'): Scenario =>
  SEQUENCES.find((sequence) => sequence.name === name)!.generate({
    seed: '0x38',
    corpus,
    chips: [chip],
    knobs: defaultFreedoms(),
    faults: [],
  });

it.each(['rmw_buffer', 'sections', 'primitive_kinds'])(
  'sets all registers of its generation in %s except those that mariner lacks',
  (name) => {
    for (const { registers } of scenarioOf(name).draws) {
      expect(Object.keys(registers).filter((register) => register.startsWith('DB_DFSM'))).toEqual([]);
      expect(registers).toHaveProperty('DB_SHADER_CONTROL');
    }
    const namesOn = (chip: ChipName): Set<string> =>
      new Set(scenarioOf(name, chip).draws.flatMap(({ registers }) => Object.keys(registers)));
    const others = [...namesOn('navi21')].filter((register) => !register.startsWith('DB_DFSM'));
    expect(namesOn('mariner')).toEqual(new Set(others));
  },
);

/** Returns the kind and cycle of each transaction in a run whose draws have these registers overridden. */
function streamOf(chip: ChipName, registers: Readonly<Record<string, number>>): string {
  const scenario = scenarioOf('rmw_buffer', chip);
  const draws = scenario.draws.map((draw) => ({ ...draw, registers: { ...draw.registers, ...registers } }));
  const kinds: string[] = [];
  runScenario({ ...scenario, draws }, ({ kind, cycle }) => kinds.push(`${cycle} ${kind}`));
  return kinds.join();
}

it.each([1, 2, 4, 6, 0xffffffff])(
  "does not drain on mariner, regardless of the value at the drain's address (%i)",
  (value) => {
    expect(streamOf('mariner', { DB_DFSM_CONTROL: value })).toBe(streamOf('mariner', {}));
  },
);

it('drains on a related chip that has the register, with the same value', () => {
  expect(streamOf('navi21', { DB_DFSM_CONTROL: 6 })).not.toBe(streamOf('navi21', {}));
});
