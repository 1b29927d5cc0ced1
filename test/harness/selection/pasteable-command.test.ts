import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { findPackageRoot } from '../../../harness/basics/package-root.js';
import { getPasteablePath } from '../../../harness/basics/plain-directory.js';
import { raiseLimits } from '../../../harness/input/limits.js';
import { createManifest, restoreRequest } from '../../../harness/run-directory/run-request.js';
import { getToolCommand } from '../../../harness/selection/pasteable-command.js';
import { formatReproLine } from '../../../harness/selection/plan.js';
import { NO_OVERRIDES } from '../../../harness/selection/selection.js';
import { createRunRequest } from '../../../runs/command/run-options.js';
import { callCli } from '../../cli/support/call-cli.js';
import { createTempFolder } from '../../cli/support/run-cli.js';
import { FEATURES } from '../../house/support/rooms.js';

const BUILDER = join('harness', 'selection', 'pasteable-command.ts');

const folder = createTempFolder();
afterEach(() => raiseLimits(1));

describe('a pasteable command', () => {
  const line = "npx --no-install pops-tb replay 'smoke:rmw_buffer@0x1' --fault F46";
  const formatLine = () =>
    formatReproLine(
      { suite: 'smoke', sequence: 'rmw_buffer', seed: '0x1' },
      { ...NO_OVERRIDES, faults: ['F46'] },
    );

  it('repeats --limits if it is set', () => {
    expect(formatLine()).toBe(line);
    raiseLimits(3);
    expect(formatLine()).toBe(`${line} --limits 3`);
  });

  it('works wherever it is printed: in a clone, in a project, with the program on the PATH, or elsewhere', async () => {
    expect(getToolCommand(join(findPackageRoot(), 'docs'))).toBe('npx --no-install pops-tb');
    mkdirSync(join(folder, 'project', 'node_modules', '.bin'), { recursive: true });
    mkdirSync(join(folder, 'project', 'out'));
    mkdirSync(join(folder, 'bin'));
    const main = join(findPackageRoot(), 'dist', 'cli', 'main.js');
    symlinkSync(main, join(folder, 'project', 'node_modules', '.bin', 'pops-tb'));
    expect(getToolCommand(join(folder, 'project', 'out'))).toBe('npx --no-install pops-tb');
    expect(getToolCommand(folder, '')).toBe(`node '${main}'`);
    const project = await callCli(['init', join(folder, 'new-project')]);
    expect(project.stdout).toContain(
      `new-project: node '${main}' run\nTo run the test, install the package first: npm install '${findPackageRoot()}'`,
    );
    expect(getToolCommand(folder, join(folder, 'project', 'node_modules', '.bin'))).toBe(`node '${main}'`);
    // The first folder has a different program with this name; the second has ours.
    writeFileSync(join(folder, 'pops-tb'), '');
    expect(getToolCommand(folder, folder)).toBe(`node '${main}'`);
    symlinkSync(main, join(folder, 'bin', 'pops-tb'));
    expect(getToolCommand(folder, `${folder}${delimiter}${join(folder, 'bin')}`)).toBe('pops-tb');
  });

  it('names a run outside of the current folder by its absolute path', () => {
    expect(getPasteablePath(join('out', 'a'))).toBe(join('out', 'a'));
    expect(getPasteablePath(join(process.cwd(), '..a'))).toBe(join(process.cwd(), '..a'));
    const outside = join('..', 'elsewhere', 'a');
    const request = createRunRequest('smoke', { out: outside }, new Date());
    expect(request.outDir).toBe(resolve(outside));
    expect(restoreRequest(createManifest(request), outside, 1).outDir).toBe(resolve(outside));
  });

  it('is built in only one source file', () => {
    const builders = FEATURES.flatMap((sourceFolder) =>
      readdirSync(join(findPackageRoot(), sourceFolder), { recursive: true, encoding: 'utf8' }).map((file) =>
        join(sourceFolder, file),
      ),
    ).filter(
      (file) =>
        file.endsWith('.ts') &&
        /['"`]npx --no-install pops-tb/.test(readFileSync(join(findPackageRoot(), file), 'utf8')),
    );
    expect(builders).toEqual([BUILDER]);
  });
});
