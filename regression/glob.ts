const SPECIAL = /[.+^${}()|[\]\\]/g;

/** Whether a name matches a pattern in which `*` stands for any text and `?` for one character. */
export function matchesGlob(name: string, pattern: string): boolean {
  const source = pattern.replace(SPECIAL, '\\$&').replaceAll('*', '.*').replaceAll('?', '.');
  return new RegExp(`^${source}$`).test(name);
}
