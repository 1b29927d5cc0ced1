import { createHash } from 'node:crypto';

/**
 * What a page may run and show (CSP Level 3): the scripts and the style sheet of our own, by their hashes, and nothing else. A text
 * that got into the page as markup could then neither run nor load anything. `more` are further directives.
 */
export function contentPolicy(
  scripts: readonly string[],
  styles: string | readonly string[],
  ...more: readonly string[]
): string {
  return [
    "default-src 'none'",
    `script-src ${scripts.map(sourceOf).join(' ') || "'none'"}`,
    `style-src ${[styles].flat().map(sourceOf).join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    ...more,
  ].join('; ');
}

function sourceOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
