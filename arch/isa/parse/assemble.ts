import type { Gfx } from '../../chips.js';
import { parseInstruction } from './index.js';
import { ParseError } from './parse-error.js';

interface Line {
  readonly text: string;
  /** Dword offset of the instruction. */
  readonly offset: number;
}

const LABEL = /^([A-Za-z_]\w*):\s*/;
const BRANCH = /^(s_c?branch\w*)\s+([A-Za-z_]\w*)$/;

function withoutComment(line: string): string {
  return line.replace(/(;|\/\/).*$/, '').trim();
}

/** A branch to a label with the plain immediate in its place. */
function resolve({ text, offset }: Line, labels: ReadonlyMap<string, number>): string {
  const match = BRANCH.exec(text);
  if (match === null) return text;
  const target = labels.get(match[2]);
  if (target === undefined) throw new ParseError('a label of this program', match[2]);
  return `${match[1]} ${(target - offset - 1) & 0xffff}`;
}

/**
 * Machine words of a program: one instruction a line in LLVM's syntax, labels as `name:`, comments from `;` or `//`.
 *
 * @throws ParseError with the first text that cannot be encoded
 */
export function assembleProgram(source: string, gfx: Gfx): number[] {
  const labels = new Map<string, number>();
  const lines: Line[] = [];
  let offset = 0;
  for (const raw of source.split('\n')) {
    let text = withoutComment(raw);
    for (let match = LABEL.exec(text); match !== null; match = LABEL.exec(text)) {
      labels.set(match[1], offset);
      text = text.slice(match[0].length);
    }
    if (text === '') continue;
    lines.push({ text, offset });
    offset += parseInstruction(text.replace(BRANCH, '$1 0'), gfx).length;
  }
  return lines.flatMap((line) => parseInstruction(resolve(line, labels), gfx));
}
