import type { RandomStream } from '../../transactions/index.js';
import { pick } from './real-programs.js';

/** A JSON value. */
type Document = null | boolean | number | string | Document[] | { [key: string]: Document };

/** Where a value is in a document: its parent, and its key there. */
interface Spot {
  readonly holder: { [key: string]: Document };
  readonly key: string;
}

/** Replacements for numbers, besides nearby values: the limits of fields, words and exact integers. */
const NUMBERS: readonly number[] = [
  -1,
  0,
  1,
  63,
  64,
  255,
  1023,
  4096,
  65535,
  2 ** 31 - 1,
  -(2 ** 31),
  2 ** 32,
  1.5,
];
const STEPS: readonly number[] = [-64, -7, -1, 1, 7, 64, 1000, 1e6, 2 ** 31, 2 ** 40];
const OTHERS: readonly Document[] = [null, '', 'x', true, 1.5, -1, [], {}];

/**
 * Returns the document with one or two values changed, removed or replaced by another kind. Each path in the
 * document is equally likely, however many values it has.
 */
export function mutateDocument(random: RandomStream, document: unknown): unknown {
  const copy = structuredClone(document) as Document;
  for (let changes = 1 + random.below(2); changes > 0; changes--) {
    const spotsByPath = [...groupByPath(copy).values()];
    if (spotsByPath.length > 0) change(random, pick(random, pick(random, spotsByPath)));
  }
  return copy;
}

function change(random: RandomStream, { holder, key }: Spot): void {
  const value = holder[key];
  if (typeof value === 'number')
    holder[key] = random.below(2) === 0 ? pick(random, NUMBERS) : value + pick(random, STEPS);
  else if (Array.isArray(value) && value.length > 0) value.splice(random.below(value.length), 1);
  else if (!Array.isArray(holder) && random.below(3) === 0) delete holder[key];
  else holder[key] = pick(random, OTHERS);
}

/** Groups all values by path, which consists of the keys from the top without list indices. */
function groupByPath(document: Document): Map<string, Spot[]> {
  const spotsByPath = new Map<string, Spot[]>();
  const visit = (holder: Document, path: string): void => {
    if (typeof holder !== 'object' || holder === null) return;
    for (const [key, value] of Object.entries(holder)) {
      const childPath = `${path}.${Array.isArray(holder) ? '*' : key}`;
      const spots = spotsByPath.get(childPath) ?? [];
      spots.push({ holder: holder as Spot['holder'], key });
      spotsByPath.set(childPath, spots);
      visit(value, childPath);
    }
  };
  visit(document, '');
  return spotsByPath;
}
