import type { Corpus } from '../../stimulus/index.js';
import { deriveSeed, formatSeed, RandomStream, type Seed } from '../../transactions/index.js';
import { runScenarioCase, runTraceCase } from './document-cases.js';
import { runProgramCase } from './program-case.js';
import { loadTargets } from './real-programs.js';
import { Tally } from './tally.js';
import { runWordsCase, WORDS_PER_CASE } from './words-case.js';

/** Options for a fuzzing run. */
export interface FuzzRequest {
  readonly seed: Seed;
  /** Number of random words to decode. One program, scenario and trace are mutated per `WORDS_PER_PROGRAM` words. */
  readonly count: number;
  /** The only case to run, such as `program:12` or `trace:3`. */
  readonly only?: string;
}

/** The outcome counts, and the first case that crashed, if any. */
export interface FuzzReport {
  readonly tally: Tally;
  readonly words: number;
  /** Number of programs, scenarios and traces. */
  readonly otherCases: number;
  readonly failure?: FuzzFailure;
}

/** A case that ended with an exception instead of a named outcome. */
export interface FuzzFailure {
  readonly name: string;
  readonly error: unknown;
  /** The command line that runs only this case. */
  readonly reproCommand: string;
}

const WORDS_PER_PROGRAM = 1000;

/** A named case, which runs with its own random stream. */
interface Case {
  readonly name: string;
  run(random: RandomStream): void;
}

/** Fuzzed inputs other than words: the kind, as used in case names, and how to run a case. */
const OTHER_KINDS: readonly (readonly [
  kind: string,
  run: (random: RandomStream, corpus: Corpus, tally: Tally) => void,
])[] = [
  ['program', runProgramCase],
  ['scenario', runScenarioCase],
  ['trace', runTraceCase],
];

/** Runs all cases, or only the requested one, up to the first crash. The same request always gives the same report. */
export function fuzz({ seed, count, only }: FuzzRequest, corpus: Corpus): FuzzReport {
  const targets = loadTargets(corpus);
  const tally = new Tally();
  const isSelected = (name: string) => only === undefined || only === name;
  const words = makeCases('words', Math.ceil(count / WORDS_PER_CASE), (random) =>
    runWordsCase(random, targets, tally),
  ).filter(({ name }) => isSelected(name));
  const others = OTHER_KINDS.map(([kind, run]) =>
    makeCases(kind, Math.ceil(count / WORDS_PER_PROGRAM), (random) => run(random, corpus, tally)).filter(
      ({ name }) => isSelected(name),
    ),
  );
  const failure = findFirstFailure([...words, ...others.flat()], seed);
  return {
    tally,
    words: words.length * WORDS_PER_CASE,
    otherCases: others.flat().length,
    ...(failure === undefined ? {} : { failure }),
  };
}

function makeCases(kind: string, count: number, run: (random: RandomStream) => void): Case[] {
  return Array.from({ length: count }, (_, index) => ({ name: `${kind}:${index}`, run }));
}

function findFirstFailure(cases: readonly Case[], seed: Seed): FuzzFailure | undefined {
  for (const { name, run } of cases) {
    try {
      run(new RandomStream(deriveSeed(seed, name, 0)));
    } catch (error) {
      const index = Number(name.split(':')[1]);
      const reproduce = `npm run fuzz -- --seed ${formatSeed(seed)} --count ${(index + 1) * WORDS_PER_CASE} --only ${name}`;
      return { name, error, reproCommand: reproduce };
    }
  }
  return undefined;
}
