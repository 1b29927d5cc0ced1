import type { Instruction } from '../instruction.js';
import type { CompileContext } from './context.js';

/** What compiling a row adds to the instruction's identity. */
export type Compiled = Partial<Omit<Instruction, 'pc' | 'index' | 'words' | 'uses' | 'defines' | 'target'>> &
  Pick<Instruction, 'kind'> & {
    /** Branches: byte offset of the target. */
    readonly targetPc?: number;
  };

/** Compiles rows of one family. */
export type Compile<R> = (row: R, context: CompileContext) => Compiled;
