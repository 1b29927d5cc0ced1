import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot } from '../../../harness/basics/package-root.js';
import { expectGeneratedCode } from '../../support/generated-parts.js';
import { generateCosimHeader, generateCosimPackage } from './support/cosim-headers.js';
import { renderCosimProtocol } from './support/cosim-page.js';

const PAGE = join(findPackageRoot(), 'docs', 'cosim.md');
const FOLDER = join(findPackageRoot(), 'docs', 'examples', 'cosim');

it('docs/cosim.md shows the messages defined by the host (to update it: npx vitest run -u)', async () => {
  const [prose] = readFileSync(PAGE, 'utf8').split('## The protocol');
  await expect(`${prose}${renderCosimProtocol()}`).toMatchFileSnapshot(PAGE);
});

it('the C header and the SystemVerilog package are generated from the same messages', async () => {
  await expectGeneratedCode(join(FOLDER, 'pops_cosim.h'), generateCosimHeader());
  await expectGeneratedCode(join(FOLDER, 'pops_cosim.sv'), generateCosimPackage());
});

it('each constant in the header and the package has a unique name', () => {
  const names = [
    [...generateCosimHeader().matchAll(/^ {2}(POPS_COSIM_\w+)(?: = \d+)?,/gm)],
    [...generateCosimPackage().matchAll(/localparam int (\w+)/g)],
  ].map((constants) => constants.map(([, name]) => name));
  for (const list of names) {
    expect(list.length).toBeGreaterThan(0);
    expect(list).toEqual([...new Set(list)]);
  }
});
