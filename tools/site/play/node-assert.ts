/** A browser version of the part of `node:assert` that the project uses. */
export class AssertionError extends Error {
  constructor({ message }: { readonly message: string }) {
    super(message);
  }
}

export default function assert(condition: unknown, message = 'an assertion failed'): asserts condition {
  if (!condition) throw new AssertionError({ message });
}
