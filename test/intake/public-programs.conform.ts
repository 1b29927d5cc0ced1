import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ChipName, chipOf, factsOf } from '../../arch/index.js';
import { findPackageRoot } from '../../harness/basics/package-root.js';
import { openCorpus } from '../../harness/programs/index.js';
import { checkProgram, type ProgramVerdict } from '../../intake/check/check-program.js';
import { type CheckSubject, readSubjects } from '../../intake/check/check-subjects.js';
import { findTestDriver } from './source/support/test-driver.js';

/** What others wrote stays beside the clone, since no commit may hold it: programs and small shaders. */
const SHARED = join(findPackageRoot(), '..', 'shared');
const WORLD = join(SHARED, 'world');
const SMALL = join(SHARED, 'world4');
/** One program in this many is checked; `POPS_TB_WORLD=1` checks all (about three minutes). */
const STRIDE = Number(process.env.POPS_TB_WORLD ?? 20);

const driver = findTestDriver();
const corpus = openCorpus();
const check = (subject: CheckSubject, seeds: number): ProgramVerdict =>
  checkProgram(subject, { seeds, seed: '0xc4ec', strict: false }, corpus);

/** What a check must say of a shader (`shaders.json`). */
interface Expected {
  readonly name: string;
  readonly expect: {
    readonly verdict: string;
    readonly rules?: readonly string[];
    readonly samples?: number;
  };
}

describe.skipIf(!existsSync(WORLD))(`every ${STRIDE}th program of ${WORLD}`, () => {
  const shaders: readonly Expected[] = existsSync(WORLD)
    ? JSON.parse(readFileSync(join(WORLD, 'shaders.json'), 'utf8'))
    : [];
  const expectedOf = new Map(shaders.map(({ name, expect: expected }) => [name, expected]));
  const files = existsSync(WORLD) ? readdirSync(WORLD).filter((name) => /-w\d\d\.json$/.test(name)) : [];

  it.each(files.map((file, i) => [file, i] as const))('%s: each verdict is as expected', (file, i) => {
    const subjects = readSubjects(join(WORLD, file), { chips: [] });
    const mismatches = subjects
      .filter((_, position) => (position + i) % STRIDE === 0)
      .flatMap((subject) => {
        const { verdict, rules, samples } = expectedOf.get(subject.record!.shader)!;
        const applies =
          samples === undefined || subject.record!.variants.some((variant) => variant.samples === samples);
        const { violations, ...result } = check(subject, 1);
        const found = violations.filter(({ violation }) => violation.severity === 'error');
        const isNamed = rules === undefined || found.some(({ violation }) => rules.includes(violation.rule));
        const isRight = result.verdict === (applies ? verdict : 'pass') && (!applies || isNamed);
        return isRight ? [] : [`${subject.id}: ${result.verdict} ${found.map((f) => f.violation.rule)}`];
      });
    expect(mismatches).toEqual([]);
  });
});

/** One chip of each generation known to the driver. */
const CHIPS: readonly ChipName[] = ['vega10', 'navi10', 'navi21', 'navi31', 'navi48'];

const exitsLate = (chip: ChipName): boolean => factsOf(chipOf(chip).gfx).exitsByExport;
/** What a check says of an access after the end of the section: wrong until sections last until the last export. */
const lateAccess = (chip: ChipName): string => (exitsLate(chip) ? 'pass, late-access' : 'fail, late-access');

/** The small shaders' verdicts, each with the finding that names the mistake. All others pass with compared words. */
const SMALL_OUTCOMES: Readonly<Record<string, (chip: ChipName) => string>> = {
  early_out_before_begin: () => 'fail, PROTO-08',
  end_before_accesses: lateAccess,
  second_store_after_end: lateAccess,
  sample_interlock_pixel_word: () => 'fail, shared-samples',
  helper_spins_on_lock: () => 'fail, HANG-01',
};

describe.skipIf(driver === undefined || !existsSync(SMALL))(`the shaders of ${SMALL}`, () => {
  const files = existsSync(SMALL) ? readdirSync(SMALL).filter((name) => name.endsWith('.frag')) : [];

  it.each(files)('%s gets the verdict that its author needs', (file) => {
    for (const chip of CHIPS) {
      const [subject] = readSubjects(join(SMALL, file), { chips: [chip], driver });
      const { verdict, violations, weaknesses } = check(subject!, 2);
      const found = [
        ...violations.map(({ violation }) => violation.rule),
        ...weaknesses.map(({ name }) => name),
      ];
      const name = file.replace('.frag', '');
      if (name === 'no_end') expect(found, `${file} on ${chip}`).toContain('missing-end');
      else {
        const [outcome, finding] = (SMALL_OUTCOMES[name]?.(chip) ?? 'pass').split(', ');
        expect(verdict, `${file} on ${chip}: ${found}`).toBe(outcome);
        if (finding !== undefined) expect(found, `${file} on ${chip}`).toContain(finding);
      }
    }
  });
});
