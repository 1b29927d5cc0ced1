import type { Comparison, MemoryObject } from '../../transactions/index.js';
import type { TouchMap } from './touch-map.js';

/** One difference between observed and expected memory. */
export interface Difference {
  readonly object: string;
  /** What differs, as a noun: a word, or the list of a pixel. */
  readonly what: string;
  readonly expected: string;
  readonly observed: string;
  /** Byte address of the word or the list's head. */
  readonly address: number;
  /** Key of the only toucher (`TouchMap`), or undefined. */
  readonly owner: number | undefined;
}

/** Outcome of comparing one object. */
export interface ComparedObject {
  readonly differences: readonly Difference[];
  /** Words compared, or lists. */
  readonly compared: number;
  readonly leftOut: number;
}

/** Compares the words of object number `index` where they have one right value. */
export function compareWords(
  object: MemoryObject,
  index: number,
  observed: Int32Array,
  expected: Int32Array,
  touches: TouchMap,
): ComparedObject {
  const differences: Difference[] = [];
  let leftOut = 0;
  const words = Math.min(observed.length, Math.ceil(object.bytes / 4));
  for (let word = 0; word < words; word++) {
    if (!touches.isComparable(index, word)) leftOut++;
    else if (observed[word] !== expected[word]) {
      differences.push({
        object: object.name,
        what: `word ${word}`,
        expected: hex(expected[word]),
        observed: hex(observed[word]),
        address: object.address + word * 4,
        owner: touches.ownerOf(index, word),
      });
    }
  }
  return { differences, compared: words - leftOut, leftOut };
}

/** Where the nodes of a list lie. */
type ListLayout = Extract<Comparison, { kind: 'per-pixel-list' }>;

/** One memory image as far as lists need it. */
export interface ListImage {
  readonly heads: Int32Array;
  readonly nodes: Int32Array;
}

/** Compares the payloads of each pixel's list, from its head to its end, whatever node numbers they got. */
export function compareLists(
  object: MemoryObject,
  layout: ListLayout,
  observed: ListImage,
  expected: ListImage,
): ComparedObject {
  const differences: Difference[] = [];
  const lists = Math.min(observed.heads.length, expected.heads.length);
  for (let head = 0; head < lists; head++) {
    const seen = payloads(layout, observed, head);
    const wanted = payloads(layout, expected, head);
    if (seen === wanted) continue;
    differences.push({
      object: object.name,
      what: `the list of head ${head}`,
      expected: wanted,
      observed: seen,
      address: object.address + head * 4,
      owner: undefined,
    });
  }
  return { differences, compared: lists, leftOut: 0 };
}

function payloads({ nodeWords, nextWord, firstWord }: ListLayout, image: ListImage, head: number): string {
  const nodesMax = Math.floor((image.nodes.length - firstWord) / nodeWords);
  const items: string[] = [];
  for (let node = image.heads[head] - 1; node !== -1; ) {
    if (node < 0 || node >= nodesMax)
      return `${items.join(' ')} then node ${node}, which does not exist`.trim();
    if (items.length === nodesMax) return `${items.join(' ')} and so on in a circle`;
    const start = firstWord + node * nodeWords;
    const words = Array.from(image.nodes.subarray(start, start + nodeWords));
    items.push(
      `[${words
        .filter((_, word) => word !== nextWord)
        .map(hex)
        .join(',')}]`,
    );
    node = words[nextWord] - 1;
  }
  return items.length === 0 ? 'empty' : items.join(' ');
}

function hex(word: number): string {
  return `0x${(word >>> 0).toString(16).padStart(8, '0')}`;
}
