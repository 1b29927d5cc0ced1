import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { callCli } from './support/call-cli.js';
import { createTempFolder } from './support/run-cli.js';

const DATA = fileURLToPath(new URL('../../data/golden/', import.meta.url));
const folder = createTempFolder();

/** Copies the scenes without the GPU results. */
function copyScenes(name: string): string {
  const copy = join(folder, name);
  mkdirSync(copy);
  for (const file of ['cases.bin', 'manifest.json']) copyFileSync(join(DATA, file), join(copy, file));
  return copy;
}

describe('pops-tb golden', () => {
  it('compares one class of scenes on the given chip, and counts every pixel once', async () => {
    const args = ['golden', DATA, '--json', '--chip', 'navi31', '--test', 'fan'];
    const { code, stdout } = await callCli(args);
    const document = JSON.parse(stdout);
    expect(document).toMatchObject({ pixels: 9472, mismatches: 0, violations: 0 });
    expect(document.byClass).toEqual({ fan: { pixels: 9472, mismatches: 0 } });
    expect(code).toBe(0);
  });

  it('exits with 1 for a wrong pixel, and shows both fragment lists, the chip and a rerun command', async () => {
    const scenes = copyScenes('wrong');
    const expected = gunzipSync(readFileSync(join(DATA, 'expected.bin.gz')));
    const words = new Uint32Array(Uint8Array.from(expected).buffer);
    const wrongIndex = words.findIndex((word, i) => i % 65 === 1 && word !== 0);
    words[wrongIndex] += 0x100;
    writeFileSync(join(scenes, 'expected.bin.gz'), gzipSync(new Uint8Array(words.buffer)));
    const { code, stdout } = await callCli(['golden', scenes, '--chip', 'navi31', '--test', 'rand_small']);
    expect(stdout).toMatch(
      /First wrong pixel: \(\d+, \d+\) in case 0, rand_small, 16x16, 1 sample, mode 2, on navi31 wave32/,
    );
    const findValue = (name: string) => new RegExp(`${name} +\\d+ fragments? (\\d+)/0x1`).exec(stdout)?.[1];
    expect(Number(findValue('expected'))).toBe(Number(findValue('observed')) + 1);
    expect(stdout).toContain(`golden '${scenes}' --test rand_small --chip navi31 --wave 32`);
    expect(stdout).toContain('9,472 pixels, 1 wrong');
    expect(code).toBe(1);
    const timing = ['--seed', '0x2', '--set', 'storeLatency=300..2000'];
    const rerun = await callCli(['golden', scenes, '--chip', 'navi31', '--test', 'rand_small', ...timing]);
    expect(rerun.stdout).toContain("--chip navi31 --wave 32 --seed 0x2 --set 'storeLatency=300..2000'\n");
  });
});
