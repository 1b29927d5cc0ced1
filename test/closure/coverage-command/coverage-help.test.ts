import { COVERAGE_ACTIONS } from '../../../closure/coverage-command/coverage-actions.js';
import { callCli } from '../../cli/support/call-cli.js';

const help = async (...args: string[]): Promise<string> =>
  (await callCli(['coverage', ...args, '--help'])).stdout;

describe('coverage --help', () => {
  it.each(Object.keys(COVERAGE_ACTIONS))('lists only the options and examples of %s', async (name) => {
    const text = await help(name);
    const options = [...text.matchAll(/^ {2}(?:-h, )?--(\w+)/gm)].map(([, option]) => option);
    const { stderr } = await callCli(['coverage', name, 'run', name === 'aim' ? '--all' : '--seed=0x1']);
    const [, accepted = ''] = /accepts only (.*)$/m.exec(stderr) ?? [];
    expect(options.map((option) => `--${option}`).sort()).toEqual([...accepted.split(', '), '--help'].sort());
    const examples = [...text.matchAll(/^ {2}pops-tb coverage (\w+)/gm)].map(([, action]) => action);
    expect(new Set(examples)).toEqual(new Set([name]));
    expect(text).toContain(`Usage: pops-tb coverage ${name} `);
  });

  it('lists every action if no action is given', async () => {
    const text = await help();
    for (const name of Object.keys(COVERAGE_ACTIONS)) expect(text).toMatch(new RegExp(`^  ${name}$`, 'm'));
  });
});
