const SPECIAL = /[.+^${}()|[\]\\]/g;

/** What patterns select, and the first of them that selects nothing, if there is one. */
export interface GlobSelection<T> {
  readonly matching: T[];
  readonly idle?: string;
}

/** Selects by name whatever matches one of the patterns, which have commas between them. */
export function selectByGlobs<T>(
  all: readonly T[],
  nameOf: (one: T) => string,
  patterns: string,
): GlobSelection<T> {
  const globs = patterns.split(',');
  const idle = globs.find((glob) => !all.some((one) => matchesGlob(nameOf(one), glob)));
  const matching = all.filter((one) => globs.some((glob) => matchesGlob(nameOf(one), glob)));
  return { matching, ...(idle === undefined ? {} : { idle }) };
}

/** Whether a name matches a pattern in which `*` stands for any text and `?` for one character. */
export function matchesGlob(name: string, pattern: string): boolean {
  const source = pattern.replace(SPECIAL, '\\$&').replaceAll('*', '.*').replaceAll('?', '.');
  return new RegExp(`^${source}$`).test(name);
}
