import { type AnyNode, type CallExpression, parse } from 'acorn';

/** A node of a syntax tree with its ancestors, innermost first. */
export interface NodePath {
  readonly node: AnyNode;
  readonly ancestors: readonly AnyNode[];
}

/** Yields all nodes of a module, parents first. */
export function* walkNodePaths(source: string): Generator<NodePath> {
  yield* walk(parse(source, { ecmaVersion: 2022, sourceType: 'module' }), []);
}

function* walk(node: AnyNode, ancestors: readonly AnyNode[]): Generator<NodePath> {
  yield { node, ancestors };
  const inner = [node, ...ancestors];
  for (const child of Object.values(node).flat()) if (isNode(child)) yield* walk(child, inner);
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

/** Whether a statement only throws an error, i.e. reports a bug in the model. */
export function onlyThrows(node: AnyNode | null | undefined): boolean {
  if (node?.type === 'BlockStatement') return node.body.length === 1 && onlyThrows(node.body[0]);
  return node?.type === 'ThrowStatement';
}

/** Whether a node calls or declares an assertion, which is any function whose name starts with `assert`. */
export function isAssertion(node: AnyNode): boolean {
  const nameNode = node.type === 'FunctionDeclaration' ? node.id : getCallee(node);
  return nameNode?.type === 'Identifier' && nameNode.name.startsWith('assert');
}

/** Whether a statement injects a scenario's faults into a unit. */
export function isInjection(node: AnyNode): boolean {
  const callee = getCallee(node);
  if (callee?.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return false;
  return callee.property.name === 'inject';
}

function getCallee(node: AnyNode): AnyNode | undefined {
  const isCall = node.type === 'ExpressionStatement' && node.expression.type === 'CallExpression';
  return isCall ? (node.expression as CallExpression).callee : undefined;
}

/** Whether the innermost enclosing function is a constructor. */
export function isInConstructor(ancestors: readonly AnyNode[]): boolean {
  const functionIndex = ancestors.findIndex(
    ({ type }) => type.endsWith('FunctionExpression') || type.endsWith('Function'),
  );
  const method = ancestors[functionIndex + 1];
  return method?.type === 'MethodDefinition' && method.kind === 'constructor';
}

/**
 * Returns the name of the outermost function, constant or class that encloses a node, followed by the name of the
 * enclosing member, if any.
 */
export function findEnclosingName(ancestors: readonly AnyNode[]): string {
  const outermostFirst = [...ancestors].reverse();
  const outermost = outermostFirst.findIndex((node) => getDeclaredName(node) !== undefined);
  if (outermost < 0) return 'module';
  const member = outermostFirst[outermost + 2];
  return [
    getDeclaredName(outermostFirst[outermost]!),
    member === undefined ? undefined : getMemberName(member),
  ]
    .filter((name) => name !== undefined)
    .join('.');
}

function getDeclaredName(node: AnyNode): string | undefined {
  if (!/^(FunctionDeclaration|ClassDeclaration|VariableDeclarator)$/.test(node.type)) return undefined;
  const { id } = node as { readonly id?: AnyNode | null };
  return id?.type === 'Identifier' ? id.name : undefined;
}

function getMemberName(node: AnyNode): string | undefined {
  if (!/^(MethodDefinition|PropertyDefinition|Property)$/.test(node.type)) return undefined;
  const { key } = node as { readonly key: AnyNode };
  if (key.type === 'Literal') return String(key.value);
  return key.type === 'Identifier' || key.type === 'PrivateIdentifier' ? key.name : undefined;
}

/** A name or a plain property path, which can be read without side effects. */
const PATH = '([A-Za-z_$][\\w$]*(?:\\.#?[\\w$]+)*)';
const COMPARISON = `${PATH} [<>]=? ${PATH}`;
/** An `if` that assigns one operand of its comparison to the other, and a choice between the operands. */
const PICKS = [
  new RegExp(`^if \\(${COMPARISON}\\)\\s*\\{?\\s*(?:\\1 = \\2|\\2 = \\1);\\s*\\}?$`),
  new RegExp(`^${COMPARISON}\\s*\\?\\s*(?:\\1\\s*:\\s*\\2|\\2\\s*:\\s*\\1)$`),
];

/** Whether a comparison only decides which of its operands is kept. */
export function onlyPicksOperand({ ancestors: [parent] }: NodePath, source: string): boolean {
  return parent !== undefined && PICKS.some((pick) => pick.test(source.slice(parent.start, parent.end)));
}
