/**
 * Text wrapped to this width, if its words allow. Following lines are indented by `indent` spaces.
 *
 * Example: `filledText('findings  none at all', 16, 10)` is `findings  none` and then `at all` below `none`.
 */
export function filledText(text: string, width: number, indent: number): string {
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
