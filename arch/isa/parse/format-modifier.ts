import type { Gfx } from '../../chips.js';
import { DATA_FORMAT_PREFIX, DEFAULT_FORMAT, FORMAT_PREFIX, NUMBER_FORMAT_PREFIX } from '../print/memory.js';
import { DATA_FORMAT_NAMES, getBufferFormatNumber, NUMBER_FORMAT_NAMES } from '../texels/format-numbers.js';
import { ParseError, parseInteger, parseList } from './tokens.js';

const NUMBER_SHIFT = 4;

/** Returns the number of a GFX9 format from its prefixed name, or undefined if no format in `names` has that name. */
function findGfx9Format(name: string, prefix: string, names: readonly string[]): number | undefined {
  const index = name.startsWith(prefix) ? names.indexOf(name.slice(prefix.length)) : -1;
  return index < 0 ? undefined : index;
}

function parseGfx9Format(names: readonly string[]): number {
  let [data, number] = [DEFAULT_FORMAT, 0];
  for (const name of names) {
    const asData = findGfx9Format(name, DATA_FORMAT_PREFIX, DATA_FORMAT_NAMES);
    const asNumber = findGfx9Format(name, NUMBER_FORMAT_PREFIX, NUMBER_FORMAT_NAMES);
    if (asData === undefined && asNumber === undefined) throw new ParseError('a gfx9 buffer format', name);
    data = asData ?? data;
    number = asNumber ?? number;
  }
  return data | (number << NUMBER_SHIFT);
}

/** Returns the format given by a typed buffer access's modifier, or the default if there is no modifier. */
export function parseFormat(text: string | undefined, gfx: Gfx): number {
  if (text === undefined) return DEFAULT_FORMAT;
  if (!text.startsWith('[')) {
    const number = parseInteger(text);
    if (number < 0 || number > 127) throw new ParseError('a buffer format from 0 to 127', text);
    return number;
  }
  const names = parseList(text);
  if (gfx === 'gfx9') return parseGfx9Format(names);
  const isName = names.length === 1 && names[0].startsWith(FORMAT_PREFIX);
  const number = isName ? getBufferFormatNumber(names[0].slice(FORMAT_PREFIX.length), gfx) : -1;
  if (number < 0) throw new ParseError(`a ${gfx} buffer format`, text);
  return number;
}
