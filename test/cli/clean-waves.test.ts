import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CHIPS } from '../../arch/index.js';
import { runCli, temporaryFolder } from './support/run-cli.js';

const folder = temporaryFolder();

/** Clean waves of each generation that must raise no error. */
const WAVES_MIN = 12_500;

it.each(Object.values(CHIPS).filter(({ name }) => ['vega10', 'navi10', 'navi21', 'navi31'].includes(name)))(
  'no error among twelve thousand clean waves of $gfx',
  async ({ name, gfx }) => {
    const args = ['run', '--chip', name, '--count', '230', '--seed', '0xc1ea', '--json'];
    const { code, stdout } = await runCli([...args, '--out', join(folder, gfx)], folder);
    const { waves, passed, tests, buckets } = JSON.parse(stdout);
    expect(buckets).toEqual([]);
    expect(passed).toBe(tests);
    expect(waves).toBeGreaterThanOrEqual(WAVES_MIN);
    expect(code).toBe(0);
  },
);
