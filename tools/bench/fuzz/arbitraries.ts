import { encode } from '@msgpack/msgpack';
import fc from 'fast-check';

/** A JSON value. In MessagePack, it may also contain bytes. */
type Document = null | boolean | number | string | Document[] | { [key: string]: Document };

/** A change to a value in a document, whose place is taken modulo the document's numbers of paths and values. */
export interface DocumentEdit {
  readonly path: number;
  readonly value: number;
  readonly change: Change;
}

type Change =
  | { readonly set: unknown }
  | { readonly add: number }
  | { readonly remove: true }
  | { readonly repeat: number }
  | { readonly nest: number }
  | { readonly key: string };

const CONTROL_CHARACTERS = '\x1b[2J\n::error::forged\u202e\u0000##[error]';

/** Strings that have broken parsers and printers. */
const HOSTILE_STRINGS: readonly string[] = [
  ...[
    '',
    CONTROL_CHARACTERS,
    '../../../x',
    '__proto__',
    'constructor',
    'toString',
    '\ud800',
    '0x1',
    '*',
    'x',
  ],
  ...['x'.repeat(5000), '['.repeat(500)],
];

/** Boundary values, such as the limits of fields and words. */
const NUMBERS: readonly number[] = [
  ...[0, -0, 1, -1, 0.5, 1.5, 63, 64, 255, 256, 1023, 4096, 16384, 65535],
  ...[2 ** 31 - 1, -(2 ** 31), 2 ** 32 - 1, 2 ** 32, 2 ** 53, 1e308, -1e308],
];
const DELTAS: readonly number[] = [-64, -7, -1, 1, 7, 64, 1000, 1e6, 2 ** 31, 2 ** 40];

const MAX_NESTING = 80;
/** Maximum size of the copies of a value, as characters of JSON. */
const MAX_COPIED = 2 ** 21;

const place = fc.nat({ max: 2 ** 30 });
/** Numbers of repetitions, of which most are small, since large inputs take long. */
const times = (max: number) =>
  fc.oneof({ weight: 7, arbitrary: fc.integer({ min: 1, max: 5 }) }, fc.integer({ min: 1, max }));
const hostileString = fc.oneof(fc.constantFrom(...HOSTILE_STRINGS), fc.string());

const removal = fc.record({ remove: fc.constant(true as const) });
const addition = fc.record({ add: fc.constantFrom(...DELTAS) });
const number = fc.record({ set: fc.constantFrom(...NUMBERS) });

function makeEdits(maxLength: number, change: fc.Arbitrary<Change>): fc.Arbitrary<readonly DocumentEdit[]> {
  return fc.array(fc.record({ path: place, value: place, change }), { minLength: 1, maxLength });
}

/** One to three changes of any kind. */
const documentEdits = makeEdits(
  3,
  fc.oneof(
    removal,
    addition,
    number,
    fc.record({ set: fc.oneof(hostileString, fc.jsonValue()) }),
    fc.record({ repeat: times(2000) }),
    fc.record({ nest: times(MAX_NESTING) }),
    fc.record({ key: hostileString }),
  ),
);

/** One or two changes after which a document often still has its form. */
export const mildEdits = makeEdits(2, fc.oneof({ weight: 4, arbitrary: addition }, removal, number));

/**
 * Returns a changed copy of a document. Each path in it is equally likely to be changed, regardless of its number of
 * values.
 */
export function editDocument(document: unknown, edits: readonly DocumentEdit[]): unknown {
  const copy = structuredClone(document) as Document;
  for (const { path, value, change } of edits) {
    const places = [...groupByPath(copy).values()];
    const chosen = places[path % places.length];
    if (chosen !== undefined) applyChange(chosen[value % chosen.length]!, change);
  }
  return copy;
}

/** Location of a value in a document: its parent and its key. */
interface Location {
  readonly parent: { [key: string]: Document };
  readonly key: string;
}

