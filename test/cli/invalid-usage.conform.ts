import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';
import { createEmptyCoverage } from '../../coverage/index.js';
import { writeCoverage } from '../../harness/run-directory/coverage-files.js';
import { encodeScenario } from '../../transactions/index.js';
import { createSmallScenario } from '../transactions/support/scenarios.js';
import { callCli } from './support/call-cli.js';
import { createTempFolder } from './support/run-cli.js';

const folder = createTempFolder();
const wrongField = { ...createSmallScenario(), wave: 48 };
writeFileSync(join(folder, 'wrong.json'), JSON.stringify(wrongField));
writeFileSync(join(folder, 'small.msgpack'), encodeScenario(createSmallScenario()));
writeFileSync(
  join(folder, 'expired.json'),
  JSON.stringify([{ signature: 'ORD-02*', reason: 'r', owner: 'kim', expires: '2020-02-29' }]),
);
writeFileSync(join(folder, 'noise.bin'), Uint8Array.of(0xc1, 1, 2, 3));
writeFileSync(
  join(folder, 'no-day.json'),
  JSON.stringify([{ signature: 'ORD-02*', reason: 'r', owner: 'kim', expires: '2027-02-30' }]),
);
writeFileSync(
  join(folder, 'no-rule.json'),
  JSON.stringify([{ rule: 'ORD-99', reason: 'r', owner: 'kim', expires: '2027-02-28' }]),
);
for (const [name, suite] of Object.entries({ number: 5, true: true, list: ['smoke'] }))
  writeFileSync(join(folder, `suite-${name}.json`), JSON.stringify({ run: { suite } }));
mkdirSync(join(folder, 'empty'));
mkdirSync(join(folder, 'full'));
mkdirSync(join(folder, 'torn'));
writeFileSync(join(folder, 'torn', 'manifest.json'), '{');
writeCoverage(join(folder, 'coverage.msgpack'), createEmptyCoverage());
writeFileSync(join(folder, 'full', 'file.txt'), '');

