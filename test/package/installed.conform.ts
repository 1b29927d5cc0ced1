import { copyFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readEntryExamples } from '../cli/public/support/entry-examples.js';
import { prepareInstalledCommands } from '../support/installed-commands.js';
import { canHideClone, getInstalledProject } from '../support/installed-package.js';
import { copyExample, runOutsideClone } from './support/outside-clone.js';

const clone = fileURLToPath(new URL('../../', import.meta.url));
const installed = await getInstalledProject();
const commands = await prepareInstalledCommands();
/** The folder in which the tests below run. They are skipped if it is an empty string. */
const project = installed?.folder ?? '';

const call = (args: readonly string[]) => runOutsideClone(args, project);

/** Runs the installed command via npm's bin link, as a user would. */
function runPopsTb(...args: string[]) {
  return call([join(project, 'node_modules', '.bin', 'pops-tb'), ...args]);
}

describe.skipIf(installed === undefined)(
  'the package in a separate project (skipped if npm ping fails)',
  () => {
    it.runIf(canHideClone)('works without the clone', () => {
      expect(readdirSync(clone)).toContain('package.json');
      expect(call(['ls', '-A', clone]).stdout).toBe('');
    });

    it('runs tests, writes the pages, detects an injected fault and replays it', () => {
      const runArgs = ['--count', '4', '--test', 'rmw_buffer', '--workers', '1'];
      const clean = runPopsTb('run', ...runArgs, '--out', 'out/clean');
      expect(clean.stderr).not.toMatch(/Cannot|Error/);
      expect(clean.code).toBe(0);
      expect(statSync(join(project, 'out/clean/index.html')).size).toBeGreaterThan(10_000);
      const failed = runPopsTb('run', ...runArgs, '--fault', 'F46', '--out', 'out/found');
      expect(failed.code).toBe(1);
      const line = /pops-tb (replay .*)$/m.exec(failed.stdout)![1]!;
      const replayed = runPopsTb(...line.replaceAll("'", '').split(' '));
      expect(replayed.code).toBe(1);
      expect(replayed.stdout).toContain('ORD-06');
    });

    it("runs a user's suite and checks a shader", async () => {
      copyFileSync(join(clone, 'docs/examples/small-ids.suite.ts'), join(project, 'custom.suite.ts'));
      const suiteArgs = ['run', '../custom.suite.ts', '--count', '3', '--workers', '1', '--seed', '0x1'];
      const { code, stdout } = await commands!.run(suiteArgs);
      expect(stdout).toContain('PASS');
      expect(code).toBe(0);
      const shader = 'docs/examples/shaders/gfx10-store-without-glc.s';
      const checked = await commands!.run(['check', shader, '--seeds', '1', '--workers', '1']);
      expect(checked.stdout).toContain('expected: VIS-02');
    });

    it("prints, for each entry point's example, the output shown in its comments", () => {
      const examples = readEntryExamples();
      const files = examples.map(({ code }, index) => {
        writeFileSync(join(project, `example-${index}.js`), code);
        return `./example-${index}.js`;
      });
      const imports = files.map(
        (file, index) => `console.log('== ${examples[index]!.entry}');\nawait import('${file}');\n`,
      );
      writeFileSync(join(project, 'examples.js'), imports.join(''));
      const { stdout, stderr } = call([process.execPath, 'examples.js']);
      expect(stderr).toBe('');
      expect(stdout).toBe(examples.map(({ entry, printed }) => `== ${entry}\n${printed}\n`).join(''));
    });

    it('runs a plug-in with a rule and a covergroup', async () => {
      const watchdog = copyExample('section-watchdog', project);
      const singleRun = ['run', '--count', '1', '--seed', '0x1', '--workers', '1'];
      const config = join(watchdog, 'pops-tb.config.ts');
      const run = await commands!.run([...singleRun, '--config', config, '--out', 'out/watchdog']);
      expect(run.stdout).toContain('PASS');
      const report = readFileSync(join(commands!.folder, 'out/watchdog/report.md'), 'utf8');
      expect(report).toMatch(/acme\.watchdog\W+[1-9]\d*\W/);
      const shortLimit =
        "import { sectionWatchdog } from './watchdog.js';\nexport default sectionWatchdog({ cycles: 50 });\n";
      writeFileSync(join(watchdog, 'short.ts'), shortLimit);
      const [test] = JSON.parse(
        readFileSync(join(commands!.folder, 'out/watchdog/results.json'), 'utf8'),
      ).tests;
      const replay = ['replay', `out/watchdog#${test.test}`, '--config', join(watchdog, 'short.ts')];
      const failed = await commands!.run(replay);
      expect(failed.stdout).toMatch(/^acme\.WATCHDOG-01 No section stays open longer/);
      expect(failed.code).toBe(1);
    });

    it('initialises a project with a suite, rule and test that run right away, and keeps existing files', async () => {
      const first = runPopsTb('init', 'first').stdout;
      expect(first).toMatch(/^written {2}first.pops-tb\.config\.ts$/m);
      expect(first).toMatch(/^Next in first: npx --no-install pops-tb run, then node --test$/m);
      expect(runPopsTb('init', 'first').stdout).toMatch(/^kept {5}first.my\.suite\.ts$/m);
      const config = join('first', 'pops-tb.config.ts');
      const singleRun = ['--count', '1', '--seed', '0x1', '--workers', '1', '--json', '--out', 'out/first'];
      const run = runPopsTb('run', '--config', config, ...singleRun);
      const { rules, suite } = JSON.parse(run.stdout);
      expect(suite).toBe(join('first', 'my.suite.ts'));
      expect(rules.at(-1)).toMatchObject({ id: 'my.WAVES-01', armed: expect.any(Number), fired: 0 });
      expect(rules.at(-1).armed).toBeGreaterThan(0);
      const test = call([process.execPath, '--test', join('first', 'test', 'ordering.test.mjs')]);
      expect(test.stdout).toMatch(/pass 1\n/);
    });
  },
);
