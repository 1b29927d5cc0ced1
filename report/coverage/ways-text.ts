import {
  firstHitLine,
  type HoleWay,
  lineToPaste,
  type StepMovers,
  shellWord,
} from '../../regression/index.js';
import { counted, numberText } from '../counted.js';
import { wrapped } from '../picture/wrap.js';

/** A way to a hole in words. */
export interface ShownWay {
  readonly bin: string;
  /** Expected cost; absent where no past test reached all its steps. */
  readonly cost?: string;
  /** The bins near it, and how many tests hit each. */
  readonly steps: readonly {
    readonly text: string;
    readonly tests: number;
    readonly line: string | undefined;
  }[];
  /** The rarest of them that enough tests hit; absent where none did. */
  readonly towards?: string;
  /** What moves tests to that one, most telling first within a kind. */
  readonly movers: readonly { readonly kind: string; readonly text: string }[];
  /** Searches for a test. */
  readonly command: string;
}

/** Before what stands under a label. */
const INDENT = ' '.repeat(11);
/** Shortest and longest search that is proposed, in seconds; a guess as long as two expected costs between them. */
const SEARCH_MIN = 60;
const SEARCH_MAX = 600;

/** Ways as they are shown; `paths` are the runs that they were learned from. */
export function shownWays(ways: readonly HoleWay[], paths: readonly string[]): ShownWay[] {
  return ways.map(({ bin, steps, movers, cost }): ShownWay => {
    const seconds = Math.round(Math.min(SEARCH_MAX, Math.max(SEARCH_MIN, 2 * (cost?.seconds ?? SEARCH_MAX))));
    const places = [bin, ...paths].map(shellWord).join(' ');
    return {
      bin,
      ...(cost === undefined ? {} : { cost: costText(cost) }),
      steps: steps.map(({ step, tests, first }) => ({
        text: `${step}: ${tests === 0 ? 'never hit' : `hit by ${counted(tests, 'test')}`}`,
        tests,
        line: first === undefined ? undefined : (firstHitLine(first) ?? first.name),
      })),
      ...(movers === undefined ? {} : { towards: movers.step }),
      movers: movers === undefined ? [] : shownMovers(movers),
      command: lineToPaste('coverage aim', places, `--time ${seconds}s`),
    };
  });
}

function costText({ sequence, tests, seconds }: NonNullable<HoleWay['cost']>): string {
  const time = seconds < 100 ? `${Math.ceil(seconds)} s` : `${numberText(Math.ceil(seconds / 60))} min`;
  return `about ${counted(tests, 'test')} of ${sequence}, ${time} of processor time`;
}

function shownMovers({ sequences, knobs, scene }: StepMovers): ShownWay['movers'] {
  const kinds = [
    ['sequence', sequences],
    ['knob', knobs],
    ['scene', scene],
  ] as const;
  return kinds.flatMap(([kind, movers]) =>
    movers.map(({ feature, bits, withIt, without }) => ({
      kind,
      text: `${kind} ${feature}: ${part(withIt)} of tests with it, ${part(without)} of others (${bits.toFixed(3)} bits)`,
    })),
  );
}

function part(share: number): string {
  return `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`;
}

/**
 * The ways one after another: cost, the nearest bin that was hit, what moves tests to it most, and the line to try; with `all`, all near
 * bins and movers. Lines have `width` characters at most, but for those to paste.
 */
export function waysText(ways: readonly ShownWay[], all = false, width = Number.POSITIVE_INFINITY): string {
  const prose = (label: string, text: string): string[] => wrapped(`${label}${text}`, width, INDENT);
  return ways
    .map(({ bin, cost, steps, towards, movers, command }) => {
      const shown = all ? movers : movers.filter(({ kind }, at) => kind !== movers[at - 1]?.kind);
      return [
        bin,
        ...prose('  cost     ', cost ?? 'not known: no test reached all steps'),
        ...(all ? steps : nearestOf(steps)).flatMap(({ text, line }) => [
          ...prose('  nearest  ', text),
          ...(line === undefined ? [] : [`${INDENT}${line}`]),
        ]),
        ...(shown.length === 0 ? [] : prose('  movers   ', `to ${towards}:`)),
        ...shown.flatMap(({ text }) => prose(INDENT, text)),
        `  try      ${command}`,
      ].join('\n');
    })
    .join('\n\n');
}

/** The step that fewest tests hit, but some. */
function nearestOf(steps: ShownWay['steps']): ShownWay['steps'] {
  return steps
    .filter(({ tests }) => tests > 0)
    .sort((a, b) => a.tests - b.tests)
    .slice(0, 1);
}
