import { createHash } from 'node:crypto';

/**
 * What a page may run and show (CSP Level 3): only our own scripts and style sheet, by their hashes. Injected markup could then
 * neither run nor load anything. `more` are further directives.
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
