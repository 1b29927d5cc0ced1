import { type ChipName, chipOf, factsOf } from '../../arch/index.js';
import { shadesSamples } from './shader-intent.js';
import type { ShaderInterface } from './shader-interface.js';
import type { SourceAccess } from './source-accesses.js';

/** What the source shows and one chip's machine code does not, one sentence each, to go with its verdict. */
export function sourceNotes(shader: ShaderInterface, chip: ChipName): readonly string[] {
  const { exitsByExport } = factsOf(chipOf(chip).gfx);
  const after = exitsByExport ? accessesAfter(shader.accesses) : [];
  const isShared =
    shader.interlock?.startsWith('sample') === true &&
    !shadesSamples(shader) &&
    shader.accesses.some(({ kind }) => kind === 'store');
  return [
    ...after.map(
      ({ kind, name, line }) =>
        `source:${line === undefined ? '' : ` line ${line},`} the ${kind} of ${name === '' ? 'memory' : name} is after the end of the section; on this generation the section lasts until the last export, on others it does not`,
    ),
    ...(isShared
      ? [
          'source: a sample interlock in a shader that runs once per pixel: invocations that cover different samples of a pixel are not ordered',
        ]
      : []),
  ];
}

/** Accesses after the section's end to resources accessed in it. */
function accessesAfter(accesses: readonly SourceAccess[]): readonly SourceAccess[] {
  const begin = accesses.findIndex(({ kind }) => kind === 'begin');
  const end = accesses.findIndex(({ kind }) => kind === 'end');
  if (begin < 0 || end < begin) return [];
  const covered = new Set(accesses.slice(begin, end).map(({ name }) => name));
  return accesses
    .slice(end + 1)
    .filter(({ kind, name }) => kind !== 'begin' && kind !== 'end' && covered.has(name));
}
