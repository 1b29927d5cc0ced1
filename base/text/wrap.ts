/**
 * Breaks text at spaces into lines of at most `width` characters. All lines but the first start with
 * `indent`.
 */
export function wrapText(text: string, width: number, indent = ''): string[] {
  return flowItems(text.split(' '), ' ', width, indent);
}

/** Arranges items in lines of at most `width` characters. Only items longer than a line are broken. */
export function flowItems(items: readonly string[], separator: string, width: number, indent = ''): string[] {
  const lines: string[] = [];
  let line = '';
  const start = (): string => (lines.length === 0 || indent.length >= width ? '' : indent);
  const lineWidth = (): number => width - start().length;
  const flush = (): void => {
    lines.push((start() + line).trimEnd());
    line = '';
  };
  items.forEach((item, i) => {
    let remaining = i + 1 < items.length ? item + separator : item;
    if (line !== '' && line.length + remaining.trimEnd().length > lineWidth()) flush();
    while (remaining.trimEnd().length > lineWidth()) {
      line = remaining.slice(0, lineWidth());
      remaining = remaining.slice(lineWidth());
      flush();
    }
    line += remaining;
  });
  if (line !== '' || lines.length === 0) flush();
  return lines;
}
