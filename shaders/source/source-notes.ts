import { type ChipName, chipOf, factsOf } from '../../arch/index.js';
import { runsPerSample } from './shader-intent.js';
import type { ShaderInterface } from './shader-interface.js';
import type { SourceAccess } from './source-accesses.js';

/** Returns findings that only the source reveals, one sentence each. */
export function listSourceNotes(shader: ShaderInterface): readonly string[] {
  const isMisleading =
    shader.interlock?.startsWith('sample') === true &&
    !runsPerSample(shader) &&
    shader.accesses.some(({ kind }) => kind === 'store');
  return isMisleading
    ? [
        'source: the shader uses a sample interlock but runs once per pixel, so invocations that cover different samples of a pixel are not ordered',
      ]
    : [];
}

/**
 * Finds accesses that follow the section but use a resource that the section also accesses, once per source line. If
 * the section is empty, these are the accesses to resources that the shader stores to. Otherwise, only applies to chips
 * whose section lasts until the last export, so that these accesses are still ordered. On other chips, the rules catch
 * them in the machine code.
 */
export function findLateAccesses({ accesses }: ShaderInterface, chip: ChipName): readonly SourceAccess[] {
  const begin = accesses.findIndex(({ kind }) => kind === 'begin');
  const end = accesses.findIndex(({ kind }) => kind === 'end');
  if (begin < 0 || end < begin) return [];
  const inSection = accesses.slice(begin + 1, end);
  if (inSection.length > 0 && !factsOf(chipOf(chip).gfx).exitsByExport) return [];
  const ordered = inSection.length > 0 ? inSection : accesses.filter(({ kind }) => kind === 'store');
  const orderedNames = new Set(ordered.map(({ name }) => name));
  const lateAccesses = accesses
    .slice(end + 1)
    .filter(({ kind, name }) => kind !== 'begin' && kind !== 'end' && orderedNames.has(name));
  const getKey = ({ kind, name, line }: SourceAccess): string => `${kind} ${name} ${line}`;
  return [...new Map(lateAccesses.map((access) => [getKey(access), access])).values()];
}
