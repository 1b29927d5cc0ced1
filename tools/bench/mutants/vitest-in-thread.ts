/** Stands in for Vitest in a thread that tests mutants. Collects the declared tests so that the thread can run them. */
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

function declare(name: string, ...args: readonly unknown[]): void {
  const enclosingHooks = groupHooks;
  const body = findBody(args);
  const run = async (): Promise<void> => {
    try {
      for (const { before } of enclosingHooks) for (const hook of before) await hook();
      await body();
    } finally {
      for (const { after } of [...enclosingHooks].reverse()) for (const hook of after) await hook();
    }
  };
  tests.push({ name: [...names, name].join(' > '), run });
}

function group(name: string, ...args: readonly unknown[]): void {
  const outer = { names, groupHooks };
  names = [...names, name];
  groupHooks = [...groupHooks, createHooks()];
  findBody(args)();
  ({ names, groupHooks } = outer);
}

function skip(): void {}

/** Returns the body of a test or group. Options and timeouts may come before or after it. */
function findBody(args: readonly unknown[]): () => unknown {
  return args.find((argument) => typeof argument === 'function') as () => unknown;
}

const createEach =
  (declaration: typeof declare) =>
  (rows: readonly unknown[]) =>
  (name: string, ...args: readonly unknown[]): void => {
    const body = findBody(args) as Body;
    for (const [index, row] of rows.entries())
      declaration(`${name} ${index}`, () => body(...((Array.isArray(row) ? row : [row]) as never[])));
  };

const withEach = (declaration: typeof declare) =>
  Object.assign(declaration.bind(undefined), { each: createEach(declaration) });

/** Adds Vitest's `each`, `skipIf` and `runIf` to a function that declares tests or groups. */
const withVariants = (declaration: typeof declare) =>
  Object.assign(withEach(declaration), {
    skipIf: (shouldSkip: unknown) => withEach(shouldSkip ? skip : declaration),
    runIf: (shouldRun: unknown) => withEach(shouldRun ? declaration : skip),
  });

/** Replacements for Vitest's functions, limited to what the project's tests use. */
export const it = withVariants(declare);
export const test: typeof it = it;
export const describe = withVariants(group);
export const beforeAll = (run: Hook): number => before.push(run);
export const afterAll = (run: Hook): number => after.push(run);
export const beforeEach = (run: Hook): number => groupHooks.at(-1)!.before.push(run);
export const afterEach = (run: Hook): number => groupHooks.at(-1)!.after.push(run);
