/**
 * Sets of lanes as far as a program's text tells them apart. A set is a conjunction of literals: a name that stands for some
 * set, or the complement of a conjunction.
 *
 * Example: EXEC is `<a>`, `v_cmp` gives `<a><p>`, and `s_andn2_b64 exec, <a>, <a><p>` leaves `<a>!(<p>)`, which shares no lane
 * with `<a><p>`.
 */
export type LaneSet = readonly string[];

/** All lanes: no literal limits them. */
export const ALL_LANES: LaneSet = [];

/** Longest set that is followed; beyond it a new name stands for the result. */
const LENGTH_MAX = 400;

/** A set about which nothing is known but its name. */
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

/** Both together, where one holds the other or they make up a set; undefined where no conjunction says it. */
export function union(a: LaneSet, b: LaneSet): LaneSet | undefined {
  if (holds(b, a)) return b;
  if (holds(a, b)) return a;
  const common = a.filter((literal) => b.includes(literal));
  const [one, other] = [a, b].map((set) => set.filter((literal) => !common.includes(literal)));
  const isSplit = equal(complement(one!), other!) || equal(complement(other!), one!);
  return isSplit ? common : undefined;
}

/** The lanes of exactly one of the two, where one holds the other. */
export function difference(a: LaneSet, b: LaneSet): LaneSet | undefined {
  if (holds(a, b)) return without(a, b);
  return holds(b, a) ? without(b, a) : undefined;
}

/** Whether the two are certain to have no lane in common. */
export function areApart(a: LaneSet, b: LaneSet): boolean {
  return excludes(a, b) || excludes(b, a);
}

export function equal(a: LaneSet, b: LaneSet): boolean {
  return a.length === b.length && a.every((literal, i) => literal === b[i]);
}

/** Whether a set is told with the help of a name. */
export function mentions(set: LaneSet, name: string): boolean {
  return set.some((literal) => literal.includes(`<${name}>`));
}

export function isTooLong(set: LaneSet): boolean {
  return set.reduce((length, literal) => length + literal.length, 0) > LENGTH_MAX;
}

/** Whether every lane of `inner` is one of `outer`. */
function holds(outer: LaneSet, inner: LaneSet): boolean {
  return outer.every((literal) => inner.includes(literal));
}

/** Whether some literal of `a` is the complement of a set that holds all of `b`. */
function excludes(a: LaneSet, b: LaneSet): boolean {
  return a.some((literal) => literal.startsWith('!') && holdsText(literal.slice(2, -1), b));
}

/** Whether each literal of a conjunction's text is one of `set`. */
function holdsText(text: string, set: LaneSet): boolean {
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

/** Just after the bracket that closes the complement that begins at `at`. */
function closing(text: string, at: number): number {
  let depth = 0;
  for (let i = at; i < text.length; i++) {
    if (text[i] === '(') depth++;
    if (text[i] === ')' && --depth === 0) return i + 1;
  }
  return text.length;
}
