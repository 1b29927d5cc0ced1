import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';
import { findSuite } from '../../../harness/selection/selection.js';
import { openRunSuite, openSuite } from '../../../harness/suite-files/opened-suites.js';
import { hashSuiteFile } from '../../../harness/suite-files/suite-file.js';
import { createTempFolder } from '../../cli/support/run-cli.js';

afterEach(() => vi.unstubAllGlobals());

const folder = createTempFolder();

/** Writes a file with the given text, or the given document as JSON, and returns its path. */
function writeFixture(name: string, content: string | object): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const RMW = { sequence: 'rmw_buffer' };

describe('opening a suite', () => {
  it('rejects a missing file, and one that has changed since a run recorded it', async () => {
    await expect(openSuite(join(folder, 'none.json'))).rejects.toThrow(
      /^Cannot read suite file .*none.json: no such file/,
    );
    const path = writeFixture('changed.json', { count: 1, tests: [RMW] });
    const suiteFile = { hash: '0123456789abcdef' };
    await expect(openRunSuite({ suite: path, suiteFile }, path)).rejects.toThrow(
      /has changed since the run began .*: restore it, or start/,
    );
  });

  it('rejects a suite if a direct or indirect import has changed since a run recorded it', async () => {
    writeFixture('chips.ts', "export const CHIPS = ['navi21'];");
    writeFixture('between.ts', "export { CHIPS } from './chips.js';");
    const path = writeFixture(
      'importing.ts',
      "import { CHIPS } from './between';\nexport default { chips: CHIPS };",
    );
    const recordedFile = hashSuiteFile(path);
    expect(hashSuiteFile(path)).toEqual(recordedFile);
    writeFixture('chips.ts', "export const CHIPS = ['navi31'];");
    await expect(openRunSuite({ suite: path, suiteFile: recordedFile }, path)).rejects.toThrow(
      /importing.ts, or a file that it imports or reads, has changed/,
    );
  });

  it('rejects a suite that changes between being hashed and being loaded', async () => {
    writeFixture('table.json', { sequence: 'rmw_buffer' });
    const path = writeFixture(
      'changing.ts',
      `import { readFileSync, writeFileSync } from 'node:fs';
const table = new URL('table.json', import.meta.url);
const tests = [JSON.parse(readFileSync(new URL('table.json', import.meta.url), 'utf8'))];
writeFileSync(table, '{"sequence": "rmw_image"}');
export default { count: 1, tests };`,
    );
    await expect(openSuite(path)).rejects.toThrow(
      /changing.ts, or a file that it imports or reads, has changed/,
    );
    expect(() => findSuite(path)).toThrow('Unknown suite');
  });

  it.each([
    "readFileSync(new URL('read.s', import.meta.url), 'utf8')",
    "readFileSync(join(import.meta.dirname, '..', 'a folder', 'read.s'))",
    "await readFile(resolve('read.s'), { encoding: 'utf8' })",
  ])('hashes a file that the suite reads with %s, but not one that it only names', (readCall) => {
    const innerFolder = join(folder, 'a folder');
    mkdirSync(innerFolder, { recursive: true });
    writeFileSync(join(innerFolder, 'read.s'), 's_endpgm');
    const path = join(innerFolder, 'reading.ts');
    writeFileSync(path, `export default { assembly: ${readCall}, out: 'written.json' };`);
    const { hash } = hashSuiteFile(path);
    writeFileSync(join(innerFolder, 'written.json'), '{}');
    expect(hashSuiteFile(path).hash).toBe(hash);
    writeFileSync(join(innerFolder, 'read.s'), 's_nop 0\ns_endpgm');
    expect(hashSuiteFile(path).hash).not.toBe(hash);
  });

  it('does not affect the names of built-in suites', async () => {
    await openSuite('smoke');
    expect(findSuite('smoke').name).toBe('smoke');
    expect(() => findSuite('smok')).toThrow('did you mean smoke?');
  });
});
