import type { AnyNode } from 'acorn';

/** Error for a generated construct that the interpreter does not support. */
export function unknownNode(node: Pick<AnyNode, 'type'> & { readonly operator?: string }): Error {
  const { type, operator = '' } = node;
  return new Error(
    `generated text has a ${type} ${operator}, which the interpreter of the playground does not support`,
  );
}
