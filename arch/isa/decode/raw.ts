import type { Gfx } from '../../chips.js';
import { factsOf } from '../../generation-facts.js';
import { getGeneration, type InstructionSet } from '../../instruction-set.js';
import { isAtLeast } from '../../since-generation.js';
import {
  type Extension,
  getAddressFields,
  getExtensionFields,
  SOURCE_DPP8,
  SOURCE_DPP8_FETCH_INACTIVE,
  SOURCE_DPP16,
  SOURCE_LITERAL,
  SOURCE_SDWA,
} from '../formats/extension.js';
import { type FormatName, findFormat, getLayout } from '../formats/index.js';
import { type Fields, readFields } from '../formats/layout.js';
import type { Row } from '../rows/row.js';
import { type Encoding, findDualRow, findRow, isShort } from '../table.js';
import { findUnlistedName } from '../unlisted.js';

/** An instruction split into named fields, together with its table row. */
export interface RawInstruction {
  readonly row: Row;
  readonly format: FormatName;
  /** `e64` if the row's base format is shorter. */
  readonly encoding: Encoding;
  readonly extension: Extension;
  /** The fields of the format and of the SDWA or DPP word, if any. */
  readonly fields: Fields;
  /** The 32-bit literal, or 0 if there is none. */
  readonly literal: number;
  readonly words: readonly number[];
}

/** Why the words could not be split into fields, and which words to skip. */
export interface RawFailure {
  readonly reason: string;
  readonly words: readonly number[];
}

/** Narrows the result of `splitInstruction` to a failure. */
export function isFailure(result: RawInstruction | RawFailure): result is RawFailure {
  return 'reason' in result;
}

const SOURCE_FIELDS = ['ssrc0', 'ssrc1', 'src0', 'src1', 'src2', 'srcx0', 'srcy0'];

function findExtension(format: FormatName, fields: Fields, row: Row, gfx: Gfx): Extension {
  if (row.family === 'interpolation') return 'none';
  if ((row.family === 'vector' || row.family === 'scalar') && row.literalAt !== undefined) return 'literal';
  if (row.family === 'dual' && [row, findDualRow(fields.opy)].some((half) => half?.single.literalAt))
    return 'literal';
  if (row.family === 'control' && row.control === 'setreg-imm') return 'literal';
  if (row.family === 'control' && row.control === 'message') return 'none';
  const first = fields.src0;
  if (isShort(format) && first === SOURCE_SDWA && !isAtLeast(gfx, 'gfx11')) return 'sdwa';
  if (
    isShort(format) ||
    (isAtLeast(gfx, 'gfx11') && (format === 'vop3' || format === 'vop3sd' || format === 'vop3p'))
  ) {
    if (first === SOURCE_DPP16) return 'dpp16';
    const isDpp8 = first === SOURCE_DPP8 || first === SOURCE_DPP8_FETCH_INACTIVE;
    if (isDpp8 && gfx !== 'gfx9') return 'dpp8';
  }
  if (!factsOf(gfx).longFormsTakeLiterals && format.startsWith('vop3')) return 'none';
  return SOURCE_FIELDS.some((name) => fields[name] === SOURCE_LITERAL) ? 'literal' : 'none';
}

/** Splits the instruction at `offset` (in words) into its fields. */
export function splitInstruction(
  words: ArrayLike<number>,
  offset: number,
  set: InstructionSet,
): RawInstruction | RawFailure {
  const gfx = getGeneration(set);
  const first = words[offset] >>> 0;
  const hex = (word: number) => `0x${(word >>> 0).toString(16).padStart(8, '0')}`;
  const format = findFormat(first, gfx);
  if (format === undefined) return { reason: `reserved encoding ${hex(first)}`, words: [first] };
  const base = getLayout(format, gfx);
  const take = (count: number) => Array.from({ length: count }, (_, i) => words[offset + i] >>> 0);
  if (offset + base.words > words.length) return { reason: 'truncated', words: take(words.length - offset) };

  const baseFields = readFields(words, offset, base.fields);
  const found = findRow(format, baseFields, set);
  if (found === undefined) {
    const name =
      findUnlistedName(format, baseFields, gfx) ?? `${format} opcode 0x${(baseFields.op ?? 0).toString(16)}`;
    return { reason: `unsupported: ${name}`, words: take(base.words) };
  }
  const layout = getLayout(found.format, gfx);
  const fields = layout === base ? baseFields : readFields(words, offset, layout.fields);
  const extension = findExtension(found.format, fields, found.row, gfx);
  const addressWords = found.format === 'mimg' ? (fields.nsa ?? 0) : 0;
  const length = layout.words + (extension === 'none' ? 0 : 1) + addressWords;
  if (offset + length > words.length) return { reason: 'truncated', words: take(words.length - offset) };
  const next = offset + layout.words;
  return {
    row: found.row,
    format: found.format,
    encoding: found.encoding,
    extension,
    fields: {
      ...fields,
      ...readFields(words, next, getExtensionFields(extension, found.format)),
      ...readFields(words, next, getAddressFields(addressWords)),
    },
    literal: extension === 'literal' ? words[next] | 0 : 0,
    words: take(length),
  };
}
