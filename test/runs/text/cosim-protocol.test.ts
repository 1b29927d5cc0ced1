import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../../../base/basics/package-root.js';
import { cosimHeader } from '../../../designs/cosim/c-header.js';
import { cosimProtocolText } from '../../../designs/cosim/protocol-page.js';
import { cosimPackage } from '../../../designs/cosim/sv-package.js';

const PAGE = join(packageRoot(), 'docs', 'cosim.md');
const FOLDER = join(packageRoot(), 'examples', 'cosim');

it('docs/cosim.md shows the messages that the host defines (npx vitest run with -u writes the page)', async () => {
  const [prose] = readFileSync(PAGE, 'utf8').split('## The protocol');
  await expect(`${prose}${cosimProtocolText()}`).toMatchFileSnapshot(PAGE);
});

it('the C header and the SystemVerilog package are generated from the same messages', async () => {
  await expect(cosimHeader()).toMatchFileSnapshot(join(FOLDER, 'pops_cosim.h'));
  await expect(cosimPackage()).toMatchFileSnapshot(join(FOLDER, 'pops_cosim.sv'));
});

it('each constant in the header and the package has a unique name', () => {
  const names = [
    [...cosimHeader().matchAll(/^ {2}(POPS_COSIM_\w+)(?: = \d+)?,/gm)],
    [...cosimPackage().matchAll(/localparam int (\w+)/g)],
  ].map((constants) => constants.map(([, name]) => name));
  for (const list of names) {
    expect(list.length).toBeGreaterThan(0);
    expect(list).toEqual([...new Set(list)]);
  }
});
