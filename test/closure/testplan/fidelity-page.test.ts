import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { getHardwareUnknowns, renderFidelityPage } from '../../../closure/testplan/fidelity-page.js';
import { findPackageRoot } from '../../../harness/basics/package-root.js';
import { KNOBS } from '../../../transactions/index.js';
import { callCli } from '../../cli/support/call-cli.js';
import { MODEL, UNITS } from '../../support/model-units.js';

/** Returns what each unit of the model omits, according to its README. */
function readOmissions(): Record<string, string> {
  return Object.fromEntries(
    UNITS.map((unit) => {
      const text = readFileSync(join(MODEL, unit, 'README.md'), 'utf8');
      const match = /^Not modelled: (.+(?:\n.+)*)/m.exec(text);
      expect(match, `rtl-model/${unit}/README.md must state what is not modelled`).not.toBeNull();
      return [unit, match![1]!.trim().replace(/\s+/g, ' ')];
    }),
  );
}

describe('the fidelity page', () => {
  it('is stored in docs/fidelity.md', async () => {
    await expect(renderFidelityPage(readOmissions())).toMatchFileSnapshot('../../../docs/fidelity.md');
  });

  it("lists every unknown in pops.md, plus the project's own, each with a knob or a modelled behaviour", () => {
    const unknowns = getHardwareUnknowns();
    const page = readFileSync(join(findPackageRoot(), 'docs/reference/pops.md'), 'utf8');
    expect(unknowns.map(({ id }) => id)).toEqual([
      ...Array.from(page.matchAll(/^\| (U\d+) \|/gm), ([, id]) => id),
      'U32',
      'U33',
    ]);
    expect(unknowns.filter(({ modelled }) => modelled === '')).toEqual([]);
  });

  it('matches the output of list unknowns', async () => {
    const { stdout } = await callCli(['list', 'unknowns', '--json']);
    const rows = getHardwareUnknowns();
    expect(JSON.parse(stdout)).toEqual(
      rows.map(({ id, question, modelled, decides }) => ({ id, question, modelled, decides })),
    );
  });

  it('lists every knob that cites an unknown', () => {
    const listed = new Set(getHardwareUnknowns().flatMap(({ knobs }) => knobs));
    const citingKnobs = Object.entries(KNOBS).filter(([, { source }]) => /\bU\d+/.test(source));
    expect([...listed].sort()).toEqual(citingKnobs.map(([name]) => name).sort());
  });
});
