import type { FormatName } from '../formats/index.js';
import type { Opcodes } from '../rows/row-base.js';

/** Formats, and the global segment of the flat one. */
export type NamedFormat = FormatName | 'global';

/** LLVM's names by format, with each generation's opcodes. */
export type UnlistedNames = Readonly<Partial<Record<NamedFormat, Readonly<Record<string, Opcodes>>>>>;
