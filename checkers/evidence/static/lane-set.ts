/**
 * Sets of lanes as far as a program's text distinguishes them. A set is a conjunction of literals: a name for some set, or the
 * complement of a conjunction.
 *
 * Example: EXEC is `<a>`, `v_cmp` gives `<a><p>`, and `s_andn2_b64 exec, <a>, <a><p>` leaves `<a>!(<p>)`, which shares no lane
 * with `<a><p>`.
 */
export type LaneSet = readonly string[];

/** All lanes: no literal limits them. */
export const ALL_LANES: LaneSet = [];

/** Maximum length of a set's literals together, in characters; longer results get a new name. */
const LENGTH_MAX = 400;

/** A set known only by name. */
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

/** The lanes of `a` that are not in `b`. */
export function without(a: LaneSet, b: LaneSet): LaneSet {
  return intersection(a, complement(b.filter((literal) => !a.includes(literal))));
}

/** The union, if one contains the other or they combine into a set; undefined if no conjunction expresses it. */
export function union(a: LaneSet, b: LaneSet): LaneSet | undefined {
  if (contains(b, a)) return b;
  if (contains(a, b)) return a;
  const common = a.filter((literal) => b.includes(literal));
  const [one, other] = [a, b].map((set) => set.filter((literal) => !common.includes(literal)));
  const isSplit = equal(complement(one!), other!) || equal(complement(other!), one!);
  return isSplit ? common : undefined;
}

/** The lanes of exactly one of the two; undefined unless one contains the other. */
export function symmetricDifference(a: LaneSet, b: LaneSet): LaneSet | undefined {
  if (contains(a, b)) return without(a, b);
  return contains(b, a) ? without(b, a) : undefined;
}

/** Whether the two certainly have no lane in common. */
export function areDisjoint(a: LaneSet, b: LaneSet): boolean {
  return excludes(a, b) || excludes(b, a);
}

export function equal(a: LaneSet, b: LaneSet): boolean {
  return a.length === b.length && a.every((literal, i) => literal === b[i]);
}

/** Whether a set's description uses a name. */
export function mentions(set: LaneSet, name: string): boolean {
  return set.some((literal) => literal.includes(`<${name}>`));
}

export function isTooLong(set: LaneSet): boolean {
  return set.reduce((length, literal) => length + literal.length, 0) > LENGTH_MAX;
}

/** Whether `outer` contains every lane of `inner`. */
function contains(outer: LaneSet, inner: LaneSet): boolean {
  return outer.every((literal) => inner.includes(literal));
}

/** Whether some literal of `a` is the complement of a set containing all of `b`. */
function excludes(a: LaneSet, b: LaneSet): boolean {
  return a.some((literal) => literal.startsWith('!') && containsText(literal.slice(2, -1), b));
}

/** Whether `set` contains each literal of a conjunction's text. */
function containsText(text: string, set: LaneSet): boolean {
  return literalsOf(text).every((literal) => set.includes(literal));
}

/** The literals of a conjunction's text, at its outermost level. */
function literalsOf(text: string): string[] {
  const literals: string[] = [];
  for (let at = 0; at < text.length; ) {
    const end = text[at] === '<' ? text.indexOf('>', at) + 1 : closing(text, at);
    literals.push(text.slice(at, end));
    at = end;
  }
  return literals;
}

/** Position after the bracket closing the complement that starts at `at`. */
function closing(text: string, at: number): number {
  let depth = 0;
  for (let i = at; i < text.length; i++) {
    if (text[i] === '(') depth++;
    if (text[i] === ')' && --depth === 0) return i + 1;
  }
  return text.length;
}
