import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { launchWords } from '../../../runs/launch/template.js';

/** A command with every kind of character that a shell changes. */
const WORKER = ['/opt/no de/bin', "it's", '--suite-file', 'a "b" $HOME \\ *.ts'];

/** The words into which a shell splits a string. */
function asShellSplits(text: string): string[] {
  const program = 'process.stdout.write(JSON.stringify(process.argv.slice(1)))';
  const { stdout } = spawnSync('sh', ['-c', `"${process.execPath}" -e '${program}' -- ${text}`]);
  return JSON.parse(`${stdout}`) as string[];
}

describe('a template', () => {
  it("is split at spaces outside quotes, and {worker} becomes its command's words", () => {
    expect(launchWords(' srun  -n1 {worker} --x=\'a b\' "c \\"d\\"" e\\ f \'\'', WORKER)).toEqual([
      ...['srun', '-n1', ...WORKER],
      ...['--x=a b', 'c "d"', 'e f', ''],
    ]);
  });

  it('does not perform shell substitutions', () => {
    expect(launchWords('a $HOME *.ts `b` ; c | {worker}', ['w'])).toEqual([
      ...['a', '$HOME', '*.ts', '`b`', ';', 'c', '|', 'w'],
    ]);
  });

  it.each([
    ['after ssh', '/usr/bin/ssh -T host {worker}', 3],
    ['after bsub', 'bsub -I {worker}', 2],
    ['in quotes', "mosh host '{worker}'", 2],
    ['after ssh and in quotes', 'ssh host "{worker}"', 2],
  ])(
    'turns {worker} %s into one word, which a shell splits into the same command',
    (_where, template, place) => {
      const words = launchWords(template, WORKER);
      expect(words).toHaveLength(place + 1);
      expect(asShellSplits(words[place]!)).toEqual(WORKER);
    },
  );

  it('replaces {worker} within a longer word, for splitting by a shell', () => {
    const words = launchWords("sh -c 'cd /tmp && exec {worker}'", WORKER);
    expect(words.slice(0, 2)).toEqual(['sh', '-c']);
    expect(asShellSplits(words[2]!.replace('cd /tmp && exec ', ''))).toEqual(WORKER);
  });

  it("may contain the worker's command itself", () => {
    const words = ['ssh', 'host', '/opt/pops-tb', 'worker', '--stdio'] as const;
    expect(launchWords(words.join(' '), WORKER)).toEqual(words);
    expect(launchWords("ssh host '/opt/pops-tb worker --stdio'", WORKER)[2]).toBe(
      '/opt/pops-tb worker --stdio',
    );
  });

  it.each([
    ['', 'expected a command with {worker}'],
    ['srun -n1', 'expected a command with {worker}'],
    ["ssh 'host {worker}", "it has an open quote: 'host {worker}"],
    ['ssh "host {worker}', 'it has an open quote: "host {worker}'],
    ['ssh host {worker} \\', 'it has an open quote: \\'],
  ])('%j is refused', (template, why) => {
    expect(() => launchWords(template, WORKER)).toThrow(why);
  });
});
