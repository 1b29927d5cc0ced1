import type { BlockWord } from './block-words.js';

/** Byte offsets of a scene's values in the testbench's push constant block, which the corpus also uses (corpus.md). */
const SOURCE = { k: 0, primBase: 4, width: 8, flags: 12, alpha: 16, count: 20, addr: 24 } as const;

/** Meanings of push constant members, by name; the first match wins. */
const MEANINGS: readonly (readonly [name: RegExp, source: keyof typeof SOURCE])[] = [
  ...(Object.keys(SOURCE) as (keyof typeof SOURCE)[]).map((name) => [new RegExp(`^${name}$`), name] as const),
  [/width|stride|pitch|extent|size|resolution|dim/i, 'width'],
  [/count|max|num|limit|capacity|layers|length/i, 'count'],
];

/**
 * Returns the source of the value in the user SGPR that holds a push constant dword, such as `pc+8` for the scene's
 * width. If the block's words are unknown, the offset is the dword's own.
 */
export function getPushSource(words: readonly BlockWord[] | undefined, byte: number): string {
  if (words === undefined) return `pc+${byte}`;
  const word = words.find((candidate) => candidate.byte === byte);
  if (word === undefined) return `pc+${SOURCE.flags}`;
  if (word.kind === 'address') return `pc+${SOURCE.addr + 4 * (word.part % 2)}`;
  const meaning = findMeaning(word);
  if (meaning === 'addr') return `pc+${SOURCE.addr + 4 * (word.part % 2)}`;
  return `pc+${SOURCE[meaning ?? (word.kind === 'float' ? 'alpha' : 'flags')]}`;
}

function findMeaning({ name }: BlockWord): keyof typeof SOURCE | undefined {
  return MEANINGS.find(([pattern]) => pattern.test(name))?.[1];
}

/** Values in a uniform buffer with an extent, by meaning: a width no smaller than any scene's, and few layers. */
const CONTENTS = { width: 128, count: 4, float: 0x3f000000, other: 3 } as const;

/**
 * Returns a uniform buffer's words, which are the same in every scene. Undefined for a buffer without an extent, which
 * each scene fills differently.
 */
export function getUniformContents(words: readonly BlockWord[]): readonly number[] | undefined {
  if (!words.some((word) => word.kind !== 'float' && findMeaning(word) === 'width')) return undefined;
  const contents: number[] = [];
  for (const word of words) {
    const meaning = findMeaning(word);
    const integer = meaning === 'width' || meaning === 'count' ? CONTENTS[meaning] : CONTENTS.other;
    contents[word.byte / 4] = word.kind === 'float' ? CONTENTS.float : integer;
  }
  return Array.from(contents, (value) => value ?? 0);
}
