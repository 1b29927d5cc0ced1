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
