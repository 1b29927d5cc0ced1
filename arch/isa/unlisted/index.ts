import type { Gfx } from '../../chips.js';
import { findGenerationEntry } from '../../since-generation.js';
import type { FormatName } from '../formats/index.js';
import type { Fields } from '../formats/layout.js';
import { MEMORY_NAMES } from './memory.js';
import { OTHER_NAMES } from './other.js';
import type { NamedFormat } from './unlisted-names.js';

const SEGMENT_GLOBAL = 2;

/** Returns the key for a format's names. Global accesses have separate names. */
function getListKey(format: FormatName, { seg }: Fields): NamedFormat {
  return format === 'flat' && seg === SEGMENT_GLOBAL ? 'global' : format;
}

/** Returns LLVM's name for an instruction without a table row, or undefined if the generation lacks it. */
export function findUnlistedName(format: FormatName, fields: Fields, gfx: Gfx): string | undefined {
  const opcode = fields.op ?? 0;
  for (const names of [MEMORY_NAMES, OTHER_NAMES]) {
    const found = Object.entries(names[getListKey(format, fields)] ?? {}).find(
      ([, opcodes]) => findGenerationEntry(opcodes, gfx) === opcode,
    );
    if (found !== undefined) return found[0];
  }
  return undefined;
}
