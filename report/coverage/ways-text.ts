import {
  firstHitLine,
  type HoleWay,
  lineToPaste,
  type StepMovers,
  shellWord,
} from '../../regression/index.js';
import { counted } from '../counted.js';

/** A way to a hole in words. */
export interface ShownWay {
  readonly bin: string;
  /** Expected cost; absent where no past test reached all its steps. */
  readonly cost?: string;
  /** The nearest bins that were hit. */
  readonly steps: readonly { readonly text: string; readonly line: string | undefined }[];
  /** What moves tests to the rarest of them. */
  readonly movers: readonly string[];
  /** Searches for a test. */
  readonly command: string;
}

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
        line: first === undefined ? undefined : (firstHitLine(first) ?? first.name),
      })),
      movers: movers === undefined ? [] : moverLines(movers),
      command: lineToPaste('coverage aim', places, `--time ${seconds}s`),
    };
  });
}

function costText({ sequence, tests, seconds }: NonNullable<HoleWay['cost']>): string {
  const time =
    seconds < 100 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60).toLocaleString('en-US')} min`;
  return `about ${counted(tests, 'test')} of ${sequence}, ${time} of processor time`;
}

function moverLines({ step, sequences, knobs, scene }: StepMovers): string[] {
  const kinds = [
    ['sequence', sequences],
    ['knob', knobs],
    ['scene', scene],
  ] as const;
  return kinds.flatMap(([kind, movers]) =>
    movers.map(
      ({ feature, bits, withIt, without }) =>
        `${kind} ${feature}: ${part(withIt)} of tests with it reach ${step}, ${part(without)} of others (${bits.toFixed(4)} bits)`,
    ),
  );
}

function part(share: number): string {
  return `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`;
}

/** The ways one after another: cost, nearest bins, what moves tests to them, and the line to try. */
export function waysText(ways: readonly ShownWay[]): string {
  return ways
    .map(({ bin, cost, steps, movers, command }) =>
      [
        bin,
        `  cost     ${cost ?? 'not known: no test reached all steps'}`,
        ...steps.flatMap(({ text, line }) => [
          `  nearest  ${text}`,
          ...(line === undefined ? [] : [`           ${line}`]),
        ]),
        ...movers.map((mover) => `  moved by ${mover}`),
        `  try      ${command}`,
      ].join('\n'),
    )
    .join('\n\n');
}
