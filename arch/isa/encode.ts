import type { Gfx } from '../chips.js';
import { type Extension, getAddressFields, getExtensionFields } from './formats/extension.js';
import { type FormatName, getLayout } from './formats/index.js';
import { type Fields, type Layout, writeFields } from './formats/layout.js';

/** Everything encoded in an instruction, as returned by `splitInstruction`. */
export interface Encodable {
  readonly format: FormatName;
  readonly extension: Extension;
  readonly fields: Fields;
  readonly literal: number;
}

/** Encodes an instruction as machine words. Missing fields are encoded as zero. */
export function encode({ format, extension, fields, literal }: Encodable, gfx: Gfx): number[] {
  const layout = getLayout(format, gfx);
  const words = Array.from({ length: layout.words }, (_, i) => (i === 0 ? layout.match : 0));
  writeFields(words, layout.fields, fields);
  const append = (count: number, places: Layout['fields']): void => {
    const added = Array.from({ length: count }, () => 0);
    writeFields(added, places, fields);
    words.push(...added);
  };
  const { nsa = 0 } = fields;
  if (format === 'mimg') append(nsa, getAddressFields(nsa));
  if (extension === 'literal') words.push(literal >>> 0);
  else if (extension !== 'none') append(1, getExtensionFields(extension, format));
  return words;
}
