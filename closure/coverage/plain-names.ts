/**
 * Sanitises names for tools that split them at dots and slashes: keeps only letters, digits and `_<>,-`. Distinct names
 * stay distinct.
 */
export function plainNames(names: readonly string[]): string[] {
  const used = new Set<string>();
  return names.map((name) => {
    const plain = name.replaceAll('+', '_up').replace(/[^\w<>,-]+/g, '_');
    let unique = plain;
    for (let n = 2; used.has(unique); n++) unique = `${plain}_${n}`;
    used.add(unique);
    return unique;
  });
}
