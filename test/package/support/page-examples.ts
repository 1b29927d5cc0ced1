import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../base/basics/package-root.js';

/** A file shown on a page, as a user of the package would write it. */
export interface PageExample {
  readonly page: string;
  /** Its name in the user's folder. */
  readonly file: string;
  readonly code: string;
  /** For files that are not suites: the command that lists its fault, and the line. */
  readonly listed: { readonly words: readonly string[]; readonly shows: RegExp } | undefined;
}

/**
 * Suites and configurations of two pages in `docs/`: their TypeScript and JSON blocks, without quotes of the
 * repository's files.
 */
export function pageExamples(): PageExample[] {
  return ['extending.md', 'suites.md'].flatMap((page) => {
    const text = readFileSync(join(packageRoot(), 'docs', page), 'utf8');
    const blocks = Array.from(text.matchAll(/^```(ts|json)\n([\s\S]*?)^```$/gm), ([, language, code]) => ({
      language: language!,
      code: code!,
    }));
    return blocks
      .filter(({ code }) => !code.startsWith('// '))
      .map(({ language, code }, at) => exampleOf(page, at, language, code));
  });
}

function exampleOf(page: string, at: number, language: string, code: string): PageExample {
  const file = `${page.replace('.md', '')}-${at}.${language}`;
  if (!code.includes('defineFault(')) return { page, file, code, listed: undefined };
  const [, id, title] = /id: '([^']+)',\n +title: '([^']+)'/.exec(code)!;
  const [, name] = /export const (\w+)/.exec(code)!;
  const config = `${code}export default { faults: [${name}] };\n`;
  return {
    page,
    file,
    code: config,
    listed: { words: ['list', 'faults'], shows: new RegExp(`^${id} .* ${title}$`, 'm') },
  };
}
