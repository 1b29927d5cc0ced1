import { parse } from 'yaml';
import type { Gfx } from '../../../arch/index.js';
import { UsageError } from '../../../transactions/index.js';
import { oneLine } from '../../basics/one-line.js';
import { configMetadata } from '../../elf/mesa-config.js';
import { treeMetadata } from '../../elf/pal-metadata.js';
import type { ShaderMetadata } from '../../elf/shader-metadata.js';
import type { ProgramText } from './text-program.js';

const PAL = /^\s*\.amdgpu_pal_metadata\s*\n([\s\S]*?)^\s*\.end_amdgpu_pal_metadata/m;
const CONFIG = /^\s*\.section\s+\.AMDGPU\.config\b.*\n((?:\s*\.long\s+\S+.*\n)+)/m;
const LONG = /^\s*\.long\s+(\w+)/gm;

/** What the sections of an assembly text say of its pixel shader, as an object made from it would; undefined where they say nothing. */
export function assemblyMetadata({ text, file }: ProgramText, gfx: Gfx): ShaderMetadata | undefined {
  const pal = PAL.exec(text)?.[1];
  if (pal !== undefined) return treeMetadata(documentOf(pal, file), gfx, file);
  const config = CONFIG.exec(text)?.[1];
  if (config === undefined) return undefined;
  const words = Array.from(config.matchAll(LONG), ([, word]) => Number(word));
  return configMetadata(words, gfx, file);
}

function documentOf(yaml: string, file: string): unknown {
  try {
    return parse(yaml, { maxAliasCount: 0 });
  } catch (error) {
    throw new UsageError(`Invalid assembly ${file}: its PAL metadata is not YAML (${oneLine(error)})`);
  }
}
