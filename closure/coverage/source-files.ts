/** The path, from the repository root, of the file that declares a covergroup. */
export function sourceFileOf(group: string): string {
  return `coverage/groups/${group}.ts`;
}

/** The number, from 1, of the line that declares a coverpoint or cross in its covergroup's file; 1 if there is no such line. */
export function declarationLine(source: string, kind: 'point' | 'cross', name: string): number {
  const lines = source.split('\n');
  const isDeclaration = (line: string): boolean => {
    const text = line.trim();
    if (kind === 'cross') return text.includes(`name: '${name}'`);
    return [`${name}:`, `'${name}':`, `${name},`].some((start) => text.startsWith(start));
  };
  return Math.max(0, lines.findIndex(isDeclaration)) + 1;
}
