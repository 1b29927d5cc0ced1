import type { Gfx } from '../../chips.js';
import { inForce } from '../../since-generation.js';
import type { FormatName } from '../formats/index.js';
import type { Fields } from '../formats/layout.js';
import { MEMORY_NAMES } from './memory.js';
import { OTHER_NAMES } from './other.js';
import type { NamedFormat } from './unlisted-names.js';

const SEGMENT_GLOBAL = 2;

/** The key under which a format's names are listed. Global accesses have separate names. */
function formatOf(format: FormatName, { seg }: Fields): NamedFormat {
  return format === 'flat' && seg === SEGMENT_GLOBAL ? 'global' : format;
}

/** LLVM's name for an instruction that is missing from the table, or undefined if the generation has no such instruction. */
export function unlistedName(format: FormatName, fields: Fields, gfx: Gfx): string | undefined {
  const opcode = fields.op ?? 0;
  for (const names of [MEMORY_NAMES, OTHER_NAMES]) {
    const found = Object.entries(names[formatOf(format, fields)] ?? {}).find(
      ([, opcodes]) => inForce(opcodes, gfx) === opcode,
    );
    if (found !== undefined) return found[0];
  }
  return undefined;
}
