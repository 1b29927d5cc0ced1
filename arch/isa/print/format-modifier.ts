import type { Gfx } from '../../chips.js';
import { DATA_FORMAT_NAMES, getBufferFormatName, NUMBER_FORMAT_NAMES } from '../texels/format-numbers.js';

/** Prefix of LLVM's format names on all generations except GFX9. */
export const FORMAT_PREFIX = 'BUF_FMT_';
/** Prefix of LLVM's names for GFX9 data formats. */
export const DATA_FORMAT_PREFIX = 'BUF_DATA_FORMAT_';
/** Prefix of LLVM's names for GFX9 number formats. */
export const NUMBER_FORMAT_PREFIX = 'BUF_NUM_FORMAT_';

/** The default format: 8_UNORM on every generation. */
export const DEFAULT_FORMAT = 1;

function printGfx9Format(format: number): string {
  const [data, number] = [format & 15, format >>> 4];
  const names: string[] = [];
  if (data !== DEFAULT_FORMAT) names.push(`${DATA_FORMAT_PREFIX}${DATA_FORMAT_NAMES[data]}`);
  if (number !== 0) names.push(`${NUMBER_FORMAT_PREFIX}${NUMBER_FORMAT_NAMES[number]}`);
  return `[${names.join(',')}]`;
}

/**
 * Formats the format modifier of a typed buffer access the way LLVM does: by name, or by number if the format has none.
 * Omits the default.
 */
export function printFormatModifier(format: number, gfx: Gfx): string[] {
  if (format === DEFAULT_FORMAT) return [];
  if (gfx === 'gfx9') return [`format:${printGfx9Format(format)}`];
  const name = getBufferFormatName(format, gfx);
  return [name === undefined ? `format:${format}` : `format:[${FORMAT_PREFIX}${name}]`];
}
