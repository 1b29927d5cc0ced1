/**
 * Wraps text to `width` columns, without splitting words that are longer than that. All lines but the first are
 * indented by `indent` spaces.
 *
 * For example, `fillText('findings  none at all', 16, 10)` returns `findings  none`, followed by `at all`
 * below `none`.
 */
export function fillText(text: string, width: number, indent: number): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/(?<=\S)(?= )/)) {
    if (line !== '' && line.length + word.length > width) {
      lines.push(line);
      line = ' '.repeat(indent) + word.trimStart();
    } else line += word;
  }
  return [...lines, line].join('\n');
}

/**
 * Breaks text at spaces into lines of at most `width` characters. All lines but the first start with
 * `indent`.
 */
export function wrapText(text: string, width: number, indent = ''): string[] {
  return flowItems(text.split(' '), ' ', width, indent);
}

/** Lays out items in lines of at most `width` characters. Only items longer than a line are broken. */
export function flowItems(items: readonly string[], separator: string, width: number, indent = ''): string[] {
  const lines: string[] = [];
  let line = '';
  const getIndent = (): string => (lines.length === 0 || indent.length >= width ? '' : indent);
  const getMaxLength = (): number => width - getIndent().length;
  const endLine = (): void => {
    lines.push((getIndent() + line).trimEnd());
    line = '';
  };
  items.forEach((item, i) => {
    let remaining = i + 1 < items.length ? item + separator : item;
    if (line !== '' && line.length + remaining.trimEnd().length > getMaxLength()) endLine();
    while (remaining.trimEnd().length > getMaxLength()) {
      line = remaining.slice(0, getMaxLength());
      remaining = remaining.slice(getMaxLength());
      endLine();
    }
    line += remaining;
  });
  if (line !== '' || lines.length === 0) endLine();
  return lines;
}
