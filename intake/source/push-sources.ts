import type { BlockWord } from './spirv-types.js';

/** Byte offsets of a scene's values in the testbench's push constant block, which the corpus also uses (corpus.md). */
const OFFSET = { k: 0, primBase: 4, width: 8, flags: 12, alpha: 16, count: 20, addr: 24 } as const;

/** Meanings of push constant members, by name; the first match wins. */
const MEANINGS: readonly (readonly [name: RegExp, source: keyof typeof OFFSET])[] = [
  ...(Object.keys(OFFSET) as (keyof typeof OFFSET)[]).map((name) => [new RegExp(`^${name}$`), name] as const),
  [/width|stride|pitch|extent|size|resolution|dim/i, 'width'],
  [/count|max|num|limit|capacity|layers|length/i, 'count'],
];

/**
 * Returns where the user SGPR for a push constant dword gets its value, such as `pc+8` for the scene's width. If the
 * block's layout is unknown, the dword's own offset is used.
 */
export function getPushSource(words: readonly BlockWord[] | undefined, byte: number): string {
  if (words === undefined) return `pc+${byte}`;
  const word = words.find((candidate) => candidate.byte === byte);
  if (word === undefined) return `pc+${OFFSET.flags}`;
  if (word.kind === 'address') return `pc+${OFFSET.addr + 4 * (word.index % 2)}`;
  const meaning = guessMeaning(word);
  if (meaning === 'addr') return `pc+${OFFSET.addr + 4 * (word.index % 2)}`;
  return `pc+${OFFSET[meaning ?? (word.kind === 'float' ? 'alpha' : 'flags')]}`;
}

function guessMeaning({ name }: BlockWord): keyof typeof OFFSET | undefined {
  return MEANINGS.find(([pattern]) => pattern.test(name))?.[1];
}

/**
 * Values for uniform buffers that contain an extent, such as a width or stride. The width is at least that of any
 * scene; counts, such as the number of layers, are small.
 */
const CONTENTS = { width: 128, count: 4, float: 0x3f000000, other: 3 } as const;

/**
 * Returns a uniform buffer's words, which are the same in every scene. Returns undefined for a buffer without an
 * extent, since every scene fills such buffers differently.
 */
export function getUniformContents(words: readonly BlockWord[]): readonly number[] | undefined {
  if (!words.some((word) => word.kind !== 'float' && guessMeaning(word) === 'width')) return undefined;
  const contents: number[] = [];
  for (const word of words) {
    const meaning = guessMeaning(word);
    const integer = meaning === 'width' || meaning === 'count' ? CONTENTS[meaning] : CONTENTS.other;
    contents[word.byte / 4] = word.kind === 'float' ? CONTENTS.float : integer;
  }
  return Array.from(contents, (value) => value ?? 0);
}
