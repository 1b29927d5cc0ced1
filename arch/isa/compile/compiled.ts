import type { Instruction } from '../instruction.js';
import type { CompileContext } from './context.js';

/** The result of compiling a table row, without the properties that identify the instruction. */
export type CompiledInstruction = Partial<
  Omit<Instruction, 'pc' | 'index' | 'words' | 'uses' | 'defines' | 'target'>
> &
  Pick<Instruction, 'kind'> & {
    /** Byte offset of a branch target. */
    readonly targetPc?: number;
  };

/** A function that compiles the rows of one family. */
export type Compile<R> = (row: R, context: CompileContext) => CompiledInstruction;
