/** Stands in place of Vitest in a thread that judges mutants: tests are collected, and run by `CollectedTest.run`. */
export { expect } from 'vitest';

/** A test that a file has declared. */
export interface CollectedTest {
  readonly name: string;
  readonly run: () => unknown;
}

/** What a file declares: its tests, and what runs before the first and after the last of them. */
export interface CollectedFile {
  readonly tests: readonly CollectedTest[];
  readonly before: readonly (() => unknown)[];
  readonly after: readonly (() => unknown)[];
}

type Body = (...values: never[]) => unknown;

let tests: CollectedTest[] = [];
let before: (() => unknown)[] = [];
let after: (() => unknown)[] = [];
let names: readonly string[] = [];

/** What was declared since the last call. */
export function takeCollected(): CollectedFile {
  const collected = { tests, before, after };
  [tests, before, after] = [[], [], []];
  return collected;
}

function declare(name: string, ...rest: readonly unknown[]): void {
  tests.push({ name: [...names, name].join(' > '), run: bodyOf(rest) });
}

function group(name: string, ...rest: readonly unknown[]): void {
  const outer = names;
  names = [...outer, name];
  bodyOf(rest)();
  names = outer;
}

/** Options and time limits stand before or after the function. */
function bodyOf(rest: readonly unknown[]): () => unknown {
  return rest.find((each) => typeof each === 'function') as () => unknown;
}

const forEach =
  (one: typeof declare) =>
  (rows: readonly unknown[]) =>
  (name: string, ...rest: readonly unknown[]): void => {
    const body = bodyOf(rest) as Body;
    for (const [at, row] of rows.entries())
      one(`${name} ${at}`, () => body(...((Array.isArray(row) ? row : [row]) as never[])));
  };

/** Vitest's functions of these names, as far as tests of the model use them. */
export const it = Object.assign(declare, { each: forEach(declare) });
export const test: typeof it = it;
export const describe = Object.assign(group, { each: forEach(group) });
export const beforeAll = (run: () => unknown): number => before.push(run);
export const afterAll = (run: () => unknown): number => after.push(run);
