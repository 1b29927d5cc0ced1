/** Returns the path, relative to the repository root, of the file that declares a covergroup. */
export function getSourceFile(group: string): string {
  return `coverage/groups/${group}.ts`;
}

/** Returns the 1-based number of the line in `source` that declares a coverpoint or cross, or 1 if there is none. */
export function findDeclarationLine(source: string, kind: 'point' | 'cross', name: string): number {
  const lines = source.split('\n');
  const isDeclaration = (line: string): boolean => {
    const text = line.trim();
    if (kind === 'cross') return text.includes(`name: '${name}'`);
    return [`${name}:`, `'${name}':`, `${name},`].some((start) => text.startsWith(start));
  };
  return Math.max(0, lines.findIndex(isDeclaration)) + 1;
}
