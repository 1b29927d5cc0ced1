import { fuzzSubject } from '../../../../tools/bench/fuzz/campaign.js';
import { makeModelSubjects } from '../../../../tools/bench/fuzz/subjects.js';
import { Tally } from '../../../../tools/bench/fuzz/tally.js';

/** Returns the findings and outcomes of `runs` inputs of each kind. */
async function fuzzAll(runs: number): Promise<{ findings: unknown[]; outcomes: string }> {
  const tally = new Tally();
  const findings = [];
  for (const subject of makeModelSubjects(tally)) findings.push(await fuzzSubject(subject, 21, runs));
  return { findings, outcomes: tally.format() };
}

describe('fuzzing', () => {
  let report: Awaited<ReturnType<typeof fuzzAll>>;

  beforeAll(async () => {
    report = await fuzzAll(40);
  });

  it('assigns a named outcome to every random word and every changed program, scenario and trace', () => {
    expect(report.findings).toEqual([undefined, undefined, undefined, undefined]);
  });

  it.each([
    'decoding words: an instruction',
    'decoding words: reserved encoding',
    'decoding words: truncated',
    'decoding words: unsupported',
    'decoding words: branch outside the program',
    'decoding programs: register outside the allocation',
    'executor: the program ended',
    'model runs: went idle',
    'waves in the model: register outside the allocation',
    'verdicts: no rules were violated',
    'verdicts: rules were violated',
    'scenarios: refused',
    'scenarios: pass',
    'traces: refused',
    'traces: fail',
  ])('counts "%s" at least once', (line) => {
    expect(report.outcomes).toMatch(new RegExp(`[1-9]\\d*  ${line}$`, 'm'));
  });

  it('draws the same cases from the same seed', async () => {
    expect(await fuzzAll(3)).toEqual(await fuzzAll(3));
  });
});
