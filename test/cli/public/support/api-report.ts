import type { PublicName } from './public-surface.js';

/** The width of the report in columns. Longer lines are wrapped between union members. */
const WIDTH = 110;

/** Formats the public surface as a page that lists the exports of each entry point. */
export function formatApiReport(names: readonly PublicName[], entries: readonly string[]): string {
  const sections = entries.map((entry) => formatSection(entry, names));
  return `# API report

Every name that \`package.json\` exports, with its declaration. A test compares this page with the declarations that the package
ships, so that every change to the public surface shows up in code review. Rewrite it with \`npm run pages\`.

${sections.join('\n')}`;
}

function formatSection(entry: string, names: readonly PublicName[]): string {
  const newNames = names.filter(({ entries }) => entries[0] === entry);
  const reexportedNames = names.filter(({ entries }) => entries.includes(entry) && entries[0] !== entry);
  const heading = `## pops-testbench${entry.slice(1)}\n`;
  const reexportList = reexportedNames.map(({ name, entries }) => `\`${name}\` (${entries[0]})`).join(', ');
  return [
    heading,
    ...(reexportList === '' ? [] : [`Re-exported: ${reexportList}.\n`]),
    formatCode(newNames),
  ].join('\n');
}

function formatCode(names: readonly PublicName[]): string {
  const blocks = names.map(({ declaration }) => declaration.split('\n').map(wrapLine).join('\n'));
  return `\`\`\`ts\n${blocks.join('\n\n')}\n\`\`\`\n`;
}

/** Wraps a long line, fitting as many union members as possible on each line. */
function wrapLine(line: string): string {
  if (line.length <= WIDTH) return line;
  const lines: string[] = [];
  let current = '';
  for (const member of line.split(/(?<= \| )/)) {
    if (current !== '' && current.length + member.length > WIDTH) {
      lines.push(current.trimEnd());
      current = '    ';
    }
    current += member;
  }
  return [...lines, current].join('\n');
}
