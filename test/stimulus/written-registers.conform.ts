import { chipOf, decodeCached, type RegisterUse } from '../../arch/index.js';
import { SEQUENCES } from '../../stimulus/index.js';
import { formatSeed, type Program, type Scenario } from '../../transactions/index.js';
import { drawScenario } from '../support/drawn-scenario.js';

/** Returns the number of seeds per sequence. `generated` gets more, because its programs vary the most. */
const getSeedCount = (name: string): number => (name === 'generated' ? 300 : 15);

/** The first special-purpose scalar register. Such registers have initial values; lower ones are general-purpose. */
const FIRST_SPECIAL = 100;

/** Returns the registers that a program reads but that are written neither at launch nor by any instruction. */
function findUninitialisedReads(
  { words, epilog, arguments: programArguments }: Program,
  { chip, wave }: Scenario,
): string[] {
  const { instructions } = decodeCached(words, chipOf(chip).gfx, wave, epilog);
  const listNames = ({ scalars, vectors }: RegisterUse): string[] => [
    ...scalars.filter((register) => register < FIRST_SPECIAL).map((register) => `s${register}`),
    ...vectors.map((register) => `v${register}`),
  ];
  const written = new Set(instructions.flatMap(({ defines }) => listNames(defines)));
  for (const { file, register, size } of programArguments)
    for (let index = 0; index < size; index++) written.add(`${file}${register + index}`);
  return instructions.flatMap(({ uses }) => listNames(uses)).filter((name) => !written.has(name));
}

it.each(SEQUENCES.map((sequence) => [sequence.name, sequence] as const))(
  "%s never reads an uninitialised register, which could hold an earlier wave's data",
  (name, sequence) => {
    for (let low = 0; low < getSeedCount(name); low++) {
      const scenario = drawScenario(sequence, formatSeed({ high: 0x7e57, low }));
      for (const program of scenario.programs)
        expect(findUninitialisedReads(program, scenario), `${program.name}, seed ${low}`).toEqual([]);
    }
  },
);
