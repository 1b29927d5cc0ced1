import type { Comparison, MemoryObject } from '../../../transactions/index.js';
import { formatWord } from '../basics/words.js';
import type { TouchMap } from './touch-map.js';
import { PAGE_WORDS } from './touch-pages.js';

/** A difference between observed and expected memory contents. */
export interface Difference {
  readonly object: string;
  /** Name of the differing word or list. */
  readonly item: string;
  readonly expected: string;
  readonly observed: string;
  /** The observed word. Absent for a list. */
  readonly value?: number;
  /** The byte address of the word, or of the list's head. */
  readonly address: number;
  /** The key shared by all touches of the word (`TouchMap.getOwner`). Undefined if there is none, and for lists. */
  readonly owner: number | undefined;
}

/** The result of comparing one object. */
export interface ObjectComparison {
  readonly differences: readonly Difference[];
  /** Number of words or lists compared. */
  readonly compared: number;
  /** Number of compared words or lists that were written. */
  readonly written: number;
  /** Number of words that were skipped because several values are valid. */
  readonly uncompared: number;
}

/** Compares the words of object `index` that have a unique correct value. */
export function compareWords(
  object: MemoryObject,
  index: number,
  observed: Int32Array,
  expected: Int32Array,
  touches: TouchMap,
): ObjectComparison {
  const differences: Difference[] = [];
  let uncompared = 0;
  let written = 0;
  const wordCount = Math.min(observed.length, Math.ceil(object.bytes / 4));
  for (let first = 0; first < wordCount; first += PAGE_WORDS) {
    const end = Math.min(first + PAGE_WORDS, wordCount);
    // All unwritten words can be compared, and they rarely differ.
    if (!touches.isPageWritten(index, first) && areEqual(observed, expected, first, end)) continue;
    for (let word = first; word < end; word++) {
      if (!touches.isComparable(index, word)) {
        uncompared++;
        continue;
      }
      if (touches.isWritten(index, word)) written++;
      if (observed[word] !== expected[word])
        differences.push({
          object: object.name,
          item: `word ${word}`,
          expected: formatWord(expected[word]),
          observed: formatWord(observed[word]),
          value: observed[word]!,
          address: object.address + word * 4,
          owner: touches.getOwner(index, word),
        });
    }
  }
  return { differences, compared: wordCount - uncompared, written, uncompared };
}

function areEqual(a: Int32Array, b: Int32Array, first: number, end: number): boolean {
  for (let word = first; word < end; word++) if (a[word] !== b[word]) return false;
  return true;
}

/** The layout of per-pixel lists in memory. */
type ListLayout = Extract<Comparison, { kind: 'per-pixel-list' }>;

/** The list heads and nodes in a memory image. */
export interface ListImage {
  readonly heads: Int32Array;
  readonly nodes: Int32Array;
}

/** Compares the payloads of each pixel's list, from head to end, ignoring node indices. */
export function compareLists(
  object: MemoryObject,
  layout: ListLayout,
  observed: ListImage,
  expected: ListImage,
): ObjectComparison {
  const differences: Difference[] = [];
  const listCount = Math.min(observed.heads.length, expected.heads.length);
  for (let head = 0; head < listCount; head++) {
    if (isSameList(layout, observed, expected, head)) continue;
    differences.push({
      object: object.name,
      item: `the list at head ${head}`,
      expected: formatList(layout, expected, head),
      observed: formatList(layout, observed, head),
      address: object.address + head * 4,
      owner: undefined,
    });
  }
  const written = observed.heads.filter((head) => head !== 0).length;
  return { differences, compared: listCount, written, uncompared: 0 };
}

/** Index that marks the end of a list. Heads and links store the node index plus one, so zero ends a list. */
const END = -1;

function countNodes({ nodeWords, firstWord }: ListLayout, { nodes }: ListImage): number {
  return Math.floor((nodes.length - firstWord) / nodeWords);
}

function isSameList(layout: ListLayout, observed: ListImage, expected: ListImage, head: number): boolean {
  const { nodeWords, nextWord, firstWord } = layout;
  const nodeCount = countNodes(layout, observed);
  let observedNode = observed.heads[head] - 1;
  let expectedNode = expected.heads[head] - 1;
  for (let length = 0; length <= nodeCount; length++) {
    if (observedNode === END || expectedNode === END) return observedNode === expectedNode;
    if (observedNode < 0 || observedNode >= nodeCount) return false;
    const observedStart = firstWord + observedNode * nodeWords;
    const expectedStart = firstWord + expectedNode * nodeWords;
    for (let word = 0; word < nodeWords; word++)
      if (word !== nextWord && observed.nodes[observedStart + word] !== expected.nodes[expectedStart + word])
        return false;
    observedNode = observed.nodes[observedStart + nextWord] - 1;
    expectedNode = expected.nodes[expectedStart + nextWord] - 1;
  }
  return false;
}

function formatList(layout: ListLayout, image: ListImage, head: number): string {
  const { nodeWords, nextWord, firstWord } = layout;
  const nodeCount = countNodes(layout, image);
  const items: string[] = [];
  for (let node = image.heads[head] - 1; node !== END; ) {
    if (node < 0 || node >= nodeCount)
      return `${items.join(' ')} then node ${node}, which does not exist`.trim();
    if (items.length === nodeCount) return `${items.join(' ')} and then repeats`;
    const start = firstWord + node * nodeWords;
    const words = Array.from(image.nodes.subarray(start, start + nodeWords));
    const payload = words.filter((_, word) => word !== nextWord).map(formatWord);
    items.push(`[${payload.join(',')}]`);
    node = words[nextWord] - 1;
  }
  return items.length === 0 ? 'empty' : items.join(' ');
}
