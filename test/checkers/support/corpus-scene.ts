import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PARAMETER_DWORDS } from '../../../arch/index.js';
import type { Program, Scenario } from '../../../transactions/index.js';
import type { Landmarks } from './programs.js';
import { BUFFER, scene } from './scenes.js';

/** Byte offsets of the landmarks in the program that `createRmwScene` runs. */
export const RMW_LANDMARKS: Landmarks = {
  setPacker: 48,
  poll: 72,
  load: 116,
  loadWait: 124,
  use: 128,
  store: 140,
  storeWait: 148,
  exit: 152,
  end: 164,
};

interface CorpusProgram {
  readonly id: string;
  readonly abi: { readonly args: readonly { name: string; file: 's' | 'v'; reg: number; size: number }[] };
  readonly regs: Readonly<Record<string, string>>;
  readonly instructions: readonly { readonly words: readonly string[] }[];
}

/** The low 32 bits of the descriptor set's address. */
const SET_LOW = 0x40000;
/** The address of the descriptor set. Programs set its upper half to 0xffff8000. */
const SET = 0x8000_0000_0000 + SET_LOW;

/** The byte offset of the buffer's descriptor in set 0 (descriptors.json). */
const BUF_OFFSET = 0xc0;
/** The last word of the buffer's descriptor on GFX10 and GFX10.3 (descriptors.json). */
const RAW_BUFFER = 0x31016fac;

const WIDTH = 16;

function findProgram(id: string): CorpusProgram {
  const file = fileURLToPath(new URL('../../../data/corpus/navi21-w32.json', import.meta.url));
  const program = (JSON.parse(readFileSync(file, 'utf8')) as CorpusProgram[]).find(
    (candidate) => candidate.id === id,
  );
  if (program === undefined) throw new Error(`no program ${id} in the corpus`);
  return program;
}

/** Creates a scene that computes `data[pixel] = data[pixel] * factor + vPrim`. vPrim is the primitive index. */
export function createRmwScene(
  factor: number,
  primitives: number,
  changes: Partial<Scenario> = {},
): Scenario {
  const { abi, regs, instructions } = findProgram('rmw_buffer/navi21/w32/mono');
  const program: Program = {
    name: 'rmw_buffer',
    words: instructions.flatMap(({ words }) => words.map(Number)),
    arguments: abi.args.map(({ name, file, reg, size }) => ({ name, file, register: reg, size })),
    inputs: [{ attribute: 0, name: 'vPrim', flat: true }],
  };
  const baseScene = scene({ primitives });
  const words = new Array<number>(64).fill(0);
  words.splice(BUF_OFFSET / 4, 4, BUFFER, 0, WIDTH * WIDTH * 4, RAW_BUFFER);
  return {
    ...baseScene,
    programs: [program],
    draws: [
      {
        ...baseScene.draws[0],
        registers: {
          ...Object.fromEntries(Object.entries(regs).map(([name, value]) => [name, Number(value)])),
          SPI_SHADER_USER_DATA_PS_2: SET_LOW,
          SPI_SHADER_USER_DATA_PS_3: factor,
          SPI_SHADER_USER_DATA_PS_4: WIDTH,
        },
        attributes: 1,
        parameters: Array.from({ length: primitives }, (_, index) => encodeFlatParameter(index)).flat(),
      },
    ],
    memory: [
      { name: 'set', address: SET, bytes: words.length * 4, initial: words, compare: { kind: 'ignore' } },
      { ...baseScene.memory[0], compare: { kind: 'bytes' } },
    ],
    ...changes,
  };
}

function encodeFlatParameter(value: number): number[] {
  const words = new Array<number>(PARAMETER_DWORDS).fill(0);
  words[0] = value;
  return words;
}
