/**
 * A symbolic set of lanes: a conjunction of literals, each of which is
 * either the name of a set or the complement of a conjunction.
 *
 * Example: if EXEC is `<a>`, then `v_cmp` gives `<a><p>`, and `s_andn2_b64 exec, <a>, <a><p>` gives
 * `<a>!(<p>)`, which has no lane in common with `<a><p>`.
 */
export type LaneSet = readonly string[];

/** The set of all lanes: the empty conjunction. */
export const ALL_LANES: LaneSet = [];

/** Maximum total length of a set's literals, in characters. Longer results get a new name instead. */
const MAX_LENGTH = 4000;

/** Returns an unknown set with the given name. */
export function createNamedLanes(name: string): LaneSet {
  return [`<${name}>`];
}

export function createEmptySet(): LaneSet {
  return complement(ALL_LANES);
}

export function intersection(a: LaneSet, b: LaneSet): LaneSet {
  return [...new Set([...a, ...b])].sort();
}

export function complement(set: LaneSet): LaneSet {
  return [`!(${set.join('')})`];
}

/** Returns the lanes of `a` that are not in `b`. */
export function subtract(a: LaneSet, b: LaneSet): LaneSet {
  return intersection(a, complement(b.filter((literal) => !a.includes(literal))));
}

/**
 * Returns the union if one set contains the other or the two are complementary parts of a third. Otherwise returns
 * undefined, because no conjunction expresses it.
 */
export function union(a: LaneSet, b: LaneSet): LaneSet | undefined {
  if (contains(b, a)) return b;
  if (contains(a, b)) return a;
  const common = a.filter((literal) => b.includes(literal));
  const [onlyA, onlyB] = [a, b].map((set) => set.filter((literal) => !common.includes(literal)));
  const isSplit = areEqual(complement(onlyA!), onlyB!) || areEqual(complement(onlyB!), onlyA!);
  return isSplit ? common : undefined;
}

/** Returns the lanes in exactly one of the sets if one contains the other, otherwise undefined. */
export function symmetricDifference(a: LaneSet, b: LaneSet): LaneSet | undefined {
  if (contains(a, b)) return subtract(a, b);
  return contains(b, a) ? subtract(b, a) : undefined;
}

/** Whether two sets certainly have no lanes in common. */
export function areDisjoint(a: LaneSet, b: LaneSet): boolean {
  return excludes(a, b) || excludes(b, a);
}

export function areEqual(a: LaneSet, b: LaneSet): boolean {
  return a.length === b.length && a.every((literal, i) => literal === b[i]);
}

/** Whether a name occurs in a set's literals. */
export function mentions(set: LaneSet, name: string): boolean {
  return set.some((literal) => literal.includes(`<${name}>`));
}

export function isTooLong(set: LaneSet): boolean {
  return set.reduce((length, literal) => length + literal.length, 0) > MAX_LENGTH;
}

/** Whether `outer` contains every lane in `inner`. */
function contains(outer: LaneSet, inner: LaneSet): boolean {
  return outer.every((literal) => inner.includes(literal));
}

/** Whether any literal in `a` is the complement of a set that contains `b`. */
function excludes(a: LaneSet, b: LaneSet): boolean {
  return a.some((literal) => literal.startsWith('!') && containsLiterals(literal.slice(2, -1), b));
}

/** Whether `set` contains every literal in the text of a conjunction. */
function containsLiterals(text: string, set: LaneSet): boolean {
  return splitLiterals(text).every((literal) => set.includes(literal));
}

/** Returns the top-level literals in the text of a conjunction. */
function splitLiterals(text: string): string[] {
  const literals: string[] = [];
  for (let start = 0; start < text.length; ) {
    const end = text[start] === '<' ? text.indexOf('>', start) + 1 : findEnd(text, start);
    literals.push(text.slice(start, end));
    start = end;
  }
  return literals;
}

/** Returns the position just past the complement that starts at `start`. */
function findEnd(text: string, start: number): number {
  let depth = 0;
  for (let i = start; i < text.length; i++) {
    if (text[i] === '(') depth++;
    if (text[i] === ')' && --depth === 0) return i + 1;
  }
  return text.length;
}
