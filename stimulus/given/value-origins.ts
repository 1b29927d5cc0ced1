import { type Instruction, SCALAR } from '../../arch/index.js';

/** Origins of an instruction's operand values, as far as the program text shows. */
export interface ValueOrigins {
  /** Interpolated inputs: attribute and component, combined by `inputKey`. */
  readonly inputs: ReadonlySet<number>;
  /** Words of constant buffers. */
  readonly constants: ReadonlySet<number>;
  /** Byte offsets, in a descriptor set, of the descriptors used by vector loads. */
  readonly descriptors: ReadonlySet<number>;
}

/** Components per attribute. */
const COMPONENTS = 4;

/** One number for an attribute's component. */
export function inputKey(attribute: number, component: number): number {
  return attribute * COMPONENTS + component;
}

/** Maximum number of instructions examined per comparison, and writers per vector register: branches may leave several. */
const STEPS_MAX = 160;
const WRITERS_MAX = 3;

/** Traces the sources of a program's instructions back to inputs and loads, in text order. */
export class OriginFinder {
  /** Indices of the instructions that write each register, in order. */
  private readonly vectors = new Map<number, number[]>();
  private readonly scalars = new Map<number, number[]>();

  constructor(private readonly instructions: readonly Instruction[]) {
    for (const { index, defines } of instructions) {
      for (const register of defines.vectors) add(this.vectors, register, index);
      for (const register of defines.scalars) add(this.scalars, register, index);
    }
  }

  originsOf(from: Instruction): ValueOrigins {
    const inputs = new Set<number>();
    const constants = new Set<number>();
    const descriptors = new Set<number>();
    const queue = [from];
    const visited = new Set(queue);
    for (const instruction of queue) {
      for (const { writer, register } of this.writesOf(instruction)) {
        const parameter = writer.parameter ?? interpolatedInput(writer);
        if (parameter !== undefined) inputs.add(inputKey(parameter.attribute, parameter.component));
        else if (writer.memory?.space === 'scalar') {
          const word = scalarWord(writer, register);
          if (word !== undefined && writer.mnemonic.includes('buffer')) constants.add(word);
        } else if (writer.memory !== undefined) {
          const offset = this.descriptorOffset(writer);
          if (offset !== undefined) descriptors.add(offset);
        } else if (!visited.has(writer) && queue.length < STEPS_MAX) {
          visited.add(writer);
          queue.push(writer);
        }
      }
    }
    return { inputs, constants, descriptors };
  }

  private writesOf({ index, uses }: Instruction): readonly RegisterWrite[] {
    const found: RegisterWrite[] = [];
    for (const register of uses.vectors)
      for (const writer of this.lastWriters(this.vectors, register, index, WRITERS_MAX))
        found.push({ writer, register });
    for (const register of uses.scalars) {
      if (register >= SCALAR.VCC_LO) continue;
      for (const writer of this.lastWriters(this.scalars, register, index, 1))
        found.push({ writer, register });
    }
    return found;
  }

  /** The last instructions before an index that write a register, latest first. */
  private lastWriters(
    writers: ReadonlyMap<number, readonly number[]>,
    register: number,
    before: number,
    max: number,
  ): readonly Instruction[] {
    const indices = writers.get(register) ?? [];
    const end = indices.findLastIndex((index) => index < before) + 1;
    return indices
      .slice(Math.max(0, end - max), end)
      .reverse()
      .map((index) => this.instructions[index]!);
  }

  /** Descriptor set offset of a vector access: where its scalars were loaded from. */
  private descriptorOffset({ index, uses }: Instruction): number | undefined {
    const [register] = uses.scalars.filter((each) => each < SCALAR.VCC_LO);
    if (register === undefined) return undefined;
    const [load] = this.lastWriters(this.scalars, register, index, 1);
    const word = load?.memory?.space === 'scalar' ? scalarWord(load, register) : undefined;
    return word === undefined ? undefined : word * WORD_BYTES;
  }
}

function add(writers: Map<number, number[]>, register: number, index: number): void {
  const indicesOfRegister = writers.get(register);
  if (indicesOfRegister === undefined) writers.set(register, [index]);
  else indicesOfRegister.push(index);
}

/** Source of an interpolation up to GFX10.3: its word, or the first source of its long form, holds attribute and component. */
function interpolatedInput({ mnemonic, words: [first = 0, second] }: Instruction): Instruction['parameter'] {
  if (!/^v_interp_(?:p1|p2|mov)/.test(mnemonic) || mnemonic.includes('p10')) return undefined;
  if (second === undefined) return { attribute: (first >>> 10) & 0x3f, component: (first >>> 8) & 3 };
  return { attribute: second & 0x3f, component: (second >>> 6) & 3 };
}

/** An instruction that wrote a register before another reads it. */
interface RegisterWrite {
  readonly writer: Instruction;
  readonly register: number;
}

const WORD_BYTES = 4;

/** A scalar load's immediate offset in bytes, in its second word on every generation. */
const OFFSET_MASK = 0x1f_ffff;

/** Index, relative to its base, of the word that a scalar load puts into a register. */
function scalarWord({ words, defines }: Instruction, register: number): number | undefined {
  if (words.length < 2) return undefined;
  return ((words[1]! & OFFSET_MASK) >>> 2) + register - defines.scalars[0]!;
}
