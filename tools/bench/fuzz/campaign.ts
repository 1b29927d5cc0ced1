import fc from 'fast-check';
import { deriveSeed, type Seed } from '../../../transactions/index.js';
import type { Subject } from './subjects.js';

/** An input with an outcome that has no name, in the smallest form that was found. */
export interface Finding {
  readonly kind: string;
  readonly problem: string;
  readonly input: string;
  /** The command line that repeats it. */
  readonly reproCommand: string;
}

/** Time for making a finding smaller. */
const SHRINK_MS = 60_000;
/** Number of inputs of each kind in a round of a campaign, and of those that are slow to create or read. */
const RUNS_PER_ROUND = 40;
const SLOW_RUNS_PER_ROUND = 5;
const SLOW_KINDS: readonly string[] = ['assembly', 'trace-json', 'trace-msgpack', 'coverage'];
const MAX_INPUT_LENGTH = 4000;

/** Runs a subject on `runs` inputs, drawn from a seed, or only on the one at `path`. Stops at a finding and shrinks it. */
export async function fuzzSubject(
  { kind, inputs, examples = [], run, show }: Subject,
  seed: number,
  runs: number,
  path?: string,
): Promise<Finding | undefined> {
  let end = Number.POSITIVE_INFINITY;
  const property = fc.asyncProperty(inputs, async (input) => {
    if (performance.now() > end) return;
    try {
      await run(input);
    } catch (error) {
      end = Math.min(end, performance.now() + SHRINK_MS);
      throw error;
    }
  });
  const { failed, counterexample, counterexamplePath, errorInstance } = await fc.check(property, {
    seed,
    numRuns: Math.max(runs, examples.length),
    examples: examples.map((example): [unknown] => [example]),
    ...(path === undefined ? {} : { path, endOnFailure: true }),
  });
  if (!failed || counterexample === null) return undefined;
  const reproCommand = `npm run fuzz -- --only ${kind} --seed 0x${(seed >>> 0).toString(16)} --path ${counterexamplePath}`;
  const problem = errorInstance instanceof Error ? errorInstance.stack! : String(errorInstance);
  return { kind, problem, input: show(counterexample[0]).slice(0, MAX_INPUT_LENGTH), reproCommand };
}

/** Fuzzes all subjects in rounds of a few inputs of each, until `ms` milliseconds have passed, at least one round. */
export async function runCampaign(
  subjects: readonly Subject[],
  seed: Seed,
  ms: number,
): Promise<readonly Finding[]> {
  const end = performance.now() + ms;
  const findings: Finding[] = [];
  for (let round = 0; round === 0 || performance.now() < end; round++)
    for (const subject of subjects) {
      // A kind with a finding would show it again in each round.
      if (findings.some(({ kind }) => kind === subject.kind)) continue;
      if (round > 0 && (performance.now() >= end || subject.examples !== undefined)) continue;
      const runs = SLOW_KINDS.includes(subject.kind) ? SLOW_RUNS_PER_ROUND : RUNS_PER_ROUND;
      const finding = await fuzzSubject(subject, getKindSeed(seed, subject.kind, round), runs);
      if (finding !== undefined) findings.push(finding);
    }
  return findings;
}

/** Returns the seed of one kind's inputs, as fast-check takes it: a signed 32-bit number. */
function getKindSeed(seed: Seed, kind: string, round: number): number {
  return deriveSeed(seed, `fuzz:${kind}`, round).low | 0;
}
