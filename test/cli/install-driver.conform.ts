import { chmodSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';
import { callCli } from './support/call-cli.js';
import { createTempFolder } from './support/run-cli.js';

const folder = createTempFolder();

afterEach(() => vi.unstubAllEnvs());

/** Replaces the PATH by a folder with the named tools of the machine, and scripts under the other names. */
function replacePath(name: string, tools: readonly string[], scripts: Readonly<Record<string, string>> = {}) {
  const path = join(folder, name);
  mkdirSync(path);
  for (const tool of tools) symlinkSync(`/usr/bin/${tool}`, join(path, tool));
  for (const [script, text] of Object.entries(scripts)) {
    writeFileSync(join(path, script), `#!/bin/sh\n${text}\n`);
    chmodSync(join(path, script), 0o755);
  }
  vi.stubEnv('PATH', path);
}

test('says in one line that apt is missing, or what apt cannot reach, and exits with 2', async () => {
  const target = join(folder, 'unreached');
  replacePath('without-apt', ['mkdir', 'find', 'sort', 'head']);
  const withoutApt = await callCli(['doctor', '--install-driver', target]);
  expect(withoutApt.code).toBe(2);
  expect(withoutApt.stderr).toContain(`Cannot install the driver into ${target}: apt-get is missing`);
  const apt = `case "$*" in *indextargets*) . /etc/os-release; echo "http://mirror/ $VERSION_CODENAME";;
    *) echo 'Err:1 http://mirror'; echo 'E: Failed to fetch http://mirror: no route' >&2; exit 100;; esac`;
  replacePath('unconnected', ['mkdir', 'find', 'sort', 'head', 'awk', 'grep', 'rm', 'tail'], {
    'apt-get': apt,
  });
  const unconnected = await callCli(['doctor', '--install-driver', target]);
  expect(unconnected.code).toBe(2);
  const reason =
    /only Debian's packages|cannot download from http:\/\/mirror\/: E: Failed to fetch http:\/\/mirror: no route\n/;
  expect(unconnected.stderr).toMatch(reason);
  expect(unconnected.stderr.split('\n')).toHaveLength(3);
  expect(readdirSync(target)).toEqual([]);
});

test('unpacks a driver that compiles shaders, and prints the lines to paste', async ({ skip }) => {
  const target = join(folder, 'a driver');
  const { code, stdout, stderr } = await callCli(['doctor', '--install-driver', target]);
  const obstacle = /apt-get is missing|only Debian's packages|apt-get cannot download/.exec(stderr)?.[0];
  if (process.env.CI === undefined) skip(obstacle !== undefined, `no driver to be had: ${obstacle}`);
  expect(code, stderr).toBe(0);
  expect(stdout).toMatch(/^RADV +ok .*Mesa \d/m);
  const [, icd = ''] = /^For one command: --driver '(.*)'$/m.exec(stdout)!;
  expect(stdout).toContain(`\nFor all: export POPS_TB_RADV='${icd}'\n`);
  vi.stubEnv('POPS_TB_RADV', icd);
  expect((await callCli(['doctor'])).stdout).toMatch(/^RADV +ok /m);
});
