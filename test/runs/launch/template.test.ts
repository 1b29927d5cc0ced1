import { spawnSync } from 'node:child_process';
import { splitTemplate } from '../../../runs/launch/template.js';

/** A command with every kind of shell special character. */
const WORKER = ['/opt/no de/bin', "it's", '--suite-file', 'a "b" $HOME \\ *.ts'];

/** Returns the words that a shell splits a string into. */
function splitWithShell(text: string): string[] {
  const program = 'process.stdout.write(JSON.stringify(process.argv.slice(1)))';
  const { stdout } = spawnSync('sh', ['-c', `"${process.execPath}" -e '${program}' -- ${text}`]);
  return JSON.parse(`${stdout}`) as string[];
}

describe('a template', () => {
  it("is split at spaces outside quotes, with {worker} replaced by the worker's command", () => {
    expect(splitTemplate(' srun  -n1 {worker} --x=\'a b\' "c \\"d\\"" e\\ f \'\'', WORKER)).toEqual([
      ...['srun', '-n1', ...WORKER],
      ...['--x=a b', 'c "d"', 'e f', ''],
    ]);
  });

  it('does not perform shell substitutions', () => {
    expect(splitTemplate('a $HOME *.ts `b` ; c | {worker}', ['w'])).toEqual([
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
    (_where, template, index) => {
      const words = splitTemplate(template, WORKER);
      expect(words).toHaveLength(index + 1);
      expect(splitWithShell(words[index]!)).toEqual(WORKER);
    },
  );

  it('replaces {worker} within a longer word so that a shell splits it correctly', () => {
    const words = splitTemplate("sh -c 'cd /tmp && exec {worker}'", WORKER);
    expect(words.slice(0, 2)).toEqual(['sh', '-c']);
    expect(splitWithShell(words[2]!.replace('cd /tmp && exec ', ''))).toEqual(WORKER);
  });

  it("may contain the worker's command itself", () => {
    const words = ['ssh', 'host', '/opt/pops-tb', 'worker', '--stdio'] as const;
    expect(splitTemplate(words.join(' '), WORKER)).toEqual(words);
    expect(splitTemplate("ssh host '/opt/pops-tb worker --stdio'", WORKER)[2]).toBe(
      '/opt/pops-tb worker --stdio',
    );
  });

  it.each([
    ['', 'expected a command with {worker}'],
    ['srun -n1', 'expected a command with {worker}'],
    ["ssh 'host {worker}", "unclosed quote: 'host {worker}"],
    ['ssh "host {worker}', 'unclosed quote: "host {worker}'],
    ['ssh host {worker} \\', 'unclosed quote: \\'],
  ])('is rejected if it is %j', (template, reason) => {
    expect(() => splitTemplate(template, WORKER)).toThrow(reason);
  });
});
