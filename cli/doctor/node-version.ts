/**
 * Whether a Node version satisfies the `engines` range in package.json. Example: `v22.12.1` is in `^20.19.0 || ^22.12.0 || >=24.0.0`.
 *
 * @param range parts joined by `||`, each `^` or `>=` and a version; throws on anything else.
 */
export function isSupportedNode(version: string, range: string): boolean {
  const own = partsOf(version.replace(/^v/, ''));
  return range.split('||').some((part) => {
    const [, relation, text] = /^(\^|>=)(\d+\.\d+\.\d+)$/.exec(part.trim()) ?? [];
    if (relation === undefined || text === undefined) throw new Error(`Cannot read the range ${part}`);
    const least = partsOf(text);
    return isAtLeast(own, least) && (relation === '>=' || own[0] === least[0]);
  });
}

/** Node versions that run tests fastest (bench/README.md, "Node 24"). */
const RECOMMENDED = '>=24.0.0';

/** A supported version, with the reason to switch to a faster one, if any. */
export function withAdvice(version: string): string {
  return isSupportedNode(version, RECOMMENDED) ? version : `${version}; Node 24 is about a quarter faster`;
}

function partsOf(version: string): readonly number[] {
  return version.split(/[.-]/, 3).map(Number);
}

function isAtLeast(own: readonly number[], least: readonly number[]): boolean {
  const at = least.findIndex((part, i) => part !== own[i]);
  return at < 0 || own[at]! > least[at]!;
}
