import { createHash } from 'node:crypto';

/**
 * Builds the policy for what a page may run and show (CSP Level 3): only our own scripts and style sheets,
 * identified by their hashes. Injected markup can then neither run nor load anything. `more` holds further
 * directives.
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
