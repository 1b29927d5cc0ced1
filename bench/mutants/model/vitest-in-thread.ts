/**
 * Replaces Vitest in a thread that judges mutants. Collects the tests, to be run with `CollectedTest.run`.
 */
export { expect } from 'vitest';

/** A declared test, along with its hooks. */
export interface CollectedTest {
  readonly name: string;
  readonly run: () => Promise<void>;
}

/** The declarations in a file: its tests, and the hooks to run before the first and after the last. */
export interface CollectedFile {
  readonly tests: readonly CollectedTest[];
  readonly before: readonly (() => unknown)[];
  readonly after: readonly (() => unknown)[];
}

type Body = (...values: never[]) => unknown;
type Hook = () => unknown;

let tests: CollectedTest[] = [];
let before: Hook[] = [];
let after: Hook[] = [];
let names: readonly string[] = [];
/** Per-test hooks of each enclosing group, outermost first. */
let hooksOfGroups = [hooks()];

/** Returns everything declared since the last call. */
export function takeCollected(): CollectedFile {
  const collected = { tests, before, after };
  [tests, before, after, names, hooksOfGroups] = [[], [], [], [], [hooks()]];
  return collected;
}

function hooks(): { readonly before: Hook[]; readonly after: Hook[] } {
  return { before: [], after: [] };
}

function declare(name: string, ...rest: readonly unknown[]): void {
  const enclosing = hooksOfGroups;
  const body = bodyOf(rest);
  const run = async (): Promise<void> => {
    try {
      for (const { before } of enclosing) for (const hook of before) await hook();
      await body();
    } finally {
      for (const { after } of [...enclosing].reverse()) for (const hook of after) await hook();
    }
  };
  tests.push({ name: [...names, name].join(' > '), run });
}

function group(name: string, ...rest: readonly unknown[]): void {
  const outer = { names, hooksOfGroups };
  names = [...names, name];
  hooksOfGroups = [...hooksOfGroups, hooks()];
  bodyOf(rest)();
  ({ names, hooksOfGroups } = outer);
}

function skip(): void {}

/** Finds the test body among the arguments. Options and timeouts may come before or after it. */
function bodyOf(rest: readonly unknown[]): () => unknown {
  return rest.find((part) => typeof part === 'function') as () => unknown;
}

const forEach =
  (declaration: typeof declare) =>
  (rows: readonly unknown[]) =>
  (name: string, ...rest: readonly unknown[]): void => {
    const body = bodyOf(rest) as Body;
    for (const [index, row] of rows.entries())
      declaration(`${name} ${index}`, () => body(...((Array.isArray(row) ? row : [row]) as never[])));
  };

const withEach = (declaration: typeof declare) =>
  Object.assign(declaration.bind(undefined), { each: forEach(declaration) });

/** Adds the variants that Vitest offers to a declaring function. */
const withVariants = (declaration: typeof declare) =>
  Object.assign(withEach(declaration), {
    skipIf: (isSkipped: unknown) => withEach(isSkipped ? skip : declaration),
    runIf: (isRun: unknown) => withEach(isRun ? declaration : skip),
  });

/** Stand-ins for the Vitest functions of the same names, limited to what the project's tests use. */
export const it = withVariants(declare);
export const test: typeof it = it;
export const describe = withVariants(group);
export const beforeAll = (run: Hook): number => before.push(run);
export const afterAll = (run: Hook): number => after.push(run);
export const beforeEach = (run: Hook): number => hooksOfGroups.at(-1)!.before.push(run);
export const afterEach = (run: Hook): number => hooksOfGroups.at(-1)!.after.push(run);
