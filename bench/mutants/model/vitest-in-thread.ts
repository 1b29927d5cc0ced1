/** Stands in for Vitest in a thread that tests mutants. Collects tests, to be run with `CollectedTest.run`. */
export { expect } from 'vitest';

/** A declared test, including its hooks. */
export interface CollectedTest {
  readonly name: string;
  readonly run: () => Promise<void>;
}

/** The tests declared in a file, and the hooks that run before the first and after the last of them. */
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
/** The per-test hooks of each enclosing group, outermost first. */
let groupHooks = [createHooks()];

/** Returns everything declared since the last call. */
export function takeCollected(): CollectedFile {
  const collected = { tests, before, after };
  [tests, before, after, names, groupHooks] = [[], [], [], [], [createHooks()]];
  return collected;
}

function createHooks(): { readonly before: Hook[]; readonly after: Hook[] } {
  return { before: [], after: [] };
}

function declare(name: string, ...rest: readonly unknown[]): void {
  const enclosing = groupHooks;
  const body = findBody(rest);
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
  const outer = { names, groupHooks };
  names = [...names, name];
  groupHooks = [...groupHooks, createHooks()];
  findBody(rest)();
  ({ names, groupHooks } = outer);
}

function skip(): void {}

/** Returns the test body. Options and timeouts may come before or after it. */
function findBody(rest: readonly unknown[]): () => unknown {
  return rest.find((argument) => typeof argument === 'function') as () => unknown;
}

const forEach =
  (declaration: typeof declare) =>
  (rows: readonly unknown[]) =>
  (name: string, ...rest: readonly unknown[]): void => {
    const body = findBody(rest) as Body;
    for (const [index, row] of rows.entries())
      declaration(`${name} ${index}`, () => body(...((Array.isArray(row) ? row : [row]) as never[])));
  };

const withEach = (declaration: typeof declare) =>
  Object.assign(declaration.bind(undefined), { each: forEach(declaration) });

/** Adds Vitest's variants to a declaring function. */
const withVariants = (declaration: typeof declare) =>
  Object.assign(withEach(declaration), {
    skipIf: (isSkipped: unknown) => withEach(isSkipped ? skip : declaration),
    runIf: (isRun: unknown) => withEach(isRun ? declaration : skip),
  });

/** Replacements for Vitest's functions, limited to what the project's tests use. */
export const it = withVariants(declare);
export const test: typeof it = it;
export const describe = withVariants(group);
export const beforeAll = (run: Hook): number => before.push(run);
export const afterAll = (run: Hook): number => after.push(run);
export const beforeEach = (run: Hook): number => groupHooks.at(-1)!.before.push(run);
export const afterEach = (run: Hook): number => groupHooks.at(-1)!.after.push(run);
