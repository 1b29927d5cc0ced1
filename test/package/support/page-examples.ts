import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot } from '../../../harness/basics/package-root.js';

/** A complete example file from a page, as a user of the package would write it. */
export interface PageExample {
  readonly page: string;
  /** The name of the file in the user's folder. */
  readonly file: string;
  readonly code: string;
  /**
   * The command that lists the example's fault, and a pattern for the line it must print; undefined if the example
   * defines no fault.
   */
  readonly listing: { readonly args: readonly string[]; readonly pattern: RegExp } | undefined;
}

/**
 * Returns the suites and configurations on two pages in `docs/`: their TypeScript and JSON blocks, except those quoted
 * from repository files.
 */
export function readPageExamples(): PageExample[] {
  return ['extending.md', 'suites.md'].flatMap((page) => {
    const text = readFileSync(join(findPackageRoot(), 'docs', page), 'utf8');
    const blocks = Array.from(text.matchAll(/^```(ts|json)\n([\s\S]*?)^```$/gm), ([, language, code]) => ({
      language: language!,
      code: code!,
    }));
    return blocks
      .filter(({ code }) => !code.startsWith('// '))
      .map(({ language, code }, index) => makeExample(page, index, language, code));
  });
}

function makeExample(page: string, index: number, language: string, code: string): PageExample {
  const file = `${page.replace('.md', '')}-${index}.${language}`;
  if (!code.includes('defineFault(')) return { page, file, code, listing: undefined };
  const [, id, title] = /id: '([^']+)',\n +title: '([^']+)'/.exec(code)!;
  const [, name] = /export const (\w+)/.exec(code)!;
  const config = `${code}export default { faults: [${name}] };\n`;
  return {
    page,
    file,
    code: config,
    listing: { args: ['list', 'faults'], pattern: new RegExp(`^${id} .* ${title}$`, 'm') },
  };
}
