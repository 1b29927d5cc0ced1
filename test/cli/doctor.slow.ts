import { vi } from 'vitest';
import { addUpgradeAdvice, isSupportedNode } from '../../cli/doctor/check-setup.js';
import { FakeTools } from '../intake/source/support/fake-tools.js';
import { callCli } from './support/call-cli.js';

const RANGE = '^20.19.0 || ^22.12.0 || >=24.0.0';

afterEach(() => vi.unstubAllEnvs());

describe('doctor', () => {
  it.each([
    ['v20.19.0', true],
    ['v20.18.9', false],
    ['v21.7.0', false],
    ['v22.12.0', true],
    ['v22.9.5', false],
    ['v23.11.0', false],
    ['v24.0.0', true],
    ['v26.1.0-nightly', true],
  ])('knows whether Node %s is supported', (version, expected) => {
    expect(isSupportedNode(version, RANGE)).toBe(expected);
  });

  it('recommends Node 24 for older versions, even though they work', () => {
    expect(['v20.20.2', 'v24.0.0', 'v26.1.0'].map(addUpgradeAdvice)).toEqual([
      'v20.20.2; Node 24 is about 25% faster',
      'v24.0.0',
      'v26.1.0',
    ]);
  });

  it('reports missing tools, what they are for and how to install them, and exits with 0', async () => {
    vi.stubEnv('PATH', '/nowhere');
    const { code, stdout } = await callCli(['doctor', '--json']);
    const findings = JSON.parse(stdout) as { name: string; state: string; detail: string }[];
    expect(code).toBe(0);
    expect(findings).toContainEqual(
      expect.objectContaining({ name: 'node', state: 'ok', detail: addUpgradeAdvice(process.version) }),
    );
    expect(findings).toContainEqual(
      expect.objectContaining({ name: 'fst2vcd', state: 'missing', detail: 'apt-get install -y gtkwave' }),
    );
    expect(findings).toContainEqual(expect.objectContaining({ name: 'bullmq', state: 'ok' }));
    expect((await callCli(['doctor'])).stdout).toMatch(
      /^fst2vcd +missing +check-trace --vcd.* apt-get install -y gtkwave$/m,
    );
  });

  it('finds the driver in the file given with --driver', async () => {
    const tools = new FakeTools();
    try {
      const findState = async (driver: string) => {
        const { stdout } = await callCli(['doctor', '--json', '--driver', driver]);
        const rows = JSON.parse(stdout) as { name: string; state: string; detail: string }[];
        const { state, detail } = rows.find(({ name }) => name === 'RADV')!;
        return `${state}: ${detail}`;
      };
      expect(await findState(tools.driver)).toBe('ok: radv Mesa 25.0.7');
      expect(await findState('/nowhere.json')).toMatch(/^missing: Cannot read/);
    } finally {
      tools.remove();
    }
  });
});
