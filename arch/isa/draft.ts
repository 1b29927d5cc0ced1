import type { Gfx, WaveSize } from '../chips.js';
import { toLimits } from '../counters.js';
import { CompileContext, type ConstantPool, UnsupportedError } from './compile/context.js';
import type { IndexedOperands } from './compile/gpr-index.js';
import { compile } from './compile/index.js';
import { completeOperation } from './compile/memory-data.js';
import type { RawInstruction } from './decode/raw.js';
import type { Instruction, RegisterUse } from './instruction.js';
import { getName, KNOWN_BUT_UNMODELLED } from './rows/row-base.js';

const NO_REGISTERS: RegisterUse = { scalars: [], vectors: [] };

/**
 * An instruction that has no index yet. Its branch target, if any, is still a byte offset. Its pc is that of the first
 * of the programs that share it.
 */
export interface Draft {
  readonly instruction: Instruction;
  readonly targetPc: number;
}

/** What an instruction is compiled for: its program's generation, wave size and constants, and the operands that are indexed. */
export interface DraftTarget {
  readonly gfx: Gfx;
  readonly wave: WaveSize;
  readonly pool: ConstantPool;
  readonly indexed: IndexedOperands;
}

function rejectExecution(kind: string): () => never {
  return () => {
    throw new Error(
      `An instruction of kind ${kind} has no immediate effect on registers, so it cannot be executed`,
    );
  };
}

/** Builds an illegal instruction, which ends any wave that reaches it. `reason` says why it is illegal. */
export function makeIllegal(
  { pc, index, words, mnemonic }: Pick<Instruction, 'pc' | 'index' | 'words' | 'mnemonic'>,
  reason: string,
): Instruction {
  const kind = 'illegal';
  const fixed = {
    uses: NO_REGISTERS,
    defines: NO_REGISTERS,
    readsExitingId: false,
    immediate: 0,
    target: -1,
  };
  return { pc, index, words, mnemonic, kind, execute: rejectExecution(kind), reason, ...fixed };
}

type SharedDrafts = WeakMap<RawInstruction, Draft & Pick<CompileContext, 'constants'>>;

/** Drafts of position-independent instructions, by wave size. Programs whose constants are in the same places share them. */
const SHARED_DRAFTS: Readonly<Record<WaveSize, SharedDrafts>> = {
  32: new WeakMap(),
  64: new WeakMap(),
};

/** Compiles a raw instruction at its position in a program. */
export function compileDraft(raw: RawInstruction, pc: number, target: DraftTarget): Draft {
  const { gfx, wave, pool, indexed } = target;
  const shared = indexed === undefined ? SHARED_DRAFTS[wave].get(raw) : undefined;
  if (shared?.constants.every((constant) => pool.intern(constant) === constant.index)) return shared;
  const context = new CompileContext(raw, gfx, wave, pool, pc, indexed);
  const draft = makeDraft(raw, pc, context);
  if (!context.dependsOnPosition) SHARED_DRAFTS[wave].set(raw, { constants: context.constants, ...draft });
  return draft;
}

function makeDraft(raw: RawInstruction, pc: number, context: CompileContext): Draft {
  const mnemonic = getName(raw.row, context.gfx);
  try {
    const { targetPc = -1, ...compiled } = compile(context);
    const instruction = {
      pc,
      index: -1,
      words: raw.words,
      mnemonic,
      immediate: 0,
      target: -1,
      execute: rejectExecution(compiled.kind),
      readsExitingId: context.readsExitingId,
      // With these before those that are present, most instructions have the same hidden class in V8.
      ...{ limitTo: undefined, wait: undefined, memory: undefined, export: undefined },
      ...compiled,
      limits: compiled.wait && toLimits(compiled.wait),
      memory: compiled.memory && completeOperation(compiled.memory),
      uses: context.uses.toRegisterUse(),
      defines: context.defines.toRegisterUse(),
      unconditionalUse: context.unconditionalUse,
    };
    return { instruction, targetPc };
  } catch (error) {
    if (!(error instanceof UnsupportedError)) throw error;
    const isNameOnly = raw.row.unmodelled === KNOWN_BUT_UNMODELLED;
    const reason = isNameOnly
      ? `unsupported: ${mnemonic} is ${KNOWN_BUT_UNMODELLED}`
      : `${error.message} in ${mnemonic}`;
    return { instruction: makeIllegal({ pc, index: -1, words: raw.words, mnemonic }, reason), targetPc: -1 };
  }
}
