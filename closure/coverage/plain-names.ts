/**
 * Replaces everything except letters, digits and `_<>,-` in names, because tools split them at dots and slashes. Distinct
 * names stay distinct.
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
