import type { RandomStream } from '../../transactions/index.js';
import { pick } from './real-programs.js';

/** A JSON value. */
type Document = null | boolean | number | string | Document[] | { [key: string]: Document };

/** Location of a value in a document: its parent and its key. */
interface Location {
  readonly parent: { [key: string]: Document };
  readonly key: string;
}

/** Boundary values that replace numbers, such as the limits of fields and words. */
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
const DELTAS: readonly number[] = [-64, -7, -1, 1, 7, 64, 1000, 1e6, 2 ** 31, 2 ** 40];
const OTHER_VALUES: readonly Document[] = [null, '', 'x', true, 1.5, -1, [], {}];

/**
 * Returns a copy of the document in which one or two values are changed, removed, or replaced by a value of a different
 * type. Each path in the document is equally likely, regardless of its number of values.
 */
export function mutateDocument(random: RandomStream, document: unknown): unknown {
  const copy = structuredClone(document) as Document;
  for (let changes = 1 + random.below(2); changes > 0; changes--) {
    const locationsByPath = [...groupByPath(copy).values()];
    if (locationsByPath.length > 0) changeValue(random, pick(random, pick(random, locationsByPath)));
  }
  return copy;
}

function changeValue(random: RandomStream, { parent, key }: Location): void {
  const value = parent[key];
  if (typeof value === 'number')
    parent[key] = random.below(2) === 0 ? pick(random, NUMBERS) : value + pick(random, DELTAS);
  else if (Array.isArray(value) && value.length > 0) value.splice(random.below(value.length), 1);
  else if (!Array.isArray(parent) && random.below(3) === 0) delete parent[key];
  else parent[key] = pick(random, OTHER_VALUES);
}

/** Groups all values by path, which is made up of the keys from the root, ignoring list indices. */
function groupByPath(document: Document): Map<string, Location[]> {
  const locationsByPath = new Map<string, Location[]>();
  const visit = (parent: Document, path: string): void => {
    if (typeof parent !== 'object' || parent === null) return;
    for (const [key, value] of Object.entries(parent)) {
      const childPath = `${path}.${Array.isArray(parent) ? '*' : key}`;
      const locations = locationsByPath.get(childPath) ?? [];
      locations.push({ parent: parent as Location['parent'], key });
      locationsByPath.set(childPath, locations);
      visit(value, childPath);
    }
  };
  visit(document, '');
  return locationsByPath;
}
