import type { Gfx, WaveSize } from '../chips.js';
import { CompileContext, ConstantPool, Unsupported } from './compile/context.js';
import { compile } from './compile/index.js';
import { type RawFailure, type RawInstruction, takeApart } from './decode/raw.js';
import type { DecodedProgram, Instruction, RegisterUse } from './instruction.js';
import { nameOf } from './rows/row.js';

const NO_REGISTERS: RegisterUse = { scalars: [], vectors: [] };

/** Wider than the branch fields of an instruction while its target is still a byte offset. */
interface Draft {
  readonly instruction: Omit<Instruction, 'target'>;
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
      reason,
    },
    targetPc: -1,
  };
}

function draft(raw: RawInstruction, pc: number, index: number, context: CompileContext): Draft {
  const mnemonic = nameOf(raw.row, context.gfx);
  try {
    const { targetPc = -1, ...compiled } = compile(context);
    const instruction = {
      pc,
      index,
      words: raw.words,
      mnemonic,
      immediate: 0,
      execute: notExecutable(compiled.kind),
      readsExitingId: context.readsExitingId,
      ...compiled,
      uses: context.uses.toUse(),
      defines: context.defines.toUse(),
    };
    return { instruction, targetPc };
  } catch (error) {
    if (!(error instanceof Unsupported)) throw error;
    return illegal(pc, index, raw.words, mnemonic, `${error.message} in ${mnemonic}`);
  }
}

function isFailure(taken: RawInstruction | RawFailure): taken is RawFailure {
  return 'reason' in taken;
}

function highestRegister(drafts: readonly Draft[]): number {
  let highest = 0;
  for (const { instruction } of drafts) {
    for (const { vectors } of [instruction.uses, instruction.defines])
      highest = Math.max(highest, vectors.at(-1) ?? 0);
  }
  return highest;
}

/** Fills in the index of a branch's target; a target where no instruction starts makes the branch illegal. */
function link({ instruction, targetPc }: Draft, indexOfPc: Int32Array): Instruction {
  if (instruction.kind !== 'branch') return { ...instruction, target: -1 };
  const target = indexOfPc[targetPc >> 2] ?? -1;
  if (target >= 0) return { ...instruction, target };
  const { pc, index, words, mnemonic } = instruction;
  const reason = `branch outside the program, to byte ${targetPc}`;
  return { ...illegal(pc, index, words, mnemonic, reason).instruction, target: -1 };
}

/**
 * Decodes machine words into instructions that can run. Never fails: what the table does not know, what is cut
 * off and branches to places where no instruction starts become instructions of kind `illegal`.
 *
 * @param words dwords from the start of the program
 * @param wave lanes of the waves that will run it
 */
export function decodeProgram(words: ArrayLike<number>, gfx: Gfx, wave: WaveSize): DecodedProgram {
  const pool = new ConstantPool();
  const drafts: Draft[] = [];
  const indexOfPc = new Int32Array(words.length).fill(-1);
  for (let offset = 0; offset < words.length; ) {
    const taken = takeApart(words, offset, gfx);
    const index = drafts.length;
    const pc = offset * 4;
    indexOfPc[offset] = index;
    if (isFailure(taken)) drafts.push(illegal(pc, index, taken.words, 'illegal', taken.reason));
    else drafts.push(draft(taken, pc, index, new CompileContext(taken, gfx, wave, pool, pc)));
    offset += taken.words.length;
  }
  const instructions = drafts.map((each) => link(each, indexOfPc));
  return { gfx, wave, instructions, indexOfPc, constants: pool.values(), vgprs: highestRegister(drafts) + 1 };
}
