import { UsageError } from '../../../transactions/index.js';
import { isOtherStage, PIPELINE_SYMBOL } from '../../elf/shader-object.js';

/** A function in assembly text. */
export interface AssemblyFunction {
  readonly name: string;
  /** The zero-based index of its first line. */
  readonly begin: number;
  /** The zero-based index of the line after its last line. */
  readonly end: number;
}

/**
 * Matches a function directive, which `llc -filetype=asm` prints before the label, after other functions' constants.
 */
const FUNCTION_DIRECTIVE = /^\s*\.type\s+([\w.$]+),\s*@function/;

const LABEL = /^\s*([\w.$]+):/;

/** Matches the label between a function's last instruction and its notes and constants. */
const END = /^\.Lfunc_end\d+:/;

/**
 * Finds the pixel shader in assembly text: the function named in the metadata, else the one with PAL's standard name,
 * else the only function. Text without function directives is treated as one shader. Throws `UsageError`, listing the
 * functions, if none qualifies.
 */
export function findPixelFunction(
  lines: readonly string[],
  entry: string | undefined,
  file: string,
): AssemblyFunction {
  const functions = findFunctions(lines);
  if (functions.length === 0) return { name: '', begin: 0, end: lines.length };
  const named =
    functions.find(({ name }) => name === entry) ?? functions.find(({ name }) => name === PIPELINE_SYMBOL);
  if (named !== undefined) return named;
  const [first] = functions;
  if (functions.length === 1 && !isOtherStage(first!.name)) return first!;
  const names = functions.map(({ name }) => name).join(', ');
  throw new UsageError(
    `Cannot use ${file}: it has no pixel shader ${entry ?? PIPELINE_SYMBOL}, only ${names}`,
  );
}

function findFunctions(lines: readonly string[]): readonly AssemblyFunction[] {
  const starts = findStarts(lines);
  return starts.map(({ name, begin }, i) => {
    const next = starts[i + 1]?.begin ?? lines.length;
    const length = lines.slice(begin, next).findIndex((line) => END.test(line));
    return { name, begin, end: length < 0 ? next : begin + length };
  });
}

/** Finds where functions start: at the directive, or at the label if that is earlier. */
function findStarts(lines: readonly string[]): readonly Omit<AssemblyFunction, 'end'>[] {
  const labels = new Map<string, number>();
  const functions = new Map<string, number>();
  for (const [index, line] of lines.entries()) {
    const label = LABEL.exec(line)?.[1];
    if (label !== undefined && !labels.has(label)) labels.set(label, index);
    const name = FUNCTION_DIRECTIVE.exec(line)?.[1];
    if (name !== undefined) functions.set(name, Math.min(index, labels.get(name) ?? index));
  }
  return [...functions].map(([name, begin]) => ({ name, begin })).sort((a, b) => a.begin - b.begin);
}
