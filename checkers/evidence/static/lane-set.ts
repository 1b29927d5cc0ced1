/**
 * A set of lanes, as far as the text of a program distinguishes them. A set is a conjunction of literals. A literal
 * is a name for some set, or the complement of a conjunction.
 *
 * Example: if EXEC is `<a>`, then `v_cmp` gives `<a><p>`, and `s_andn2_b64 exec, <a>, <a><p>` leaves `<a>!(<p>)`,
 * which has no lane in common with `<a><p>`.
 */
export type LaneSet = readonly string[];

/** The set of all lanes, which no literal limits. */
export const ALL_LANES: LaneSet = [];

/** Maximum total length of a set's literals in characters. Longer results are replaced by a new name. */
const MAX_LENGTH = 400;

/** Returns a set that is known only by name. */
export function namedLanes(name: string): LaneSet {
  return [`<${name}>`];
}

export function noLanes(): LaneSet {
  return complement(ALL_LANES);
}

export function intersection(a: LaneSet, b: LaneSet): LaneSet {
  return [...new Set([...a, ...b])].sort();
}

export function complement(set: LaneSet): LaneSet {
  return [`!(${set.join('')})`];
}

/** Returns the lanes of `a` that are not in `b`. */
export function without(a: LaneSet, b: LaneSet): LaneSet {
  return intersection(a, complement(b.filter((literal) => !a.includes(literal))));
}

/**
 * Returns the union if one set contains the other or if they combine into a set, and undefined if no
 * conjunction expresses it.
 */
export function union(a: LaneSet, b: LaneSet): LaneSet | undefined {
  if (contains(b, a)) return b;
  if (contains(a, b)) return a;
  const common = a.filter((literal) => b.includes(literal));
  const [onlyA, onlyB] = [a, b].map((set) => set.filter((literal) => !common.includes(literal)));
  const isSplit = equal(complement(onlyA!), onlyB!) || equal(complement(onlyB!), onlyA!);
  return isSplit ? common : undefined;
}

/** Returns the lanes that are in exactly one of the two sets, or undefined unless one contains the other. */
export function symmetricDifference(a: LaneSet, b: LaneSet): LaneSet | undefined {
  if (contains(a, b)) return without(a, b);
  return contains(b, a) ? without(b, a) : undefined;
}

/** Returns whether the two sets certainly have no lane in common. */
export function areDisjoint(a: LaneSet, b: LaneSet): boolean {
  return excludes(a, b) || excludes(b, a);
}

export function equal(a: LaneSet, b: LaneSet): boolean {
  return a.length === b.length && a.every((literal, i) => literal === b[i]);
}

/** Returns whether the description of a set uses a name. */
export function mentions(set: LaneSet, name: string): boolean {
  return set.some((literal) => literal.includes(`<${name}>`));
}

export function isTooLong(set: LaneSet): boolean {
  return set.reduce((length, literal) => length + literal.length, 0) > MAX_LENGTH;
}

/** Returns whether `outer` contains every lane of `inner`. */
function contains(outer: LaneSet, inner: LaneSet): boolean {
  return outer.every((literal) => inner.includes(literal));
}

/** Returns whether some literal of `a` is the complement of a set that contains all of `b`. */
function excludes(a: LaneSet, b: LaneSet): boolean {
  return a.some((literal) => literal.startsWith('!') && containsText(literal.slice(2, -1), b));
}

/** Returns whether `set` contains each literal in the text of a conjunction. */
function containsText(text: string, set: LaneSet): boolean {
  return literalsOf(text).every((literal) => set.includes(literal));
}

/** Returns the literals in the text of a conjunction, at its outermost level. */
function literalsOf(text: string): string[] {
  const literals: string[] = [];
  for (let start = 0; start < text.length; ) {
    const end = text[start] === '<' ? text.indexOf('>', start) + 1 : closing(text, start);
    literals.push(text.slice(start, end));
    start = end;
  }
  return literals;
}

/** Returns the position after the bracket that closes the complement starting at `start`. */
function closing(text: string, start: number): number {
  let depth = 0;
  for (let i = start; i < text.length; i++) {
    if (text[i] === '(') depth++;
    if (text[i] === ')' && --depth === 0) return i + 1;
  }
  return text.length;
}
