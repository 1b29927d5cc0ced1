import { parse } from 'yaml';
import type { Gfx } from '../../../arch/index.js';
import { UsageError } from '../../../transactions/index.js';
import { formatOneLine } from '../../basics/index.js';
import { parseConfigMetadata } from '../../elf/mesa-config.js';
import { parsePalMetadata } from '../../elf/pal-metadata.js';
import type { ShaderMetadata } from '../../elf/shader-metadata.js';
import type { ProgramText } from './text-program.js';

const PAL = /^\s*\.amdgpu_pal_metadata\s*$/;
const PAL_END = /^\s*\.end_amdgpu_pal_metadata/;
const CONFIG = /^\s*\.section\s+\.AMDGPU\.config\b/;
const LONG = /^\s*\.long\s+(\w+)/;

/**
 * Reads the pixel shader metadata from the sections of an assembly file, as it would appear in the assembled object.
 * Returns undefined if there is none.
 */
export function readAssemblyMetadata({ lines, file }: ProgramText, gfx: Gfx): ShaderMetadata | undefined {
  const pal = findLinesAfter(lines, PAL, (line) => !PAL_END.test(line));
  if (pal !== undefined && pal.end < lines.length)
    return parsePalMetadata(parseDocument(lines.slice(pal.begin, pal.end).join('\n'), file), gfx, file);
  const config = findLinesAfter(lines, CONFIG, (line) => LONG.test(line));
  if (config === undefined || config.begin === config.end) return undefined;
  const words = lines.slice(config.begin, config.end).map((line) => Number(LONG.exec(line)![1]));
  return parseConfigMetadata(words, gfx, file);
}

/** Returns the range of lines under the first matching heading, excluding `end`; undefined if no heading matches. */
function findLinesAfter(
  lines: readonly string[],
  heading: RegExp,
  belongsToSection: (line: string) => boolean,
): { readonly begin: number; readonly end: number } | undefined {
  const begin = lines.findIndex((line) => heading.test(line)) + 1;
  if (begin === 0) return undefined;
  const length = lines.slice(begin).findIndex((line) => !belongsToSection(line));
  return { begin, end: length < 0 ? lines.length : begin + length };
}

function parseDocument(yaml: string, file: string): unknown {
  try {
    return parse(yaml, { maxAliasCount: 0 });
  } catch (error) {
    throw new UsageError(
      `Invalid assembly in ${file}: its PAL metadata is not YAML (${formatOneLine(error)})`,
    );
  }
}
