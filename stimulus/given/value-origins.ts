import { type Instruction, SCALAR } from '../../arch/index.js';

const COMPONENTS = 4;

/** Combines an attribute and one of its components into one number. */
export function toInputKey(attribute: number, component: number): number {
  return attribute * COMPONENTS + component;
}

/** Returns the attribute of a key from `toInputKey`. */
export function toAttribute(key: number): number {
  return Math.floor(key / COMPONENTS);
}

/** The maximum number of instructions to examine per comparison. */
const MAX_STEPS = 160;
/** The maximum number of writers to follow per VGPR, since different branches may write it. */
const MAX_WRITERS = 3;

/** Traces operands back through the program to the inputs and loads that they come from. */
export class OriginFinder {
  /** The indices of the instructions that write each VGPR, in order. */
  private readonly vectors = new Map<number, number[]>();
  /** The indices of the instructions that write each SGPR, in order. */
  private readonly scalars = new Map<number, number[]>();

  constructor(private readonly instructions: readonly Instruction[]) {
    for (const { index, defines } of instructions) {
      for (const register of defines.vectors) addIndex(this.vectors, register, index);
      for (const register of defines.scalars) addIndex(this.scalars, register, index);
    }
  }

  /**
   * Finds the known origins of an instruction's operand values: inputs (by `toInputKey`), word indices in constant
   * buffers, descriptors of vector loads (by byte offset in the set), and registers that hold arguments.
   */
  findOrigins(start: Instruction) {
    const inputs = new Set<number>();
    const constants = new Set<number>();
    const descriptors = new Set<number>();
    const scalarArguments = new Set<number>();
    const vectorArguments = new Set<number>();
    const queue = [start];
    const visited = new Set(queue);
    for (const instruction of queue) {
      const { index, uses } = instruction;
      for (const register of uses.scalars)
        if (register < SCALAR.VCC_LO && isFirst(this.scalars, register, index)) scalarArguments.add(register);
      for (const register of uses.vectors)
        if (isFirst(this.vectors, register, index)) vectorArguments.add(register);
      for (const { writer, register } of this.findWrites(instruction)) {
        const parameter = writer.parameter ?? decodeInterpolation(writer);
        if (parameter !== undefined) inputs.add(toInputKey(parameter.attribute, parameter.component));
        else if (writer.memory?.space === 'scalar') {
          const word = findScalarWord(writer, register);
          if (word !== undefined && writer.mnemonic.includes('buffer')) constants.add(word);
        } else if (writer.memory !== undefined) {
          const offset = this.findDescriptorOffset(writer);
          if (offset !== undefined) descriptors.add(offset);
        } else if (!visited.has(writer) && queue.length < MAX_STEPS) {
          visited.add(writer);
          queue.push(writer);
        }
      }
    }
    return { inputs, constants, descriptors, arguments: scalarArguments, vectorArguments };
  }

  private findWrites({ index, uses }: Instruction) {
    const find = (writers: ReadonlyMap<number, readonly number[]>, register: number, max: number) =>
      this.findLastWriters(writers, register, index, max).map((writer) => ({ writer, register }));
    const scalars = uses.scalars.filter((register) => register < SCALAR.VCC_LO);
    return [
      ...uses.vectors.flatMap((register) => find(this.vectors, register, MAX_WRITERS)),
      ...scalars.flatMap((register) => find(this.scalars, register, 1)),
    ];
  }

  /** Returns the last instructions before index `before` that write a register, latest first. */
  private findLastWriters(
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

  /** Returns the offset in the descriptor set from which a vector access's descriptor was loaded. */
  findDescriptorOffset({ index, uses }: Instruction): number | undefined {
    const [register] = uses.scalars.filter((scalar) => scalar < SCALAR.VCC_LO);
    if (register === undefined) return undefined;
    const [load] = this.findLastWriters(this.scalars, register, index, 1);
    const word = load?.memory?.space === 'scalar' ? findScalarWord(load, register) : undefined;
    return word === undefined ? undefined : word * WORD_BYTES;
  }
}

/** Returns whether nothing before an instruction writes a register, so that it holds an argument. */
function isFirst(writers: ReadonlyMap<number, readonly number[]>, register: number, index: number): boolean {
  const [first = index] = writers.get(register) ?? [];
  return first >= index;
}

function addIndex(writers: Map<number, number[]>, register: number, index: number): void {
  const indices = writers.get(register);
  if (indices === undefined) writers.set(register, [index]);
  else indices.push(index);
}

/**
 * Returns the input that an instruction interpolates on GFX10.3 and earlier. The attribute and component are in the
 * instruction word or, for the long form, in the first source.
 */
function decodeInterpolation({
  mnemonic,
  words: [first = 0, second],
}: Instruction): Instruction['parameter'] {
  if (!/^v_interp_(?:p1|p2|mov)/.test(mnemonic) || mnemonic.includes('p10')) return undefined;
  if (second === undefined) return { attribute: (first >>> 10) & 0x3f, component: (first >>> 8) & 3 };
  return { attribute: second & 0x3f, component: (second >>> 6) & 3 };
}

const WORD_BYTES = 4;

/** The mask of a scalar load's immediate byte offset, which is in the second word on every generation. */
const OFFSET_MASK = 0x1f_ffff;

/** Returns the index of the word, counted from the base address, that a scalar load puts into a register. */
function findScalarWord({ words, defines }: Instruction, register: number): number | undefined {
  if (words.length < 2) return undefined;
  return ((words[1]! & OFFSET_MASK) >>> 2) + register - defines.scalars[0]!;
}