function applyChange({ parent, key }: Location, change: Change): void {
  const value = parent[key]!;
  if ('remove' in change) {
    if (Array.isArray(parent)) parent.splice(Number(key), 1);
    else delete parent[key];
  } else if ('set' in change) parent[key] = structuredClone(change.set) as Document;
  else if ('add' in change) parent[key] = typeof value === 'number' ? value + change.add : value;
  else if ('repeat' in change) {
    const count = Math.min(change.repeat, 1 + MAX_COPIED / JSON.stringify(value).length);
    const copies = Array.from({ length: Math.floor(count) }, () => structuredClone(value));
    if (Array.isArray(parent)) parent.splice(Number(key), 1, ...copies);
    else parent[key] = copies;
  } else if ('nest' in change) parent[key] = nest(change.nest, value);
  else if (typeof value === 'object' && value !== null && !Array.isArray(value))
    parent[key] = { ...value, [change.key]: 1 };
  else parent[key] = { [change.key]: value, toString: 0, valueOf: 0 };
}

function nest(depth: number, inner: Document): Document {
  let value = inner;
  for (let i = 0; i < depth; i++) value = i % 2 === 0 ? [value] : { a: value };
  return value;
}

/** Groups all values by path, which is made up of the keys from the root, ignoring list indices. */
function groupByPath(document: Document): Map<string, Location[]> {
  const locationsByPath = new Map<string, Location[]>();
  const visit = (parent: Document, path: string): void => {
    if (typeof parent !== 'object' || parent === null || ArrayBuffer.isView(parent)) return;
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

const EDGE_WORDS: readonly number[] = [0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0xdd, 0xdf, 0xc6, 64, 4096];
const TOKENS: readonly string[] = [
  ...'- ( ) [ ; : //'.split(' '),
  ...['\t', '\r'],
  ...'0x s[0:1 v255 offset: quad_perm:[ abs('.split(' '),
  ...['s_endpgm\n', 'label:\n', '; state: {', '4294967296', CONTROL_CHARACTERS],
];

const token = fc.constantFrom(...TOKENS).map((text): Uint8Array => Buffer.from(text));
const splices = fc.array(
  fc.record({
    at: place,
    align: fc.constantFrom(1, 4),
    remove: fc.oneof(fc.nat({ max: 20 }), fc.constantFrom(0, 1, 4, Number.POSITIVE_INFINITY)),
    insert: fc.oneof(
      fc.uint8Array({ maxLength: 8 }),
      fc.constantFrom(...EDGE_WORDS).map((word) => new Uint8Array(Uint32Array.of(word).buffer)),
      token,
      fc
        .tuple(token, times(3000))
        .map(([bytes, count]) => Buffer.concat(new Array<Uint8Array>(count).fill(bytes))),
    ),
  }),
  { minLength: 1, maxLength: 4 },
);

/** The bytes with some of them removed, replaced or added. */
export function changedBytes(bytes: Uint8Array): fc.Arbitrary<Uint8Array> {
  return splices.map((edits) =>
    edits.reduce<Uint8Array>((changed, { at, align, remove, insert }) => {
      const offset = at % (changed.length + 1);
      const start = offset - (offset % align);
      return Buffer.concat([changed.subarray(0, start), insert, changed.subarray(start + remove)]);
    }, bytes),
  );
}

/** An encoded document with changes before or after it is encoded. */
export function changedDocument(
  document: unknown,
  encodeDocument: (document: unknown) => Uint8Array,
): fc.Arbitrary<Uint8Array> {
  const changed = documentEdits.map((edits) => encodeDocument(editDocument(document, edits)));
  return fc.oneof({ weight: 3, arbitrary: changed }, changedBytes(encodeDocument(document)));
}

/** Encodes a document as JSON. */
export const encodeJson = (document: unknown): Uint8Array => Buffer.from(JSON.stringify(document) ?? '');

/** Encodes a document as MessagePack. */
export const encodePack = (document: unknown): Uint8Array =>
  encode(document, { ignoreUndefined: true, maxDepth: 2000 });
