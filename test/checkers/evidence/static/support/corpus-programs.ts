import { readdirSync, readFileSync } from 'node:fs';
import { type Gfx, isChipName, type WaveSize } from '../../../../../arch/index.js';
import type { Program } from '../../../../../transactions/index.js';

/** A program from the corpus. */
export interface CorpusProgram {
  readonly id: string;
  readonly gfx: Gfx;
  readonly wave: WaveSize;
  readonly program: Program;
}

interface StoredProgram {
  readonly id: string;
  readonly gfx: Gfx;
  readonly wave: WaveSize;
  readonly epilog?: { readonly instructions: readonly EncodedInstruction[] };
  readonly abi: { readonly args: readonly { name: string; file: 's' | 'v'; reg: number; size: number }[] };
  readonly instructions: readonly EncodedInstruction[];
}

interface EncodedInstruction {
  readonly words: readonly string[];
}

/** An arbitrary address for epilogs; the walk does not compute jump targets. */
const EPILOG_ADDRESS = 0x8000_0001_0000;

const CORPUS = new URL('../../../../../data/corpus/', import.meta.url);

/** The names of the corpus files, one for each chip and wave size. */
export const CORPUS_FILES = readdirSync(CORPUS).filter((name) => /-w\d\d\.json$/.test(name));

/** The files for modelled chips, on which their programs can run. */
export const CHIP_FILES = CORPUS_FILES.filter((name) => isChipName(name.split('-')[0]!));

/** Reads the programs in a corpus file, including the epilogs that they jump to. */
export function readCorpusPrograms(file: string): readonly CorpusProgram[] {
  const rows = JSON.parse(readFileSync(new URL(file, CORPUS), 'utf8')) as StoredProgram[];
  return rows.map(decodeStored);
}

/** Reads the program with the given id, such as `rmw_buffer/navi21/w32/mono`. */
export function readCorpusProgram(id: string): CorpusProgram {
  const [, chip, wave] = id.split('/');
  const found = readCorpusPrograms(`${chip}-${wave}.json`).find((candidate) => candidate.id === id);
  if (found === undefined) throw new Error(`no program ${id} in the corpus`);
  return found;
}

function decodeStored({ id, gfx, wave, abi, instructions, epilog }: StoredProgram): CorpusProgram {
  return {
    id,
    gfx,
    wave,
    program: {
      name: id,
      words: toWords(instructions),
      ...(epilog === undefined
        ? {}
        : { epilog: { words: toWords(epilog.instructions), address: EPILOG_ADDRESS } }),
      arguments: abi.args.map(({ name, file, reg, size }) => ({ name, file, register: reg, size })),
      inputs: [],
    },
  };
}

function toWords(instructions: readonly EncodedInstruction[]): number[] {
  return instructions.flatMap(({ words }) => words.map(Number));
}
