import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot } from '../../../harness/basics/package-root.js';
import { checkDocumentSchema } from '../../../intake/check/check-schema.js';
import { callCli } from '../../cli/support/call-cli.js';
import { createTempFolder } from '../../cli/support/run-cli.js';
import { createValidator } from '../../runs/support/json-schema.js';

const PAGE = 'docs/check.schema.json';
const folder = createTempFolder();
const guide = readFileSync(join(findPackageRoot(), 'docs', 'judging-shaders.md'), 'utf8');
const COUNTER = /^```asm\n([\s\S]*?)^```$/m.exec(guide)![1]!;

it('the check schema describes every field, for programs that pass, fail or cannot be judged', async () => {
  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const files = [
    write('expected.s', COUNTER),
    write('fails.s', COUNTER.replace('; expect: RACE-01\n', '')),
    write(
      'right.s',
      COUNTER.replace('RACE-01', 'pass').replace('s_sendmsg', 's_waitcnt_vscnt null, 0x0\n  s_sendmsg'),
    ),
    write('unsupported.hex', '; chip: vega10\n0x94800000 0xbf810000\n'),
    write('unreadable.s', 's_waitt 0\n'),
  ];
  const { stdout } = await callCli(['check', ...files, '--seeds', '1', '--workers', '1', '--json']);
  const document = JSON.parse(stdout);
  const verdicts = document.programs.map(({ verdict }: { verdict: string }) => verdict);
  expect(verdicts).toEqual(['pass', 'fail', 'pass', 'unsupported']);
  expect(document.unreadable).toHaveLength(1);
  // Parsing drops fields missing from the schema.
  expect(checkDocumentSchema.parse(document)).toEqual(document);
  const validate = createValidator(JSON.parse(readFileSync(join(findPackageRoot(), PAGE), 'utf8')), 7);
  expect(validate(document)).toEqual([]);
  expect(validate({ ...document, version: 2 })).not.toEqual([]);
  expect(validate({ ...document, later: true })).toEqual([]);
  expect(validate({ ...document, programs: [{ ...document.programs[0], verdict: 'fine' }] })).not.toEqual([]);
});
