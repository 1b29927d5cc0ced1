import fc from 'fast-check';
import { editDocument } from '../../../../tools/bench/fuzz/arbitraries.js';
import { fuzzSubject, runCampaign } from '../../../../tools/bench/fuzz/campaign.js';
import { makeModelSubjects, type Subject } from '../../../../tools/bench/fuzz/subjects.js';
import { getOutcome, Tally } from '../../../../tools/bench/fuzz/tally.js';

const SEED = { high: 0, low: 2 };

/** A subject that breaks on lists with a number above 1,000. */
const BROKEN: Subject<readonly number[]> = {
  kind: 'list',
  inputs: fc.array(fc.nat({ max: 100_000 })),
  run: (list) => {
    if (list.some((value) => value > 1000)) throw new Error('too large');
  },
  show: (list) => list.join(' '),
};

describe('fuzzing', () => {
  it.each(makeModelSubjects(new Tally()).map((subject) => [subject.kind, subject] as const))(
    'gives every outcome of a few inputs of kind "%s" a name',
    async (_, subject) => {
      expect(await fuzzSubject(subject, 2, 2)).toBeUndefined();
    },
  );

  it('shrinks a finding and returns the command that repeats it', async () => {
    const finding = await fuzzSubject(BROKEN as Subject, 7, 100);
    expect(finding).toMatchObject({ kind: 'list', input: '1001' });
    expect(finding!.problem).toContain('too large');
    const path = /^npm run fuzz -- --only list --seed 0x7 --path ([\d:]+)$/.exec(finding!.reproCommand)![1]!;
    expect((await fuzzSubject(BROKEN as Subject, 7, 1, path))!.input).toBe('1001');
  });

  it('tries the examples of a subject first, and each subject in every round until it has a finding', async () => {
    const tried: number[] = [];
    const counting: Subject<number> = {
      kind: 'count',
      inputs: fc.constant(0),
      examples: [5, 6],
      run: (input) => tried.push(input),
      show: String,
    };
    const findings = await runCampaign([counting as Subject, BROKEN as Subject], SEED, 0);
    expect(tried.slice(0, 3)).toEqual([5, 6, 0]);
    expect(findings.map(({ kind }) => kind)).toEqual(['list']);
  });
});

describe('editDocument', () => {
  const document = { a: 1, list: [{ b: 'x' }, { b: 'y' }] };
  const edit = (path: number, value: number, change: Parameters<typeof editDocument>[1][number]['change']) =>
    editDocument(document, [{ path, value, change }]);

  it('changes the value at a path, which is the same for all entries of a list, and keeps the original', () => {
    expect(edit(0, 0, { add: 7 })).toEqual({ ...document, a: 8 });
    expect(edit(3, 1, { set: null })).toEqual({ a: 1, list: [{ b: 'x' }, { b: null }] });
    expect(edit(2, 0, { remove: true })).toEqual({ a: 1, list: [{ b: 'y' }] });
    expect(edit(2, 1, { repeat: 2 })).toEqual({ a: 1, list: [{ b: 'x' }, { b: 'y' }, { b: 'y' }] });
    expect(edit(4, 0, { nest: 3 })).toEqual({ ...document, a: [{ a: [1] }] });
    expect(document.a).toBe(1);
  });
});

describe('getOutcome', () => {
  it.each([
    ['truncated', 'truncated'],
    ['reserved encoding 0xffffffff', 'reserved encoding'],
    ['branch outside the program, to byte -4', 'branch outside the program'],
    ['overlaps the instruction at byte 8', 'overlaps an instruction'],
    ['register v77 is outside the allocation of 64', 'register outside the allocation'],
    ['unsupported: mubuf opcode 0x7f', 'unsupported'],
    ['ran past the end of the program', 'past the end of the program'],
    ['nothing is mapped at 0x0', 'nothing is mapped'],
    ['misaligned 4-byte atomic (access at pc 0x3c)', 'misaligned atomic'],
  ])('maps the reason "%s" to "%s"', (reason, outcome) => {
    expect(getOutcome(reason)).toBe(outcome);
  });

  it('rejects a reason without a named outcome', () => {
    expect(() => new Tally().addReason('executor', 'something odd')).toThrow("'something odd'");
  });
});
