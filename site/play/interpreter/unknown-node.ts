import type { AnyNode } from 'acorn';

/** Says what a generated text has that the interpreter does not read. */
export function unknownNode(node: Pick<AnyNode, 'type'> & { readonly operator?: string }): Error {
  const { type, operator = '' } = node;
  return new Error(
    `generated text has a ${type} ${operator}: the interpreter of the playground does not know it`,
  );
}
