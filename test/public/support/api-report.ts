import type { PublicName } from './public-surface.js';

/** Columns of the report; it folds only unions and lists of members there. */
const WIDTH = 110;

/** The public surface as a page: each entry point's exports. */
export function apiReport(names: readonly PublicName[], entries: readonly string[]): string {
  const sections = entries.map((entry) => section(entry, names));
  return `# API report

Every name that \`package.json\` exports, with its declaration. A test compares this page with the declarations that the package
ships, so a review shows each change of the public surface. Write it anew with \`npm run pages\`.

${sections.join('\n')}`;
}

function section(entry: string, names: readonly PublicName[]): string {
  const own = names.filter(({ entries }) => entries[0] === entry);
  const again = names.filter(({ entries }) => entries.includes(entry) && entries[0] !== entry);
  const heading = `## pops-testbench${entry.slice(1)}\n`;
  const repeated = again.map(({ name, entries }) => `\`${name}\` (${entries[0]})`).join(', ');
  return [heading, ...(repeated === '' ? [] : [`As above: ${repeated}.\n`]), code(own)].join('\n');
}

function code(names: readonly PublicName[]): string {
  const blocks = names.map(({ declaration }) => declaration.split('\n').map(folded).join('\n'));
  return `\`\`\`ts\n${blocks.join('\n\n')}\n\`\`\`\n`;
}

/** Folds a long line into one line per group of union members that fits. */
function folded(line: string): string {
  if (line.length <= WIDTH) return line;
  const lines: string[] = [];
  let current = '';
  for (const part of line.split(/(?<= \| )/)) {
    if (current !== '' && current.length + part.length > WIDTH) {
      lines.push(current.trimEnd());
      current = '    ';
    }
    current += part;
  }
  return [...lines, current].join('\n');
}
