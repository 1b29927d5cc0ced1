/** File that declares a covergroup, from the repository root. */
export function sourceFileOf(group: string): string {
  return `coverage/groups/${group}.ts`;
}

/** Line that declares a coverpoint or cross in its covergroup's file, from 1; 1 if not found. */
export function declarationLine(source: string, kind: 'point' | 'cross', name: string): number {
  const lines = source.split('\n');
  const isDeclaration = (line: string): boolean => {
    const text = line.trim();
    if (kind === 'cross') return text.includes(`name: '${name}'`);
    return [`${name}:`, `'${name}':`, `${name},`].some((start) => text.startsWith(start));
  };
  return Math.max(0, lines.findIndex(isDeclaration)) + 1;
}
