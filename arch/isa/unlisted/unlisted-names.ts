import type { FormatName } from '../formats/index.js';
import type { Opcodes } from '../rows/row-base.js';

/** Formats, with the segments of the flat ones apart. */
export type NamedFormat = FormatName | 'global';

/** LLVM's names by format, with the opcodes of the generations. */
export type UnlistedNames = Readonly<Partial<Record<NamedFormat, Readonly<Record<string, Opcodes>>>>>;
