import type { WaveSize } from '../chips.js';
import { generationOf, type InstructionSet } from '../instruction-set.js';
import { CompileContext, ConstantPool, Unsupported } from './compile/context.js';
import { type IndexedOperands, indexedAfter } from './compile/gpr-index.js';
import { compile } from './compile/index.js';
import { isFailure, type RawInstruction } from './decode/raw.js';
import { takeApartOnce } from './decode/raw-cache.js';
import type { DecodedProgram, EpilogCode, Instruction, RegisterUse } from './instruction.js';
import { nameOf } from './rows/row.js';

const NO_REGISTERS: RegisterUse = { scalars: [], vectors: [] };

/** An instruction whose branch, if it is one, still has its target as a byte offset, and -1 in its own field. */
interface Draft {
  readonly instruction: Instruction;
  readonly targetPc: number;
}

function notExecutable(kind: string): () => never {
  return () => {
    throw new Error(`An instruction of kind ${kind} has no register effect to execute`);
  };
}

function illegal(
  pc: number,
  index: number,
  words: readonly number[],
  mnemonic: string,
  reason: string,
): Draft {
  return {
    instruction: {
      pc,
      index,
      words,
      mnemonic,
      kind: 'illegal',
      uses: NO_REGISTERS,
      defines: NO_REGISTERS,
      readsExitingId: false,
      execute: notExecutable('illegal'),
      immediate: 0,
      target: -1,
      reason,
    },
    targetPc: -1,
  };
}

/** Drafts of instructions that are the same in every program, but for their place: programs share what these compiled to. */
const SHARED: Readonly<Record<WaveSize, WeakMap<RawInstruction, Draft>>> = {
  32: new WeakMap(),
  64: new WeakMap(),
};

function draft(raw: RawInstruction, pc: number, index: number, context: CompileContext): Draft {
  const shared = context.indexed === undefined ? SHARED[context.lanes].get(raw) : undefined;
  if (shared !== undefined) return { ...shared, instruction: { ...shared.instruction, pc, index } };
  const made = newDraft(raw, pc, index, context);
  if (!context.isTied) SHARED[context.lanes].set(raw, made);
  return made;
}

function newDraft(raw: RawInstruction, pc: number, index: number, context: CompileContext): Draft {
  const mnemonic = nameOf(raw.row, context.gfx);
  try {
    const { targetPc = -1, ...compiled } = compile(context);
    const instruction = {
      pc,
      index,
      words: raw.words,
      mnemonic,
      immediate: 0,
      target: -1,
      execute: notExecutable(compiled.kind),
      readsExitingId: context.readsExitingId,
      ...compiled,
      uses: context.uses.toUse(),
      defines: context.defines.toUse(),
      ...(context.surely === undefined ? {} : { surely: context.surely }),
    };
    return { instruction, targetPc };
  } catch (error) {
    if (!(error instanceof Unsupported)) throw error;
    return illegal(pc, index, raw.words, mnemonic, `${error.message} in ${mnemonic}`);
  }
}

/** Highest vector register named + 1, at least 1. */
function vgprsOf(drafts: readonly Draft[]): number {
  let highest = 0;
  for (const { instruction } of drafts) {
    for (const { vectors } of [instruction.uses, instruction.defines])
      highest = Math.max(highest, vectors.at(-1) ?? 0);
  }
  return highest + 1;
}

/** Fills in the index of a branch's target; a target where none may go makes the branch illegal. */
function link({ instruction, targetPc }: Draft, indexOf: (pc: number) => number): Instruction {
  if (instruction.kind !== 'branch') return instruction;
  const target = indexOf(targetPc);
  if (target >= 0) return { ...instruction, target };
  const { pc, index, words, mnemonic } = instruction;
  const reason = `branch outside the program, to byte ${targetPc}`;
  return illegal(pc, index, words, mnemonic, reason).instruction;
}

/** Decodes one part of a program, whose first word has this pc and whose first instruction has this index. */
class Part {
  readonly drafts: Draft[] = [];
  /** Instructions before which relative register numbers are on, by index. */
  readonly #indexed = new Set<number>();

