import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encode } from '@msgpack/msgpack';
import { type BinRow, COVERAGE_MODEL } from '../../coverage/index.js';
import { readCoverage, writeCoverage } from '../../harness/run-directory/coverage-files.js';
import { callCli } from './support/call-cli.js';
import { createTempFolder } from './support/run-cli.js';

const folder = createTempFolder();
const getPath = (name: string): string => join(folder, name);
const coverage = (...args: string[]) => callCli(['coverage', ...args]);

describe('coverage of two runs', () => {
  beforeAll(async () => {
    for (const seed of ['0x1', '0x2'])
      await callCli([
        ...'run --workers 1 --count 6 --test rmw_* --seed'.split(' '),
        seed,
        '--out',
        getPath(seed),
      ]);
  });

  it('merges runs, counts a repeated run once, and shows the result', async () => {
    const { code, stdout } = await coverage(
      'merge',
      getPath('0x1'),
      getPath('0x2'),
      getPath('0x1'),
      '--out',
      getPath('both.msgpack'),
      '--json',
    );
    expect(code).toBe(0);
    expect(JSON.parse(stdout).tests).toEqual({ passed: 12, failed: 0 });
    const merged = JSON.parse((await coverage('show', getPath('both.msgpack'), '--json')).stdout);
    expect(merged.percent).toBe(JSON.parse(stdout).percent);
  });

  it('prints a command that replays the first test of a bin', async () => {
    const { stdout } = await coverage('show', getPath('0x1'), '--group', 'overlap', '--json');
    const bins: { repro: string | null; passed: { first?: { name: string } } }[] = JSON.parse(stdout);
    const { repro } = bins.find(({ passed }) => passed.first !== undefined)!;
    const target = /replay '([^']+)'$/.exec(repro!)![1]!;
    expect((await callCli(['replay', target])).code).toBe(0);
  });

  it('ranks tests that cover as much as the whole run', async () => {
    const { stdout } = await coverage('rank', getPath('0x1'), '--json');
    const { covered, reached, ranked } = JSON.parse(stdout);
    expect(reached).toBe(covered);
    expect(ranked.length).toBeLessThanOrEqual(6);
    expect(ranked[0].repro).toMatch(/^npx --no-install pops-tb replay 'smoke:rmw_\w+@0x/);
  });

  it('writes the ranked tests as a suite whose run exits with 3 if it covers fewer bins than recorded', async () => {
    const suite = getPath('ranked.json');
    const { stderr } = await coverage('rank', getPath('0x1'), '--out', suite);
    expect(stderr).toMatch(/^rank: 0 of \d+ candidates$/m);
    const { ranked, ...document } = JSON.parse(readFileSync(suite, 'utf8'));
    const runSuite = async (out: string) => {
      const { code, stdout } = await callCli(['run', suite, '--workers', '1', '--out', getPath(out)]);
      return [code, stdout.trimEnd().split('\n').at(-1)];
    };
    const { bins } = ranked;
    expect(await runSuite('ranked')).toEqual([0, `ranked    ${bins} of ${bins} bins covered`]);
    writeFileSync(suite, JSON.stringify({ ...document, ranked: { ...ranked, bins: bins + 1 } }));
    expect(await runSuite('ranked-again')).toEqual([3, `ranked    ${bins} of ${bins + 1} bins covered`]);
    const resumed = await callCli(['run', '--resume', getPath('ranked-again'), '--workers', '1']);
    expect([resumed.code, resumed.stdout.includes(`of ${bins + 1} bins`)]).toEqual([3, true]);
  });

  it('compares runs bin by bin, and exports coverage for other tools', async () => {
    const selfDiff = JSON.parse((await coverage('diff', getPath('0x1'), getPath('0x1'), '--json')).stdout);
    expect([selfDiff.won, selfDiff.lost, selfDiff.changes.disarmed]).toEqual([[], [], []]);
    const text = (await coverage('diff', getPath('0x1'), getPath('0x2'))).stdout;
    expect(text).toMatch(/^since .*: coverage [\d.]+% before, [\d.]+% now; speed [\d.]+ tests\/s before/m);
    expect(text).toContain('rules that no longer had anything to judge: ');
    const { code, stdout } = await coverage('export', getPath('0x1'), '--out', getPath('exported'));
    expect(code).toBe(0);
    const files = ['ucis.xml', 'coverage.md'].map((name) => getPath(`exported/${name}`));
    expect(stdout.trim().split('\n')).toEqual(files);
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
  });

  it('saves the test found by aim as a suite; running the suite prints the bin', async () => {
    const [bin, suite] = ['overlap/generation/gfx11', getPath('aimed.json')];
    expect((await coverage('aim', bin, '--count', '200', '--out', suite)).code).toBe(0);
    const { code, stderr } = await callCli(['run', suite, '--workers', '1', '--out', getPath('aimed')]);
    expect([code, stderr.startsWith(`${suite}: hits ${bin}\n`)]).toEqual([0, true]);
  });

  it('needs one try to hit a bin that the run already hit, and points to the reason another bin is excluded', async () => {
    const name = 'overlap/answer/exact';
    const { stdout } = await coverage('aim', name, getPath('0x1'), '--count', '1');
    expect(stdout).toMatch(/^rmw_\w+\.\d+@0x1 hits overlap\/answer\/exact, after 1 test:\n/);
    const { code, stderr } = await coverage('aim', 'overlap/answer/missed');
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(
        /hitting the bin is a failure: .*[a-z]; "pops-tb coverage show RUN --group overlap" shows why\n$/,
      ),
    ]);
  });

  it('saves the tests found by aim for several holes as one suite; running the suite hits the holes', async () => {
    const suite = getPath('closing.json');
    const { code, stdout, stderr } = await coverage(
      ...['aim', 'placement/*', getPath('0x1'), '--count', '12', '--out', suite],
    );
    expect(code).toBe(3);
    expect(stdout).toMatch(/^\d+ of \d+ holes hit by \d+ tests?; 12 tests tried\.\n/);
    expect(stderr).toMatch(/^Wrote .*closing\.json: run it with /m);
    const hitHoles = [...stdout.matchAll(/^ {2}(placement\/.*)$/gm)].map(([, bin]) => bin!);
    expect(hitHoles.length).toBeGreaterThan(0);
    expect((await callCli(['run', suite, '--workers', '1', '--out', getPath('closing')])).code).toBe(0);
    const after = JSON.parse((await coverage('holes', getPath('closing'), '--json')).stdout).bins;
    const remainingHoles = after.map((row: BinRow) => `${row.group}/${row.item}/${row.bin}`);
    expect(remainingHoles.filter((bin: string) => hitHoles.includes(bin))).toEqual([]);
  });

  it('does not aim at waived holes, and succeeds if all others are hit', async () => {
    const { bins } = JSON.parse((await coverage('holes', getPath('0x1'), '--json')).stdout);
    const [{ group, item, bin }] = bins;
    const name = `${group}/${item}/${bin}`;
    const aim = async (...extraArgs: string[]) => {
      const { stdout } = await coverage(
        'aim',
        `${group}/${item}/*`,
        getPath('0x1'),
        '--count',
        '1',
        '--json',
        ...extraArgs,
      );
      return JSON.parse(stdout).holes.map((hole: { bin: string }) => hole.bin);
    };
    const { hash } = COVERAGE_MODEL.groups.find(({ covergroup }) => covergroup.name === group)!.compiled;
    writeFileSync(
      getPath('waived.json'),
      JSON.stringify([{ bins: name, reason: 'r', owner: 'o', expires: '2999-01-01', hash }]),
    );
    expect(await aim()).toContain(name);
    expect(await aim('--waivers', getPath('waived.json'))).not.toContain(name);
    const { code, stdout } = await coverage(
      'aim',
      'overlap/generation/gfx1*',
      getPath('0x1'),
      '--count',
      '300',
    );
    expect([code, stdout.split('\n')[0]]).toEqual([
      0,
      expect.stringMatching(/^(No holes: |(\d) of \2 holes? hit)/),
    ]);
  });

  it('groups holes by cause, or lists every hole with --all', async () => {
    const shortOutput = (await coverage('holes', getPath('0x1'))).stdout;
    const fullOutput = (await coverage('holes', getPath('0x1'), '--all')).stdout;
    expect(shortOutput).toMatch(/^Holes in crosses, by cause:\n(?:.*\n)*and [\d,]+ more causes\n/m);
    expect(shortOutput.split('\n').length).toBeLessThan(100);
    const bins = JSON.parse((await coverage('holes', getPath('0x1'), '--json')).stdout).crosses.length;
    expect(fullOutput.split('\n').length).toBeGreaterThan(bins);
    expect(fullOutput).not.toContain('by cause');
  });

  it('lists only the holes of one covergroup with --group', async () => {
    const { stdout } = await coverage('holes', getPath('0x1'), '--group', 'overlap', '--json');
    const { crosses, bins } = JSON.parse(stdout);
    const groups = [...crosses, ...bins].map(({ group }: { group: string }) => group);
    expect(new Set(groups)).toEqual(new Set(['overlap']));
  });

  it('names omitted covergroups on stderr unless the output names them', async () => {
    const data = readCoverage(getPath('0x1'));
    const parts = data.parts.map((part) => ({
      ...part,
      groups: part.groups.map((group) => (group.name === 'overlap' ? { ...group, hash: 'old' } : group)),
    }));
    writeCoverage(getPath('old.msgpack'), { ...data, parts });
    const note = /^Ignored the counts for overlap: definition has changed since the run/m;
    for (const args of [['holes'], ['rank'], ['show', '--group', 'overlap']]) {
      const { code, stderr } = await coverage(args[0]!, getPath('old.msgpack'), ...args.slice(1));
      expect([code, note.test(stderr)]).toEqual([0, true]);
    }
    expect((await coverage('show', getPath('old.msgpack'))).stdout).toContain(
      'covergroup overlap has changed',
    );
    const uncovered = JSON.parse((await coverage('holes', getPath('old.msgpack'), '--json')).stdout);
    const groups = [...uncovered.bins, ...uncovered.crosses].map(({ group }: { group: string }) => group);
    expect([groups.includes('overlap'), groups.includes('distance')]).toEqual([false, true]);
    const { stdout } = await coverage('diff', getPath('0x1'), getPath('old.msgpack'));
    expect(stdout).toContain(
      'Not compared, because the definition changed: overlap.\nBins no longer covered: none.',
    );
  });

  it('rejects waivers for bins that were hit, and does not rewrite the page', async () => {
    const group = COVERAGE_MODEL.groups.find(({ covergroup }) => covergroup.name === 'exit-path')!;
    const waiver = { bins: 'exit-path/exit/*', reason: 'r', owner: 'A', expires: '2999-12-31' };
    const file = getPath('wrong-waivers.json');
    writeFileSync(file, JSON.stringify([{ ...waiver, hash: group.compiled.hash }]));
    const page = readFileSync(join(getPath('0x1'), 'index.html'), 'utf8');
    for (const args of [
      ['report', getPath('0x1')],
      ['coverage', 'holes', getPath('0x1')],
    ]) {
      const { code, stderr } = await callCli([...args, '--waivers', file]);
      expect([code, stderr]).toEqual([
        2,
        expect.stringContaining('waives bins that were hit; remove their waivers: '),
      ]);
    }
    expect(readFileSync(join(getPath('0x1'), 'index.html'), 'utf8')).toBe(page);
  });

  it('reports the effect of waivers', async () => {
    const group = COVERAGE_MODEL.groups.find(({ covergroup }) => covergroup.name === 'exit-path')!;
    const waiver = { bins: 'exit-path/exit/combined*', reason: 'r', owner: 'A', expires: '2999-12-31' };
    writeFileSync(getPath('waivers.json'), JSON.stringify([{ ...waiver, hash: group.compiled.hash }]));
    const { code, stdout } = await coverage('show', getPath('0x1'), '--waivers', getPath('waivers.json'));
    expect(code).toBe(0);
    expect(stdout).toMatch(/^bins waived: 1 \([\d.]+% without waivers\)$/m);
  });

  it.each([
    [['shw', '0x1'], /Unknown action "shw"/],
    [['show', 'nowhere'], /^No coverage in "nowhere": no such file or directory$/m],
    [
      ['show', 'later.msgpack'],
      /^No coverage in ".*later\.msgpack": format is 99; expected 1\. Expected a run directory or .*\n$/,
    ],
    [
      ['show', '0x1/manifest.json'],
      /^No coverage in ".*0x1\/manifest.json": not a coverage file\. Expected a run directory/,
    ],
    [['show', '0x1', '--group', 'overlaps'], /covergroup "overlaps".*overlap/],
    [
      ['aim', 'overlap/generation/gfx13', '0x1'],
      /^Unknown bin ".*gfx13": did you mean one of overlap\/generation\/gfx10, overlap\/generation\/gfx11, [^?]*\? "pops-tb coverage show RUN --group overlap" lists every bin in overlap\n$/,
    ],
    [
      ['aim', 'overlop/*', '0x1'],
      /^Unknown bins "overlop\/\*": no bin matches; "pops-tb coverage holes RUN --all" lists .*\n$/,
    ],
    [
      ['aim', 'overlap/answer/miss*', '0x1'],
      /^Cannot target "overlap\/answer\/miss\*": the only matching bin is excluded from the score; "pops-tb coverage show RUN --group overlap" shows why\n$/,
    ],
    [
      ['aim', 'overlap/*'],
      /^Missing run: pattern "overlap\/\*" selects holes, so it needs at least one run directory after it\n$/,
    ],
    [
      ['aim', 'overlap/generation/gfx11', '0x1', '--waivers', 'w'],
      /^Cannot use --waivers with a single bin: waivers only apply to patterns \(names with \*\)\n$/,
    ],
    [
      ['aim', 'overlop/generation/gfx11', '0x1'],
      /expected GROUP\/ITEM\/BIN\. Unknown covergroup "overlop": did you mean overlap\?$/m,
    ],
    [['diff', '0x1'], /expected two paths, got 1/],
    [['merge', '0x1'], /Missing --out/],
    [
      ['export', '0x1', '--out', 'x', '--waivers', 'w'],
      /--waivers: coverage export accepts only --out, --json$/m,
    ],
    [['rank', '0x1', '--out', 'ranked'], /Invalid --out ranked: expected a name that ends in .json$/m],
    [
      ['rank', '0x1', '0x1-navi21.msgpack', '--out', 'r.json'],
      /^Cannot write one suite from runs that differ in suite, chips, knobs or faults \(smoke; smoke navi21\): rank only runs with the same settings\n$/,
    ],
    [
      ['rank', '0x1', '--out', '0x1/manifest.json/r.json'],
      /^Cannot write ".*r\.json": part of its path is not a directory/,
    ],
    [
      ['aim', 'overlap/generation/gfx11', '--out', '0x1/manifest.json/r.json'],
      /^Cannot write ".*r\.json": part of its path is not a directory/,
    ],
    [['rank', '0x1', '--group', 'overlap'], /Cannot use --group: coverage rank accepts only --out, --json$/m],
    [['holes', '0x1', '--group', 'overlaps'], /covergroup "overlaps".*overlap/],
  ])('rejects %j with a one-line error and exit code 2', async (args, message) => {
    writeFileSync(getPath('later.msgpack'), encode({ format: 99, parts: [] }));
    const original = readCoverage(getPath('0x1'));
    const parts = original.parts.map((part) => ({ ...part, run: `${part.run} navi21` }));
    writeCoverage(getPath('0x1-navi21.msgpack'), { ...original, parts });
    const { code, stdout, stderr } = await coverage(
      args[0]!,
      ...args.slice(1).map((text) => (/^(?:0x1|later)/.test(text) ? getPath(text) : text)),
    );
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
    expect(stderr.trimEnd()).not.toContain('\n');
  });
});
