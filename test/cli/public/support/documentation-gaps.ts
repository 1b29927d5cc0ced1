import type { PublicMember, PublicName } from './public-surface.js';

/** Matches words that say what a number counts or measures. */
const UNIT =
  /\b(?:pixels?|texels?|cycles?|bytes?|bits?|d?words?|float32|indexe?s?|numbers?|count|counts|ids?|address(?:es)?|samples?|registers?|[SV]GPRs?|lanes?|waves?|tests?|seconds?|percent|shares?|seeds?|versions?|primitives?|draws?|groups?|slots?|how many|from 0|from 1)\b/i;
/** Matches a page in `docs/` or in the reference, a statement, or a command that lists the values. */
const SOURCE = /\b[a-z][a-z-]*\.md\b|\b[SRP]-\d{3}\b|`pops-tb [a-z]/;
const ERRORS = /\bthrows\b/i;

/** Returns one sentence per gap in the documentation of the public names. */
export function findDocumentationGaps(names: readonly PublicName[]): string[] {
  return names.flatMap((name) => [...findGapsInName(name), ...findGapsInMembers(name)]);
}

function* findGapsInName({ name, documentation, isFunction }: PublicName): Generator<string> {
  if (documentation === '') {
    yield `${name} has no docstring: say what it means`;
    return;
  }
  if (isFunction && !ERRORS.test(documentation))
    yield `${name} does not say what it throws, or that it never throws`;
  if (!SOURCE.test(documentation)) {
    yield `${name} cites no source: a page such as suites.md or pops.md 5.4, a statement, or a command`;
  }
}

function* findGapsInMembers({ documentation, members }: PublicName): Generator<string> {
  const documented = new Map(members.map((member) => [member.path, member.documentation]));
  for (const member of members) {
    if (member.isTag) continue;
    const text = findDocumentation(member, documented.get(getParentPath(member.path)) ?? documentation);
    if (text === '') {
      yield `${member.path} has no docstring; neither does its type, and the docstring of its owner does not mention \`${getMemberName(member.path)}\``;
    } else if (member.isNumeric && !UNIT.test(text) && !UNIT.test(splitWords(getMemberName(member.path)))) {
      yield `${member.path} is a number and does not state a unit: what does it count or measure?`;
    }
  }
}

/**
 * Returns a member's own docstring if it has one, otherwise its owner's if that mentions the member, and otherwise its
 * type's.
 */
function findDocumentation(
  { path, documentation, typeDocumentation }: PublicMember,
  surrounding: string,
): string {
  if (documentation !== '') return documentation;
  return surrounding.includes(`\`${getMemberName(path)}\``) ? surrounding : typeDocumentation;
}

function getParentPath(path: string): string {
  return path.slice(0, path.lastIndexOf('.'));
}

function getMemberName(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

/** Splits a camel-case name into words: `bytesPerPixel` becomes `bytes Per Pixel`. */
function splitWords(name: string): string {
  return name.replace(/([A-Z])/g, ' $1');
}
