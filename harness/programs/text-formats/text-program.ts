import type { WaveSize } from '../../../arch/index.js';
import type { ShaderMetadata } from '../../elf/shader-metadata.js';
import type { GivenState } from '../given-programs.js';
import type { TextTarget } from './text-target.js';

/** One program of a text. */
export interface TextProgram {
  readonly words: readonly number[];
  /** The line, from 1, with the instruction of each word. */
  readonly lines: readonly number[];
  /** Names of places in the code, by their byte offset. */
  readonly labels: Readonly<Record<number, string>>;
  /** Tells it from the other programs of its text; absent where it is the only one. */
  readonly name?: string;
  readonly wave?: WaveSize;
  /** What the text says of the program beside its code. */
  readonly metadata?: ShaderMetadata;
}

/** A text to be read. */
export interface ProgramText {
  readonly text: string;
  readonly lines: readonly string[];
  /** How messages call it. */
  readonly file: string;
  readonly state: GivenState;
  /** What it is for, where it says so. */
  readonly target: TextTarget | undefined;
}

/** One kind of text that holds programs. */
export interface TextFormat {
  /** As people call it. */
  readonly name: string;
  /** Whether a text is of this kind, by its content alone. */
  readonly recognises: (text: string) => boolean;
  /** Its pixel shaders, at least one. Throws `UsageError` in one line for a text that cannot be used. */
  readonly read: (text: ProgramText) => readonly TextProgram[];
}
