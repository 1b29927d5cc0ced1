import type { AnyNode } from 'acorn';
import { isAssertion, placesOf } from '../syntax.js';

/** A place where a name is read, and the names of the definitions around it, which have to be read themselves. */
interface Read {
  readonly name: string;
  readonly around: readonly string[];
}

/**
 * Names that nothing in the device reads but assertions, and definitions of such names. Names are compared as words, so that one that is
 * read anywhere counts as read everywhere.
 *
 * @param sources the modules that make up the device
 * @param roots names that are read from outside of them
 */
export function unreadNames(sources: readonly string[], roots: ReadonlySet<string>): ReadonlySet<string> {
  const defined = new Set<string>();
  const reads: Read[] = [];
  for (const source of sources) {
    for (const { node, around } of placesOf(source)) {
      const name = definedBy(node);
      if (name !== undefined) defined.add(name);
      const read = readName(node, around);
      if (read !== undefined && !around.some(isAssertion))
        reads.push({ name: read, around: definitionsAround(node, around) });
    }
  }
  const live = new Set(roots);
  for (let before = -1; before !== live.size; ) {
    before = live.size;
    for (const { name, around } of reads) if (around.every((each) => live.has(each))) live.add(name);
  }
  return new Set([...defined].filter((name) => !live.has(name)));
}

/** The name that is not read in whose definition a place lies, or which it sets without a call; undefined where there is none. */
export function unreadAround(
  { start, end }: { readonly start: number; readonly end: number },
  source: string,
  unread: ReadonlySet<string>,
): string | undefined {
  for (const { node } of placesOf(source)) {
    if (node.start > start || node.end < end) continue;
    const name = definedBy(node) ?? (node.type === 'ExpressionStatement' ? setBy(node, source) : undefined);
    if (name !== undefined && unread.has(name)) return name;
  }
  return undefined;
}

function definedBy(node: AnyNode): string | undefined {
  if (node.type === 'MethodDefinition' || node.type === 'PropertyDefinition')
    return node.key.type === 'Identifier' && node.key.name !== 'constructor' ? node.key.name : undefined;
  if (node.type === 'FunctionDeclaration') return node.id?.name;
  return node.type === 'VariableDeclarator' && node.id.type === 'Identifier' ? node.id.name : undefined;
}

function definitionsAround(node: AnyNode, around: readonly AnyNode[]): readonly string[] {
  const names = around.flatMap((each) => definedBy(each) ?? []);
  // What a pattern takes out of an object is read where its local name is.
  const [property, pattern] = around;
  if (property?.type === 'Property' && pattern?.type === 'ObjectPattern' && property.key === node)
    if (property.value.type === 'Identifier') return [...names, property.value.name];
  return names;
}

/** The name that a node reads; undefined where it only names, sets or counts something. */
function readName(node: AnyNode, [parent, outer, statement]: readonly AnyNode[]): string | undefined {
  if (node.type !== 'Identifier' || parent === undefined) return undefined;
  if (/^(Import|Export)|Function|Labeled|RestElement/.test(parent.type) && !isBody(parent, node))
    return undefined;
  if (definedBy(parent) === node.name && isNameOf(parent, node)) return undefined;
  if (parent.type === 'Property') {
    if (outer?.type === 'ObjectPattern') return parent.key === node ? node.name : undefined;
    return parent.value === node || parent.computed ? node.name : undefined;
  }
  const [target, holder] =
    parent.type === 'MemberExpression' && parent.property === node && !parent.computed
      ? [parent, [outer, statement]]
      : [node, [parent, outer]];
  return isOnlySet(target, holder[0], holder[1]) ? undefined : node.name;
}

function isBody(parent: AnyNode, node: AnyNode): boolean {
  return parent.type === 'ArrowFunctionExpression' && parent.body === node;
}

function isNameOf(parent: AnyNode, node: AnyNode): boolean {
  if (parent.type === 'MethodDefinition' || parent.type === 'PropertyDefinition') return parent.key === node;
  return 'id' in parent && parent.id === node;
}

function isOnlySet(target: AnyNode, by: AnyNode | undefined, around: AnyNode | undefined): boolean {
  if (by?.type === 'UpdateExpression') return around?.type === 'ExpressionStatement';
  if (by?.type !== 'AssignmentExpression' || by.left !== target) return false;
  return by.operator === '=' || around?.type === 'ExpressionStatement';
}

/** The name of the field that a statement sets or counts, where nothing is called for it. */
function setBy(statement: AnyNode, source: string): string | undefined {
  if (statement.type !== 'ExpressionStatement') return undefined;
  const { expression } = statement;
  const target =
    expression.type === 'AssignmentExpression'
      ? expression.left
      : expression.type === 'UpdateExpression'
        ? expression.argument
        : undefined;
  if (target?.type !== 'MemberExpression' || target.computed || target.property.type !== 'Identifier')
    return undefined;
  const isCall = /[\w)\]]\(/.test(source.slice(statement.start, statement.end));
  return isCall ? undefined : target.property.name;
}
