import type { AnyNode } from 'acorn';

/** Creates the error for a construct in generated code that the interpreter does not support. */
export function makeUnknownNodeError(node: Pick<AnyNode, 'type'> & { readonly operator?: string }): Error {
  const construct = [node.type, node.operator].filter((text) => text !== undefined).join(' ');
  return new Error(
    `generated code uses a construct that the playground's interpreter does not support: ${construct}`,
  );
}
