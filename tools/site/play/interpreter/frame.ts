import type { AnyNode } from 'acorn';

/** Creates the error for a construct in generated code that the interpreter does not support. */
export function makeUnknownNodeError(node: Pick<AnyNode, 'type'> & { readonly operator?: string }): Error {
  const construct = [node.type, node.operator].filter((text) => text !== undefined).join(' ');
  return new Error(
    `generated code uses a construct that the playground's interpreter does not support: ${construct}`,
  );
}

/** A call frame: the enclosing call's frame, then the result, then the variables. */
export type Frame = unknown[];
/** Evaluates an expression within a call and returns its value. */
export type Evaluate = (frame: Frame) => unknown;
/** Assigns a value within a call. */
export type Assign = (frame: Frame, value: unknown) => void;

const ENCLOSING = 0;
/** Index of the result in a frame. */
export const RESULT = 1;
const FIRST_VARIABLE = 2;

/** Creates an empty frame that is nested in another one. */
export function createFrame(enclosing: Frame): Frame {
  return [enclosing, undefined];
}

/** The location of a variable: how many frames out, and the index in that frame. */
interface Slot {
  readonly depth: number;
  readonly index: number;
}

/** Maps the names in a function to their indices in its frame. Nested blocks and loops have their own names. */
export class Scope {
  private readonly blocks: Map<string, number>[] = [new Map()];
  private size = FIRST_VARIABLE;

  constructor(private readonly enclosing?: Scope) {}

  declare(name: string): number {
    this.blocks.at(-1)!.set(name, this.size);
    return this.size++;
  }

  /** Calls `compile` in a new block scope. */
  within<T>(compile: () => T): T {
    this.blocks.push(new Map());
    try {
      return compile();
    } finally {
      this.blocks.pop();
    }
  }

  /** Finds the slot of a name, or returns undefined if no enclosing function declares it. */
  find(name: string): Slot | undefined {
    let depth = 0;
    for (let scope: Scope | undefined = this; scope !== undefined; scope = scope.enclosing, depth++) {
      const index = scope.blocks.findLast((block) => block.has(name))?.get(name);
      if (index !== undefined) return { depth, index };
    }
    return undefined;
  }
}

/** Returns the frame that is `depth` levels out from the given one. */
export function getFrame(frame: Frame, depth: number): Frame {
  let current = frame;
  for (let i = 0; i < depth; i++) current = current[ENCLOSING] as Frame;
  return current;
}
