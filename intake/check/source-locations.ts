import type { Violation } from '../../transactions/index.js';

export interface ProgramSource {
  /** The line of each word's instruction, counted from 1, or 0 if it is unknown; absent for programs without text. */
  readonly lines?: readonly number[];
  /** The lines of the text that `lines` counts, if it was compiled from one file. */
  readonly text?: readonly string[] | undefined;
  /** Label names, by byte offset. */
  readonly labels?: Readonly<Record<number, string>>;
  /** Whether the program is compiler output. Instructions without a line may have been added by the compiler. */
  readonly isCompiled?: boolean;
}

/** Matches a program location in a sentence, optionally followed by a branch and its distance. */
const LOCATION = /\bpc 0x([0-9a-f]+)(?:(: | \()(s_c?branch\w*) (\d+))?/g;
const BRANCH = /^(s_c?branch\w*) (\d+)$/;

/** Returns the source line of the instruction at a byte offset, or undefined if it has none. */
export function findLine({ lines }: ProgramSource, pc: number | undefined): number | undefined {
  const line = pc === undefined ? undefined : lines?.[pc >> 2];
  return line === 0 ? undefined : line;
}

/**
 * Adds source lines, labels and branch targets to a violation's sentences and steps. For example,
 * `pc 0x54: s_branch 65531, taken` becomes `line 24, pc 0x54: s_branch loop, taken`.
 */
export function addSource(violation: Violation, source: ProgramSource): Violation {
  const withLocations = (text: string): string => addLocations(text, source);
  const { place, allowed, observed, steps, hint } = violation;
  const { pc, instruction } = place;
  return {
    ...violation,
    allowed: withLocations(allowed),
    observed: withLocations(observed),
    hint: `${withLocations(hint)}${mayBeFromCompiler(hint, source) ? COMPILER_NOTE : ''}`,
    steps: steps.map(withLocations),
    ...(pc === undefined || instruction === undefined
      ? {}
      : { place: { ...place, instruction: formatInstruction(pc, instruction, source) } }),
  };
}

const COMPILER_NOTE = ' It has no source line, so the compiler may have placed it there.';

function mayBeFromCompiler(text: string, source: ProgramSource): boolean {
  const pcs = [...text.matchAll(LOCATION)].map(([, digits]) => Number.parseInt(digits!, 16));
  return source.isCompiled === true && pcs.some((pc) => findLine(source, pc) === undefined);
}

/** Adds source lines and labels to the program locations in a sentence. */
export function addLocations(text: string, source: ProgramSource): string {
  return text.replace(LOCATION, (_, digits: string, between?: string, branch?: string, distance?: string) => {
    const pc = Number.parseInt(digits, 16);
    const location = formatLocation(pc, source);
    return branch === undefined
      ? location
      : `${location}${between}${branch} ${formatTarget(pc, Number(distance), source)}`;
  });
}

function formatInstruction(pc: number, instruction: string, source: ProgramSource): string {
  const [, branch, distance] = BRANCH.exec(instruction) ?? [];
  return branch === undefined ? instruction : `${branch} ${formatTarget(pc, Number(distance), source)}`;
}

function formatLocation(pc: number, source: ProgramSource): string {
  const line = findLine(source, pc);
  const label = source.labels?.[pc];
  const name = label === undefined ? '' : ` <${label}>`;
  return `${line === undefined ? '' : `line ${line}, `}pc 0x${pc.toString(16)}${name}`;
}

/** Formats a branch target. The distance is a signed 16-bit number of dwords from the next instruction. */
function formatTarget(pc: number, distance: number, { labels }: ProgramSource): string {
  const target = pc + 4 + 4 * ((distance << 16) >> 16);
  return labels?.[target] ?? `${distance} (to pc 0x${(target >>> 0).toString(16)})`;
}
