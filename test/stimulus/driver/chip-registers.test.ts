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
      expect(registers).toHaveProperty('PA_SC_SHADER_CONTROL');
    }
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

it("drains nothing on mariner for any value at the drain's address", () => {
  expect(streamOf('mariner', { DB_DFSM_CONTROL: 6 })).toBe(streamOf('mariner', {}));
});

it('drains on a sister chip that has the register, with the same value', () => {
  expect(streamOf('navi21', { DB_DFSM_CONTROL: 6 })).not.toBe(streamOf('navi21', {}));
});
