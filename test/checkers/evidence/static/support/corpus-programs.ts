import { readdirSync, readFileSync } from 'node:fs';
import { type Gfx, isChipName, type WaveSize } from '../../../../../arch/index.js';
import type { Program } from '../../../../../transactions/index.js';

/** A program from the corpus, and the target it was compiled for. */
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

/** Arbitrary address for epilogs, since the static walk does not compute jump targets. */
const EPILOG_ADDRESS = 0x8000_0001_0000;

const CORPUS = new URL('../../../../../data/corpus/', import.meta.url);

/** The names of the corpus files, one per chip and wave size. */
export const CORPUS_FILES = readdirSync(CORPUS).filter((name) => /-w\d\d\.json$/.test(name));

/** The corpus files for chips that the model supports, so that their programs can be run. */
export const CHIP_FILES = CORPUS_FILES.filter((name) => isChipName(name.split('-')[0]!));

/** Reads the programs in a corpus file, including the epilogs that they jump to. */
export function readCorpusPrograms(file: string): readonly CorpusProgram[] {
  const rows = JSON.parse(readFileSync(new URL(file, CORPUS), 'utf8')) as StoredProgram[];
  return rows.map(toCorpusProgram);
}

function toCorpusProgram({ id, gfx, wave, abi, instructions, epilog }: StoredProgram): CorpusProgram {
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
