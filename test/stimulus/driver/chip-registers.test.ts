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
  'programs no register in %s that mariner lacks, and all others that its generation has',
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

/** A run's stream, by kind and cycle, with these registers overriding those of the draws. */
function streamOf(chip: ChipName, registers: Readonly<Record<string, number>>): string {
  const scenario = scenarioOf('rmw_buffer', chip);
  const draws = scenario.draws.map((draw) => ({ ...draw, registers: { ...draw.registers, ...registers } }));
  const kinds: string[] = [];
  runScenario({ ...scenario, draws }, ({ kind, cycle }) => kinds.push(`${cycle} ${kind}`));
  return kinds.join();
}

it.each([1, 2, 4, 6, 0xffffffff])(
  "drains nothing on mariner for value %i at the drain's address",
  (value) => {
    expect(streamOf('mariner', { DB_DFSM_CONTROL: value })).toBe(streamOf('mariner', {}));
  },
);

it('drains on a sister chip that has the register, with the same value', () => {
  expect(streamOf('navi21', { DB_DFSM_CONTROL: 6 })).not.toBe(streamOf('navi21', {}));
});
