import { expect, it } from 'vitest';
import { chipOf, decodeOnce, type RegisterUse } from '../../arch/index.js';
import { openCorpus } from '../../harness/programs/corpus-files.js';
import { SEQUENCES } from '../../stimulus/index.js';
import { formatSeed, type Program, type Scenario } from '../../transactions/index.js';

const corpus = openCorpus();
/** Seeds of a sequence; the generator's programs differ most. */
const seedsOf = (name: string): number => (name === 'generated' ? 300 : 15);

/** Lower scalar registers are general; higher ones have a meaning, and a value before the first write. */
const FIRST_WITH_MEANING = 100;

/** A program's registers that are read but written neither by its launch nor by any instruction. */
function neverWritten({ words, epilog, arguments: given }: Program, { chip, wave }: Scenario): string[] {
  const { instructions } = decodeOnce(words, chipOf(chip).gfx, wave, epilog);
  const names = ({ scalars, vectors }: RegisterUse): string[] => [
    ...scalars.filter((register) => register < FIRST_WITH_MEANING).map((register) => `s${register}`),
    ...vectors.map((register) => `v${register}`),
  ];
  const written = new Set(instructions.flatMap(({ defines }) => names(defines)));
  for (const { file, register, size } of given)
    for (let index = 0; index < size; index++) written.add(`${file}${register + index}`);
  return instructions.flatMap(({ uses }) => names(uses)).filter((name) => !written.has(name));
}

it.each(SEQUENCES.map((sequence) => [sequence.name, sequence] as const))(
  "%s reads no unwritten register, which would contain an earlier wave's data",
  (name, sequence) => {
    for (let low = 0; low < seedsOf(name); low++) {
      const scenario = sequence.generate({
        seed: formatSeed({ high: 0x7e57, low }),
        corpus,
        knobs: {},
        faults: [],
      });
      for (const program of scenario.programs)
        expect(neverWritten(program, scenario), `${program.name}, seed ${low}`).toEqual([]);
    }
  },
);