  constructor(
    private readonly words: ArrayLike<number>,
    readonly pc: number,
    readonly index: number,
    pool: ConstantPool,
    set: InstructionSet,
    wave: WaveSize,
  ) {
    const gfx = generationOf(set);
    let indexed: IndexedOperands;
    for (let offset = 0; offset < words.length; ) {
      const taken = takeApartOnce(words, offset, set);
      const at = index + this.drafts.length;
      const here = pc + offset * 4;
      if (isFailure(taken)) this.drafts.push(illegal(here, at, taken.words, 'illegal', taken.reason));
      else {
        const context = new CompileContext(taken, gfx, wave, pool, here, indexed);
        if (indexed !== undefined) this.#indexed.add(at);
        this.drafts.push(draft(taken, here, at, context));
        indexed = indexedAfter(taken.row, indexed, context);
      }
      offset += taken.words.length;
    }
  }

  get endPc(): number {
    return this.pc + this.words.length * 4;
  }

  /** Its instructions, with branches that stay within the part. */
  link(): Instruction[] {
    const indexOfPc = new Map(this.drafts.map(({ instruction: { pc, index } }) => [pc, index]));
    const indexOf = (pc: number) => {
      const index = indexOfPc.get(pc) ?? -1;
      return this.#indexed.has(index) ? -1 : index;
    };
    return this.drafts.map((each) => link(each, indexOf));
  }
}

/** An epilog's pcs continue behind the main part at a multiple of this, as code is placed in memory. */
const PART_ALIGNMENT = 256;

/** What stands behind the main part, so that running past its end does not lead into the epilog. */
function pastTheEnd(pc: number, index: number): Instruction {
  return illegal(pc, index, [], 'illegal', 'ran past the end of the program').instruction;
}

function placesOf(instructions: readonly Instruction[], bytes: number): Int32Array {
  const indexOfPc = new Int32Array(bytes >> 2).fill(-1);
  for (const { pc, index, words } of instructions) if (words.length > 0) indexOfPc[pc >> 2] = index;
  return indexOfPc;
}

/**
 * Decodes machine words into instructions that can run. Never fails: what the table does not know, what is cut
 * off and branches to places where no instruction starts become instructions of kind `illegal`.
 *
 * @param words dwords from the start of the program
 * @param wave lanes of the waves that will run it
 * @param epilog second part, which only `s_setpc` leads to
 */
export function decodeProgram(
  words: ArrayLike<number>,
  set: InstructionSet,
  wave: WaveSize,
  epilog?: EpilogCode,
): DecodedProgram {
  const gfx = generationOf(set);
  const pool = new ConstantPool();
  const main = new Part(words, 0, 0, pool, set, wave);
  const instructions = main.link();
  if (epilog === undefined) {
    const indexOfPc = placesOf(instructions, main.endPc);
    return { gfx, set, wave, instructions, indexOfPc, constants: pool.values(), vgprs: vgprsOf(main.drafts) };
  }
  instructions.push(pastTheEnd(main.endPc, instructions.length));
  const pc = Math.ceil((main.endPc + 1) / PART_ALIGNMENT) * PART_ALIGNMENT;
  const second = new Part(epilog.words, pc, instructions.length, pool, set, wave);
  for (const instruction of second.link()) instructions.push(instruction);
  return {
    gfx,
    set,
    wave,
    instructions,
    epilog: { address: epilog.address, pc, index: second.index },
    indexOfPc: placesOf(instructions, second.endPc),
    constants: pool.values(),
    vgprs: vgprsOf([...main.drafts, ...second.drafts]),
  };
}

/** Index of the instruction that `s_setpc` to a byte address leads to; -1 where none starts. The main part lies at 0. */
export function setpcTarget({ epilog, indexOfPc }: DecodedProgram, address: number): number {
  const inEpilog = epilog !== undefined && address >= epilog.address;
  const pc = inEpilog ? address - epilog.address + epilog.pc : address;
  if (pc % 4 !== 0 || (!inEpilog && epilog !== undefined && pc >= epilog.pc)) return -1;
  return indexOfPc[pc / 4] ?? -1;
}
