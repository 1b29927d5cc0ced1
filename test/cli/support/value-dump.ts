/** A signal in a value change dump. Its values are decimal numbers, text or `x`. */
export interface DumpSignal {
  readonly path: string;
  readonly changes: readonly (readonly [cycle: number, value: string])[];
}

/** Parses a value change dump (IEEE 1364, plus string variables), including dumps written by other tools. */
export function readDump(text: string): DumpSignal[] {
  const scope: string[] = [];
  const byCode = new Map<string, { path: string; changes: [number, string][] }>();
  let cycle = 0;
  for (const line of text.split('\n')) {
    const [keyword, ...rest] = line.trim().split(' ');
    if (keyword === '$scope') scope.push(rest[1]!);
    else if (keyword === '$upscope') scope.pop();
    else if (keyword === '$var') byCode.set(rest[2]!, { path: [...scope, rest[3]].join('.'), changes: [] });
    else if (keyword!.startsWith('#')) cycle = Number(keyword!.slice(1));
    else if (/^[bs]/.test(line)) addChange(byCode.get(line.slice(line.lastIndexOf(' ') + 1))!, cycle, line);
    else if (/^[01x]./.test(line)) addChange(byCode.get(line.slice(1))!, cycle, line);
  }
  return [...byCode.values()];
}

function addChange({ changes }: { changes: [number, string][] }, cycle: number, line: string): void {
  const value = decodeValue(line);
  if (changes.at(-1)?.[1] !== value) changes.push([cycle, value]);
}

function decodeValue(line: string): string {
  if (line.startsWith('s')) return line.slice(1, line.lastIndexOf(' '));
  const bits = line.startsWith('b') ? line.slice(1, line.indexOf(' ')) : line[0]!;
  return bits.includes('x') ? 'x' : BigInt(`0b${bits}`).toString();
}

/** Returns a signal's value at a cycle, or undefined before its first change. */
export function getValueAt({ changes }: DumpSignal, cycle: number): string | undefined {
  return changes.findLast(([changedAt]) => changedAt <= cycle)?.[1];
}
