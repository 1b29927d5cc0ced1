/**
 * Returns whether a Node version satisfies the `engines` range in package.json. For example, `v22.12.1` satisfies
 * `^20.19.0 || ^22.12.0 || >=24.0.0`.
 *
 * @param range parts joined by `||`, each of which is `^` or `>=` and a version. Throws for anything else.
 */
export function isSupportedNode(version: string, range: string): boolean {
  const actual = parseVersion(version.replace(/^v/, ''));
  return range.split('||').some((part) => {
    const [, relation, text] = /^(\^|>=)(\d+\.\d+\.\d+)$/.exec(part.trim()) ?? [];
    if (relation === undefined || text === undefined) throw new Error(`Cannot read the range ${part}`);
    const minimum = parseVersion(text);
    return isAtLeast(actual, minimum) && (relation === '>=' || actual[0] === minimum[0]);
  });
}

/** The fastest Node versions for running tests (bench/README.md, "Node 24"). */
const RECOMMENDED = '>=24.0.0';

/** Returns a supported version, followed by a reason to upgrade if a newer version is faster. */
export function addUpgradeAdvice(version: string): string {
  return isSupportedNode(version, RECOMMENDED) ? version : `${version}; Node 24 is about a quarter faster`;
}

function parseVersion(version: string): readonly number[] {
  return version.split(/[.-]/, 3).map(Number);
}

function isAtLeast(actual: readonly number[], minimum: readonly number[]): boolean {
  const firstDifference = minimum.findIndex((part, i) => part !== actual[i]);
  return firstDifference < 0 || actual[firstDifference]! > minimum[firstDifference]!;
}