const CASES: readonly (readonly [command: string, message: string])[] = [
  ['', 'Missing command: expected one of run, replay, shrink, report, check'],
  ['runn', "Unknown command 'runn' (Did you mean run?)"],
  ['qualify G46', 'Unknown fault "G46": did you mean F46?'],
  ['qualify F46 --count some', 'Invalid --count "some"'],
  ['qualify F46 --matrix wrong.json', 'Invalid kill matrix wrong.json'],
  ['shrink what', 'Cannot replay "what": no such file'],
  ['shrink smoke:rmw_buffer@0x11', 'Cannot shrink "smoke:rmw_buffer@0x11": it passes'],
  ['shrink small.msgpack --budget soon', 'Invalid --budget "soon"'],
  ['run smoek', 'Unknown suite "smoek": did you mean smoke?'],
  ['run ./nightly.yaml', 'Unknown suite "./nightly.yaml": expected a suite file ending in .json, .js or .ts'],
  ['run smoke --test rmw_buffer,', 'No test in suite smoke matches --test ""'],
  ['run smoke extra', 'Too many arguments'],
  ['run --version', "Unknown option '--version'"],
  ['run --sead 0x1', "Unknown option '--sead' (Did you mean --seed?)"],
  ['run --seed 12', 'Invalid SEED: expected 0x and 1 to 16 hex digits, got "12"'],
  ['run --seed', "Option '--seed <seed>' argument missing"],
  ['run --count 0', 'Invalid --count "0": expected an integer from 1'],
  ['run --count many', 'Invalid --count "many"'],
  ['run --time soon', 'Invalid --time "soon": expected a time like 90s'],
  ['run --workers 0', 'Invalid --workers "0"'],
  ['run --chip navi20', 'Unknown chip "navi20": did you mean navi10?'],
  ['run --chip zzz', 'Unknown chip "zzz": expected raven, renoir, vega10, vega12, vega20, navi10'],
  ['run --fault G46', 'Unknown fault "G46": did you mean F46?'],
  ['run --set idWrap=5', 'Invalid --set idWrap=5: expected an integer from 7 to 1023'],
  ['run --test nothing*', 'No test in suite smoke matches --test "nothing*"'],
  ['run --gate speed=9', 'Invalid --gate "speed=9": expected coverage=PERCENT'],
  ['run --plan x', 'Cannot read plan x: no such file or directory'],
  [
    'run --steer --plan plan.json',
    'Cannot use --steer with plan.json: the file already determines the tests',
  ],
  [
    'run nightly --steer --shard 1/2',
    'Cannot use --shard with --steer: a shard cannot see the results that steer the choice of tests; after the run,',
  ],
  [
    'run nightly --steer --dry-run',
    'Cannot use --dry-run with --steer: later tests depend on earlier results',
  ],
  ['run --until tomorrow', 'Invalid --until "tomorrow": expected saturated, or saturated=PERCENT'],
  [
    'run --until saturated=0',
    'Invalid --until "saturated=0": expected saturated, or saturated=PERCENT above 0',
  ],
  ['run --until saturated --fault F46', 'Cannot use --until with --fault: tests with faults add no coverage'],
  ['run --until saturated --seed 0x1 --shard 1/2', 'Cannot use --until with --shard'],
  [
    'run matrix --steer',
    'Cannot use --steer with matrix: each of its cells runs exactly once, regardless of coverage',
  ],
  ['run --queue http://x', 'Invalid --queue: expected redis://HOST:PORT'],
  [
    'run --queue redis://:100%@x',
    'Invalid --queue: a "%" in its user name or password must be written as %25',
  ],
  ['worker --queue redis://a%zz@x', 'Invalid --queue: a "%" in its user name or password'],
  ['run --config suite-number.json', 'Invalid run.suite in suite-number.json: expected a string'],
  ['run --config suite-true.json', 'Invalid run.suite in suite-true.json: expected a string'],
  ['run --config suite-list.json', 'Invalid run.suite in suite-list.json: expected a string'],
  ['worker', 'Missing --queue: expected redis://HOST:PORT, or --stdio'],
  ['worker --queue x', 'Invalid --queue: expected redis://HOST:PORT'],
  ['worker --queue redis://x --lease soon', 'Invalid --lease "soon"'],
  [
    'run --resume out/x',
    '"out/x" is not a run directory: it has no manifest.json; expected a directory written by "run" or',
  ],
  [
    'run soak --resume out/x',
    'Cannot use suite soak with --resume: the run directory already defines what to run',
  ],
  ['report nowhere', '"nowhere" is not a run directory: '],
  ['run --resume out/x --seed 0x1', 'Cannot use --seed with --resume'],
  ['run --rerun-failures out/x --test a*', 'Cannot use --test with --rerun-failures'],
  ['run --rerun-failures full', '"full" is not a run directory: it has no manifest.json'],
  ['run --resume torn', '"torn" is not a run directory: its manifest.json is corrupt'],
  ['run --chip ,', 'Invalid --chip ",": expected comma-separated values'],
  ['run --fault Fxx', 'Unknown fault "Fxx": expected one of F01, F02, F03, F04, F05 and '],
  [
    'coverage merge coverage.msgpack --out /dev/null/x',
    'Cannot write "/dev/null/x": part of its path is not a directory',
  ],
  ['run --shard 3/2', 'Invalid --shard "3/2": expected i/n with 1 <= i <= n'],
  ['run nightly --shard 1/2', 'Missing --seed: suite nightly draws a new seed for each run'],
  ['run --time 1m --shard 1/2', 'Missing --count: a shard is a fraction of a fixed number of tests'],
  ['run --known-issues none.json', 'Cannot read known issues none.json: no such file'],
  ['run --known-issues wrong.json', 'Invalid known issues wrong.json'],
  ['run --known-issues noise.bin', 'Invalid known issues noise.bin: not valid JSON'],
  ['run --known-issues expired.json', 'Known issue "ORD-02*" in expired.json expired on 2020-02-29: ask kim'],
  [
    'run --known-issues no-rule.json',
    'Invalid known issues no-rule.json: Unknown rule "ORD-99": did you mean',
  ],
  [
    'run --known-issues no-day.json',
    'Invalid known issues no-day.json: [0].expires is "2027-02-30"; expected a date such as 2026-12-31',
  ],
  ['merge --out m', "Missing required argument 'dirs'"],
  ['merge full', "Required option '--out <dir>' not specified"],
  ['merge full --out m', '"full" is not a run directory'],
  [
    'run --test discard_after_packer --chip navi31',
    'Cannot use --chip navi31: no selected test has a program for it; the selected tests run on raven',
  ],
  ['run --out /dev/null/x', 'Invalid --out "/dev/null/x": /dev/null is not a directory'],
  ['run --out full/file.txt', 'full/file.txt is not a directory; expected a new or empty directory'],
  ['check nowhere.o', 'Cannot read nowhere.o: no such file or directory'],
  ['check-trace nowhere.jsonl', 'Cannot read trace nowhere.jsonl: no such file or directory'],
  [
    'check x.s --json --sarif -',
    'Cannot use --json with --sarif -: both write to stdout; pass a file name to --sarif',
  ],
  ['golden', "Missing required argument 'dir'"],
  ['golden nowhere', 'Cannot read golden file nowhere/cases.bin: no such file'],
  ['golden data/golden --chip navi99', 'Unknown chip "navi99"'],
  ['golden data/golden --chip vega10 --wave 32', 'Cannot use --wave 32: vega10 only supports wave size 64'],
  ['golden data/golden --wave 16', "argument '16' is invalid"],
  ['golden data/golden --test fans', 'No golden class matches --test "fans"'],
  ['golden data/golden --seed 7', 'Invalid SEED'],
  ['explore proofs --chip navi21', 'Cannot use --chip with proofs: each scene sets its own'],
  ['explore proofs --same-clock', 'Cannot use --same-clock with proofs: each scene sets its own'],
  ['run smoke --suite-file x.ts', 'Cannot use --suite-file x.ts: it requires --resume'],
  ['replay smoke:or_bits@0x1 --suite-file x.ts', 'Cannot use --suite-file x.ts with "smoke:or_bits@0x1"'],
  ['exec /nope --record x --scene y', 'Cannot read /nope: no such file'],
  ['exec full --record x --scene y', 'Cannot read full: it is a directory'],
  [
    'exec wrong.json --scene y',
    'Invalid corpus file wrong.json: the document is an object; expected a value of type array',
  ],
  ['run --out full', 'Invalid --out "full": it is not empty'],
  ['replay missing.msgpack', 'Cannot replay "missing.msgpack": no such file'],
  ['replay empty', 'Cannot replay "empty": it has no scenario.msgpack'],
  ['replay noise.bin', 'Invalid scenario noise.bin: it is neither MessagePack nor a JSON object'],
  ['replay wrong.json', 'Invalid scenario wrong.json: wave is 48; expected one of 32, 64'],
  ['replay full#a.1', '"full" is not a run directory'],
  ['replay smoke:rmw_bufer@0x1', 'Unknown test "rmw_bufer": did you mean rmw_buffer?'],
  ['replay smoke:rmw_buffer@1', 'Invalid test name "smoke:rmw_buffer@1": expected SUITE:TEST@0xSEED'],
  ['replay smoke:rmw_buffer@0x1~00000000', '"rmw_buffer@0x1" was recorded as a different test'],
  ['replay small.msgpack --chip navi10', 'Cannot use --chip navi10: this stored scenario is for navi21'],
  [
    'replay small.msgpack --chip navi21,navi31',
    'Invalid --chip navi21,navi31: a stored scenario runs on one chip, and this one is for navi21',
  ],
  ['replay small.msgpack --fault F103', 'Cannot use --fault F103: it changes the program'],
  [
    'replay small.msgpack --set idWrap=15 --set idWindow=16',
    'idWindow=16 with idWrap=15 on navi21; expected a window',
  ],
  ['replay smoke:rmw_buffer@0x77 --chip navi10 --set packers=4', 'packers=4 on navi10; this chip has only 2'],
  [
    'replay small.msgpack --trace pictures',
    'Unknown trace kind "pictures": expected one of html, jsonl, vcd',
  ],
  [
    'replay small.msgpack --trace vcd --window 9..3',
    'Invalid --window "9..3": expected FIRST..LAST in cycles',
  ],
  [
    'replay small.msgpack --trace vcd --window 99999999..99999999',
    'Empty --window: it starts at cycle 99999999',
  ],
  ['replay small.msgpack --window 1..2', 'Missing --trace: --window requires it; add --trace jsonl'],
  ['replay small.msgpack --break-on ORD-99', 'Unknown rule "ORD-99"'],
  ['replay small.msgpack --waves 1', 'Missing --trace: --waves requires it; add --trace jsonl'],
  ['replay small.msgpack --break-on ORD-01', 'Missing --trace: --break-on requires it'],
  ['replay small.msgpack --strategy luck', 'Invalid --strategy "luck": expected random'],
  ['replay small.msgpack --until soon', 'Invalid --until "soon": expected an integer'],
  ['replay small.msgpack --waves a', 'Invalid --waves "a": expected an integer'],
  ['replay', `Missing required argument 'what'; see "pops-tb replay --help"`],
  ['list chip', 'Unknown list "chip": did you mean chips?'],
];

