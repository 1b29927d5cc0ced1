import type { Gfx } from '../../chips.js';
import { bufferFormatName, DATA_FORMAT_NAMES, NUMBER_FORMAT_NAMES } from '../texels/format-numbers.js';

/** Prefixes of LLVM's names: the common numbering, and GFX9's two fields. */
export const FORMAT_PREFIX = 'BUF_FMT_';
export const DATA_FORMAT_PREFIX = 'BUF_DATA_FORMAT_';
export const NUMBER_FORMAT_PREFIX = 'BUF_NUM_FORMAT_';

/** The format if the text has none: 8_UNORM in every numbering. */
export const DEFAULT_FORMAT = 1;

function gfx9FormatText(format: number): string {
  const [data, number] = [format & 15, format >>> 4];
  const names: string[] = [];
  if (data !== DEFAULT_FORMAT) names.push(`${DATA_FORMAT_PREFIX}${DATA_FORMAT_NAMES[data]}`);
  if (number !== 0) names.push(`${NUMBER_FORMAT_PREFIX}${NUMBER_FORMAT_NAMES[number]}`);
  return `[${names.join(',')}]`;
}

/** A typed buffer access's format as LLVM prints it: by name, by number if unnamed, omitted if the default. */
export function formatModifier(format: number, gfx: Gfx): string[] {
  if (format === DEFAULT_FORMAT) return [];
  if (gfx === 'gfx9') return [`format:${gfx9FormatText(format)}`];
  const name = bufferFormatName(format, gfx);
  return [name === undefined ? `format:${format}` : `format:[${FORMAT_PREFIX}${name}]`];
}
