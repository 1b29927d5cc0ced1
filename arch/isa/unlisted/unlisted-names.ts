import type { FormatName } from '../formats/index.js';
import type { Opcodes } from '../rows/row-base.js';

/** A format, or the global segment of the flat format. */
export type NamedFormat = FormatName | 'global';

/** LLVM's names by format, with each generation's opcodes. */
export type UnlistedNames = Readonly<Partial<Record<NamedFormat, Readonly<Record<string, Opcodes>>>>>;