/** Matches the names of the files and folders in the cases. */
const CASE_FILES =
  /^(?:wrong\.json|small\.msgpack|expired\.json|noise\.bin|no-day\.json|no-rule\.json|missing\.msgpack|coverage\.msgpack|suite-\w+\.json|empty|full|torn|x$|y$|m$)/;

/** Replaces a name that matches `CASE_FILES` with its path. */
function resolveFile(word: string): string {
  return CASE_FILES.test(word) ? join(folder, word) : word;
}

describe('invalid usage causes exit code 2 and a one-line error', () => {
  it.each(CASES)('pops-tb %s', async (command, message) => {
    const { code, stdout, stderr } = await callCli(command.split(' ').filter(Boolean).map(resolveFile));
    expect(stderr.replaceAll(`${folder}/`, '')).toContain(message);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(stdout).toBe('');
    expect(code).toBe(2);
  });

  afterEach(() => vi.unstubAllEnvs());

  it.each([['run'], ['worker']])(
    'pops-tb %s with an invalid POPS_TB_QUEUE, which may contain a password',
    async (command) => {
      vi.stubEnv('POPS_TB_QUEUE', 'http://:s3cret@host');
      const { code, stderr } = await callCli([command]);
      expect(stderr).toMatch(/^Invalid --queue: expected redis:\/\/HOST:PORT.*\n$/);
      expect(stderr).not.toContain('s3cret');
      expect(code).toBe(2);
    },
  );
});
