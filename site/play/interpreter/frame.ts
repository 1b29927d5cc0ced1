/** A call's frame: the enclosing call's frame, the call's result, then its variables. */
export type Frame = unknown[];
/** Returns a value within a call. */
export type Evaluate = (frame: Frame) => unknown;
/** Writes a value within a call. */
export type Assign = (frame: Frame, value: unknown) => void;

const ENCLOSING = 0;
/** The result's index in a frame. */
export const RESULT = 1;
const FIRST_OWN = 2;

/** An empty frame within another one. */
export function frameWithin(enclosing: Frame): Frame {
  return [enclosing, undefined];
}

/** A variable's location: how many frames out, and its index there. */
export interface Place {
  readonly depth: number;
  readonly at: number;
}

/** A function's names with their places in its frame; loops and blocks have their own. */
export class Scope {
  private readonly blocks: Map<string, number>[] = [new Map()];
  private size = FIRST_OWN;

  constructor(private readonly enclosing?: Scope) {}

  declare(name: string): number {
    this.blocks.at(-1)!.set(name, this.size);
    return this.size++;
  }

  /** Reads a part of the function with its own names. */
  within<T>(read: () => T): T {
    this.blocks.push(new Map());
    try {
      return read();
    } finally {
      this.blocks.pop();
    }
  }

  /** A name's place; undefined if no enclosing function declares it. */
  find(name: string): Place | undefined {
    let depth = 0;
    for (let scope: Scope | undefined = this; scope !== undefined; scope = scope.enclosing, depth++) {
      const at = scope.blocks.findLast((block) => block.has(name))?.get(name);
      if (at !== undefined) return { depth, at };
    }
    return undefined;
  }
}

/** The frame this many levels out from the given one. */
export function frameAt(frame: Frame, depth: number): Frame {
  let found = frame;
  for (let i = 0; i < depth; i++) found = found[ENCLOSING] as Frame;
  return found;
}
