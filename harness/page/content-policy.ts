import { createHash } from 'node:crypto';

/**
 * Builds a page's content security policy (CSP Level 3), which allows only our own scripts and style sheets, identified
 * by hash. Injected markup can neither run nor load anything.
 */
export function makeContentPolicy(
  scripts: readonly string[],
  styles: string | readonly string[],
  ...directives: readonly string[]
): string {
  return [
    "default-src 'none'",
    `script-src ${scripts.map(hashSource).join(' ') || "'none'"}`,
    `style-src ${[styles].flat().map(hashSource).join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    ...directives,
  ].join('; ');
}

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
