import type { WaveSize } from '../../../arch/index.js';
import type { ShaderMetadata } from '../../elf/shader-metadata.js';
import type { GivenState } from '../given-programs.js';
import type { TextTarget } from './text-target.js';

/** One program of a text file. */
export interface TextProgram {
  readonly words: readonly number[];
  /** The line, from 1, with each word's instruction. */
  readonly lines: readonly number[];
  /** Names of places in the code, by their byte offset. */
  readonly labels: Readonly<Record<number, string>>;
  /** Distinguishes it from other programs in its text; absent if it is the only one. */
  readonly name?: string;
  readonly wave?: WaveSize;
  /** Metadata of the program in the text, besides its code. */
  readonly metadata?: ShaderMetadata;
}

/** A text file to be read. */
export interface ProgramText {
  readonly text: string;
  readonly lines: readonly string[];
  /** Its name in messages. */
  readonly file: string;
  readonly state: GivenState;
  /** Its target, if stated. */
  readonly target: TextTarget | undefined;
}

/** One kind of text that holds programs. */
export interface TextFormat {
  /** Its common name. */
  readonly name: string;
  /** Whether a text is of this kind, judged by content alone. */
  readonly recognises: (text: string) => boolean;
  /** Its pixel shaders, at least one. Throws `UsageError` in one line if the text cannot be used. */
  readonly read: (text: ProgramText) => readonly TextProgram[];
}
