/**
 * Returns whether a Node version satisfies the `engines` range in package.json. For example, `v22.12.1` satisfies
 * `^20.19.0 || ^22.12.0 || >=24.0.0`.
 *
 * @param range one or more `^x.y.z` or `>=x.y.z` joined by `||`. Throws for anything else.
 */
export function isSupportedNode(version: string, range: string): boolean {
  const actual = parseVersion(version.replace(/^v/, ''));
  return range.split('||').some((part) => {
    const [, operator, text] = /^(\^|>=)(\d+\.\d+\.\d+)$/.exec(part.trim()) ?? [];
    if (operator === undefined || text === undefined) throw new Error(`Unsupported version range: ${part}`);
    const minimum = parseVersion(text);
    return isAtLeast(actual, minimum) && (operator === '>=' || actual[0] === minimum[0]);
  });
}

/** The fastest Node versions for running tests (bench/README.md, "Node 24"). */
const RECOMMENDED = '>=24.0.0';

/** Returns `version`, with a note appended if a newer Node would be faster. */
export function addUpgradeAdvice(version: string): string {
  return isSupportedNode(version, RECOMMENDED) ? version : `${version}; Node 24 is about 25% faster`;
}

function parseVersion(version: string): readonly number[] {
  return version.split(/[.-]/, 3).map(Number);
}

function isAtLeast(actual: readonly number[], minimum: readonly number[]): boolean {
  const firstDifference = minimum.findIndex((part, i) => part !== actual[i]);
  return firstDifference < 0 || actual[firstDifference]! > minimum[firstDifference]!;
}
