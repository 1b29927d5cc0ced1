import type { Gfx } from '../chips.js';
import { type Extension, getExtensionFields } from './formats/extension.js';
import { type FormatName, getLayout } from './formats/index.js';
import { type Fields, writeFields } from './formats/layout.js';

/** Everything encoded in an instruction, as returned by `splitInstruction`. */
export interface Encodable {
  readonly format: FormatName;
  readonly extension: Extension;
  readonly fields: Fields;
  readonly literal: number;
}

const ADDRESSES_PER_WORD = 4;

/** Encodes the additional address registers of an image instruction, four to a word. */
function encodeAddressWords(fields: Fields): number[] {
  return Array.from({ length: fields.nsa ?? 0 }, (_, word) => {
    let packed = 0;
    for (let i = 0; i < ADDRESSES_PER_WORD; i++) {
      packed |= (fields[`addr${word * ADDRESSES_PER_WORD + i + 1}`] ?? 0) << (8 * i);
    }
    return packed >>> 0;
  });
}

/** Encodes an instruction as machine words. Missing fields are encoded as zero. */
export function encode({ format, extension, fields, literal }: Encodable, gfx: Gfx): number[] {
  const layout = getLayout(format, gfx);
  const words = Array.from({ length: layout.words }, (_, i) => (i === 0 ? layout.match : 0));
  writeFields(words, layout.fields, fields);
  if (format === 'mimg') words.push(...encodeAddressWords(fields));
  if (extension === 'literal') words.push(literal >>> 0);
  else if (extension !== 'none') {
    const extensionWords = [0];
    writeFields(extensionWords, getExtensionFields(extension, format), fields);
    words.push(...extensionWords);
  }
  return words;
}
