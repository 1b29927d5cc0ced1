import type { Violation } from '../../transactions/index.js';

/** Locations of a program's words in its original text. */
export interface ProgramSource {
  /** The line, from 1, of each word's instruction, or 0 if unknown; absent for programs without text. */
  readonly lines?: readonly number[];
  /** Label names by byte offset. */
  readonly labels?: Readonly<Record<number, string>>;
  /** Whether it was compiled from this text: instructions without a line may be the compiler's. */
  readonly isCompiled?: boolean;
}

/** A program location in a sentence, and the branch at it with its distance. */
const PLACE = /\bpc 0x([0-9a-f]+)(?:(: | \()(s_c?branch\w*) (\d+))?/g;
const BRANCH = /^(s_c?branch\w*) (\d+)$/;

/** The text's line with the instruction at a byte offset, or undefined if it has none. */
export function lineOf({ lines }: ProgramSource, pc: number | undefined): number | undefined {
  const line = pc === undefined ? undefined : lines?.[pc >> 2];
  return line === 0 ? undefined : line;
}

/**
 * A violation with lines, labels and branch targets of the user's text in its sentences and steps. Example: `pc 0x54: s_branch
 * 65531, taken` becomes `line 24, pc 0x54: s_branch loop, taken`.
 */
export function withSource(violation: Violation, source: ProgramSource): Violation {
  const withPlaces = (text: string): string => placedIn(text, source);
  const { place, allowed, observed, steps, hint } = violation;
  const { pc, instruction } = place;
  return {
    ...violation,
    allowed: withPlaces(allowed),
    observed: withPlaces(observed),
    hint: `${withPlaces(hint)}${mayBeFromCompiler(hint, source) ? COMPILER_NOTE : ''}`,
    steps: steps.map(withPlaces),
    ...(pc === undefined || instruction === undefined
      ? {}
      : { place: { ...place, instruction: instructionText(pc, instruction, source) } }),
  };
}

const COMPILER_NOTE = ' It has no source line, so the compiler may have placed it there.';

/** Whether a sentence names an instruction of a compiled program that has no line. */
function mayBeFromCompiler(text: string, source: ProgramSource): boolean {
  const places = [...text.matchAll(PLACE)].map(([, digits]) => Number.parseInt(digits!, 16));
  return source.isCompiled === true && places.some((pc) => lineOf(source, pc) === undefined);
}

/** A sentence with lines and labels of the user's text at its program locations. */
export function placedIn(text: string, source: ProgramSource): string {
  return text.replace(PLACE, (_, digits: string, gap?: string, branch?: string, distance?: string) => {
    const pc = Number.parseInt(digits, 16);
    const place = placeText(pc, source);
    return branch === undefined
      ? place
      : `${place}${gap}${branch} ${targetText(pc, Number(distance), source)}`;
  });
}

function instructionText(pc: number, instruction: string, source: ProgramSource): string {
  const [, branch, distance] = BRANCH.exec(instruction) ?? [];
  return branch === undefined ? instruction : `${branch} ${targetText(pc, Number(distance), source)}`;
}

function placeText(pc: number, source: ProgramSource): string {
  const line = lineOf(source, pc);
  const label = source.labels?.[pc];
  const name = label === undefined ? '' : ` <${label}>`;
  return `${line === undefined ? '' : `line ${line}, `}pc 0x${pc.toString(16)}${name}`;
}

/** A branch target: the distance is a signed 16-bit count of dwords from the next instruction. */
function targetText(pc: number, distance: number, { labels }: ProgramSource): string {
  const target = pc + 4 + 4 * ((distance << 16) >> 16);
  return labels?.[target] ?? `${distance} (to pc 0x${(target >>> 0).toString(16)})`;
}
