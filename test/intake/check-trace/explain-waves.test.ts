import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkWaves } from '../../../intake/check-trace/check-waves.js';
import { callCli } from '../../cli/support/call-cli.js';
import { createTempFolder } from '../../cli/support/run-cli.js';

const folder = createTempFolder();
const DUMPS = join(import.meta.dirname, 'dumps');
const PROGRAM = join(DUMPS, 'program.txt');
const readDump = (name: string): string => readFileSync(join(DUMPS, name), 'utf8');

/** Explains a dump, after replacing parts of it or of the program. */
function explain(name: string, change: (text: string) => string, changeProgram = (text: string) => text) {
  const [dump, program] = [join(folder, name), join(folder, 'program.txt')];
  writeFileSync(dump, change(readDump(name)));
  writeFileSync(program, changeProgram(readDump('program.txt')));
  return checkWaves(dump, program, undefined);
}

describe('a dump of the waves of a hang', () => {
  it('shows where each wave stands, at which wait, and which wave it waits for (umr with bits)', () => {
    const { waves, others, impossible } = checkWaves(join(DUMPS, 'umr-bits.txt'), PROGRAM, undefined);
    expect(waves.map(({ place, pc, stand }) => [place, pc, stand])).toEqual([
      ['se0.sa0.wgp1.simd0.wave3', 0x60, 'in its section'],
      ['se0.sa1.wgp0.simd1.wave2', 0x48, 'in its entry wait'],
      ['se1.sa0.wgp0.simd0.wave1', 0x78, 'after its exit'],
    ]);
    expect(waves[0]!.wait).toBe('s_waitcnt vmcnt(0) with vm 1, vs 0, lgkm 0, exp 0 outstanding');
    expect(waves[1]!.ids).toEqual({ id: 5, packer: 1, didOverlap: true, newest: 4 });
    expect(waves[1]!.waitsFor).toMatch(
      /^id 4 of packer 1: se0\.sa0\.wgp1\.simd0\.wave3, in its section, at s_waitcnt/,
    );
    expect(waves[0]!.values).toMatchObject({ m0: '80000000', exec: '000000000000000f' });
    expect([others, impossible]).toEqual([[], []]);
  });

  it('shows the same in the table of umr, and tells a wave of another program', async () => {
    const file = join(DUMPS, 'umr-table.txt');
    const { code, stdout } = await callCli(['check-trace', '--waves', file, PROGRAM]);
    expect(stdout).toContain('  at a wait: s_waitcnt vmcnt(0) with vm 1, vs 0, lgkm 0, exp 0 outstanding\n');
    expect(stdout).toContain('not in the program: se1.sa1.wgp2.simd0.wave7\n');
    expect(stdout).toContain(
      'impossible: se0.sa0.wgp1.simd0.wave3 waits for id 6 of packer 2, which no resident wave has\n',
    );
    expect(code).toBe(1);
  });

  it.each([
    ['with addresses', (text: string) => text],
    ['without addresses', (text: string) => text.replace(/ \[PC=.*?\]/g, '')],
  ])("claims no ids for RADV's hang report, which shows no registers (%s)", (_, change) => {
    const { waves, others, impossible } = explain('radv-report.txt', change);
    expect(waves.map(({ stand, ids, noIds }) => [stand, ids, noIds])).toEqual([
      ['in its entry wait', undefined, 'the dump does not show s5'],
      ['after its exit', undefined, 'the dump does not show s5'],
    ]);
    expect(others).toEqual(['se1.sh0.cu2.simd0.wave6']);
    expect(impossible).toEqual([]);
  });

  const WAITER = 'se0.sa1.wgp0.simd1.wave2';
  const POLLER = '90040005';
  const dropSetreg = (text: string): string => text.replaceAll('0xb9861019', '0xbf800000');
  const sendTwice = (text: string): string => text.replaceAll('0xbbfd0000', '0xbf900007');
  it.each<[string, (text: string) => string, ((text: string) => string) | undefined, string]>([
    [
      'a wait for its own id',
      (text) => text.replace(POLLER, '90050005'),
      undefined,
      `${WAITER} waits for its own id 5`,
    ],
    [
      'a wait without an overlap',
      (text) => text.replace(POLLER, '10040005'),
      undefined,
      `${WAITER} waits although its argument reports no overlap`,
    ],
    [
      'two waves with one id',
      (text) => text.replace(POLLER, '90040004'),
      undefined,
      `se0.sa0.wgp1.simd0.wave3 and ${WAITER} both have id 4 of packer 1`,
    ],
    [
      'an exit sent twice',
      sendTwice,
      sendTwice,
      'se1.sa0.wgp0.simd0.wave1 has sent its exit 2 times, at pc 0x70 and pc 0x74',
    ],
    [
      'a program that selects no packer',
      dropSetreg,
      dropSetreg,
      `${WAITER} polls, but the program never selects a packer (POPS_PACKER[2:0])`,
    ],
    [
      'a poll of another packer',
      (text) => text.replaceAll('m0: 80000000', 'm0: 80000000 | pops_packer: 00000005'),
      undefined,
      `${WAITER} polls packer 2 (POPS_PACKER[2:0]), but is of packer 1`,
    ],
    [
      'a packer register without a packer',
      (text) => text.replaceAll('m0: 80000000', 'm0: 80000000 | pops_packer: 00000000'),
      undefined,
      `${WAITER} polls, but POPS_PACKER[2:0] selects no packer`,
    ],
  ])('reports what cannot be: %s', (_, change, changeProgram, message) => {
    expect(explain('umr-bits.txt', change, changeProgram).impossible).toContain(message);
  });

  it('claims nothing about ids in a register that the program has overwritten', () => {
    const overwrite = (text: string): string => text.replaceAll('0x8c08ff05', '0x8c05ff05');
    const { waves } = explain('umr-bits.txt', overwrite, overwrite);
    expect(waves[1]).toMatchObject({ noIds: 's5 is overwritten at pc 0x38' });
    expect(waves[1]!.waitsFor).toBeUndefined();
  });

  it('is refused if it has no waves, or without its program', async () => {
    const file = join(folder, 'empty.txt');
    writeFileSync(file, 'No active waves!\n');
    expect(await callCli(['check-trace', '--waves', file, PROGRAM])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(
        /^Invalid wave dump .*empty\.txt: it has no waves; expected the output of umr/,
      ),
    });
    expect(await callCli(['check-trace', '--waves', file])).toMatchObject({ code: 2 });
  });
});
