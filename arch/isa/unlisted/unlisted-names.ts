import type { FormatName } from '../formats/index.js';
import type { Opcodes } from '../rows/row-base.js';

/** A format, or the global segment of the flat format. */
export type NamedFormat = FormatName | 'global';

/** Opcodes per generation, keyed by format and LLVM name. */
export type UnlistedNames = Readonly<Partial<Record<NamedFormat, Readonly<Record<string, Opcodes>>>>>;
