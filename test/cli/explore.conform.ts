import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { callCli } from './support/call-cli.js';
import { createTempFolder, runCli } from './support/run-cli.js';

const folder = createTempFolder();
const EXPLORE = ['explore', 'rmw_buffer', '--chip', 'vega10', '--time', '1s'];

it('a second search keeps the findings of the first one, and both print commands that repeat them', async () => {
  const args = [...EXPLORE, '--pixels', 'A', '--fault', 'F97', '--json'];
  const { code, stdout } = await runCli(args, folder);
  const firstFile = readFileSync(join(folder, 'explored-1.json'), 'utf8');
  const first = JSON.parse(stdout);
  const second = JSON.parse(
    (await runCli([...args, '--set', 'idWrap=15', '--set', 'idWindow=8'], folder)).stdout,
  );
  expect(code).toBe(1);
  expect(first.violations[0].repro).toContain('explored-1.json');
  expect(first.signOff).toMatch(
    /By: .* explore 'rmw_buffer' --chip vega10 --pixels A --fault F97 --time 1s$/,
  );
  for (const { repro } of second.violations) expect(repro).not.toContain('explored-1.json');
  expect(readFileSync(join(folder, 'explored-1.json'), 'utf8')).toBe(firstFile);
});

it('the command that repeats a search names the chip, whether or not one was given', async () => {
  const { stdout } = await callCli(['explore', 'rmw_buffer', '--pixels', 'A', '--json']);
  const { signOff } = JSON.parse(stdout);
  const [, chip] = /^Proven for rmw_buffer on (\w+),/.exec(signOff)!;
  expect(signOff).toMatch(new RegExp(`By: .* explore 'rmw_buffer' --chip ${chip} --pixels A$`));
});

it('a search warns about faults that it cannot find and gates that it did not meet', async () => {
  const faultNote =
    'F48 only shows up when events share a cycle, which this search does not allow; add --same-clock';
  const gate = '--require complete was not met: the reduction has not been validated for fault F48 on gfx9';
  const args = [...EXPLORE, '--pixels', 'A', '--fault', 'F48'];
  // The search ends by itself, however busy the machine is.
  const { code, stderr } = await callCli([...args, '--require', 'complete', '--time', '60s']);
  expect(code).toBe(3);
  expect(stderr).toContain(faultNote);
  expect(stderr).toContain(gate);
  const { stderr: sameClock } = await callCli([...args, '--same-clock']);
  expect(sameClock).not.toContain('Note: ');
});
