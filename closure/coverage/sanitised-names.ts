/**
 * Sanitises names for tools that split them at dots and slashes: keeps only letters, digits and `_<>,-`. Distinct names
 * stay distinct.
 */
export function sanitiseNames(names: readonly string[]): string[] {
  const usedNames = new Set<string>();
  return names.map((name) => {
    const sanitised = name.replaceAll('+', '_up').replace(/[^\w<>,-]+/g, '_');
    let unique = sanitised;
    for (let n = 2; usedNames.has(unique); n++) unique = `${sanitised}_${n}`;
    usedNames.add(unique);
    return unique;
  });
}
