/** Variables of one call: the frame of the call around it, its result, then its own. */
export type Frame = unknown[];
/** Gives a value within a call. */
export type Evaluate = (frame: Frame) => unknown;
/** Writes a value within a call. */
export type Assign = (frame: Frame, value: unknown) => void;

const AROUND = 0;
/** The result's place in a frame. */
export const RESULT = 1;
const FIRST_OWN = 2;

/** An empty frame within another one. */
export function frameWithin(around: Frame): Frame {
  return [around, undefined];
}

/** Where a variable is: how many frames out from the current one, and its index in that frame. */
export interface Place {
  readonly depth: number;
  readonly at: number;
}

/** Names of a function with their places in its frame; those of loops and blocks have places of their own. */
export class Scope {
  private readonly blocks: Map<string, number>[] = [new Map()];
  private size = FIRST_OWN;

  constructor(private readonly around?: Scope) {}

  declare(name: string): number {
    this.blocks.at(-1)!.set(name, this.size);
    return this.size++;
  }

  /** Reads a part of the function whose names are its own. */
  within<T>(read: () => T): T {
    this.blocks.push(new Map());
    try {
      return read();
    } finally {
      this.blocks.pop();
    }
  }

  /** The place of a name; undefined for one that no function around declares. */
  find(name: string): Place | undefined {
    let depth = 0;
    for (let scope: Scope | undefined = this; scope !== undefined; scope = scope.around, depth++) {
      const at = scope.blocks.findLast((block) => block.has(name))?.get(name);
      if (at !== undefined) return { depth, at };
    }
    return undefined;
  }
}

/** The frame this many levels out from the given one. */
export function frameAt(frame: Frame, depth: number): Frame {
  let found = frame;
  for (let i = 0; i < depth; i++) found = found[AROUND] as Frame;
  return found;
}
