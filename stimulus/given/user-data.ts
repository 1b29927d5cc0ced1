import type { Gfx } from '../../arch/index.js';
import type { CorpusRecord } from '../corpus.js';
import { givenBuffer } from '../driver/given-buffers.js';
import { rawBufferDescriptor } from '../driver/raw-buffer.js';
import { wordText } from '../driver/words.js';

type Argument = CorpusRecord['abi']['args'][number];

/** What goes into the user SGPRs of an argument, by the pattern of its name; the group is its number. */
const SOURCES: readonly (readonly [name: RegExp, source: (number: number) => string])[] = [
  [/^descriptor_set\[(\d+)\]$/, (set) => `set${set}.lo`],
  [/^inline_push_const\[(\d+)\]$/, (dword) => `pc+${4 * dword}`],
  [/^push_constants$/, () => 'pcbuf.lo'],
  [/^(?:ps_)?epilog_pc$/, () => 'epilog.lo'],
];

/** User data of a list of arguments, register by register; what is said goes before what the names mean. */
export function userDataFrom(
  gfx: Gfx,
  args: readonly Argument[],
  said: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const meant = args.filter(({ file }) => file === 's').flatMap((argument) => wordsOf(gfx, argument));
  return { ...Object.fromEntries(meant), ...said };
}

function wordsOf(gfx: Gfx, { name, reg }: Argument): (readonly [register: string, source: string])[] {
  const buffer = givenBuffer(name);
  if (buffer !== undefined) {
    const words = rawBufferDescriptor(gfx, buffer.address, buffer.bytes);
    return words.map((word, i) => [`s${reg + i}`, wordText(word)]);
  }
  for (const [pattern, source] of SOURCES) {
    const match = pattern.exec(name);
    if (match !== null) return [[`s${reg}`, source(Number(match[1] ?? 0))]];
  }
  return [];
}
