import type { WaveSize } from '../../../arch/index.js';
import type { ShaderMetadata } from '../../elf/shader-metadata.js';
import type { StateWithSource } from '../external-programs.js';
import type { TextTarget } from './text-target.js';

/** Matches the first word of an instruction in LLVM's syntax. */
const MNEMONIC =
  /^\s*(?:[\w.$]+:\s*)?(?:(?:s|v|ds|lds|buffer|tbuffer|image|global|flat|scratch)_\w+|exp(?:ort)?\s+(?:mrt|pos|null|prim|param|dual))/;

/** Whether a line contains an instruction, alone or after a label. */
export function isInstruction(line: string): boolean {
  return MNEMONIC.test(line);
}

/** A program in a text file. */
export interface TextProgram {
  readonly words: readonly number[];
  /** The 1-based line number of each word's instruction. */
  readonly lines: readonly number[];
  /** Labels in the code, by byte offset. */
  readonly labels: Readonly<Record<number, string>>;
  /** A name that distinguishes this program from others in the same file; absent if it is the only one. */
  readonly name?: string;
  readonly wave?: WaveSize;
  /** The program's metadata, if the file has any. */
  readonly metadata?: ShaderMetadata;
}

/** A text file to read. */
export interface ProgramText {
  readonly text: string;
  readonly lines: readonly string[];
  /** The file's name in error messages. */
  readonly file: string;
  readonly state: StateWithSource;
  /** The target named in the text, if any. */
  readonly target: TextTarget | undefined;
}

/** A text format for programs. */
export interface TextFormat {
  /** The format's common name. */
  readonly name: string;
  /** Whether the text is in this format, judging by its content alone. */
  readonly recognises: (text: string) => boolean;
  /**
   * Reads the pixel shaders in a file; always returns at least one. Throws `UsageError` if the file is unusable.
   */
  readonly read: (text: ProgramText) => readonly TextProgram[];
}
