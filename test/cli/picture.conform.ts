import { vi } from 'vitest';
import { callCli } from './support/call-cli.js';

const TEST = 'smoke:rmw_buffer@0x1f';

async function printReplay(environment: Record<string, string>): Promise<string> {
  for (const [name, value] of Object.entries({ LC_ALL: 'C', ...environment })) vi.stubEnv(name, value);
  const { stdout } = await callCli(['replay', TEST, '--chip', 'navi21', '--fault', 'F22']);
  return stdout;
}

afterEach(() => vi.unstubAllEnvs());

describe('the diagram that replay prints', () => {
  it('is plain ASCII and COLUMNS wide if there is no terminal', async () => {
    const lines = (await printReplay({ COLUMNS: '70' })).split('\n');
    const first = lines.findIndex((line) => /^ +x \d/.test(line));
    const last = lines.findIndex((line) => line.includes('F formed'));
    expect(first).toBeGreaterThan(0);
    expect(last).toBeGreaterThan(first);
    const diagram = lines.slice(first, last);
    expect(Math.max(...diagram.map((line) => line.length))).toBe(70);
    expect(diagram.join('')).not.toMatch(/[^\x20-\x7e]/);
  });

  it('uses box-drawing characters if the locale uses UTF-8', async () => {
    expect(await printReplay({ LC_ALL: 'C.UTF-8' })).toContain('━');
  });
});
