import { symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readInputs } from '../../../intake/check/check-files.js';
import { findPrograms } from '../../../intake/check/program-files.js';
import { createTempFolder } from '../../cli/support/run-cli.js';

const folder = createTempFolder();
const write = (name: string, text: string | Uint8Array): void => writeFileSync(join(folder, name), text);

it('finds or names everything in a folder that may be a program, and nothing else', () => {
  write('plain.s', 's_waitt 0\n');
  symlinkSync('plain.s', join(folder, 'link.s'));
  symlinkSync('nowhere', join(folder, 'dangling'));
  write('object.o', Uint8Array.of(0x7f, 0x45, 0x4c, 0x46));
  truncateSync(join(folder, 'object.o'), 2 ** 30);
  write('corpus.json', '[{ "instructions": "\0" }]');
  write('picture.png', Uint8Array.of(0x89, 0x50, 0, 0));
  write('README.md', 's_endpgm');
  write('order.glsl', '#extension GL_ARB_fragment_shader_interlock : require');
  write('outer.frag', '#version 450\n #include "order.glsl"\nvoid main() {}');
  write('plain.frag', '#version 450\nvoid main() {}');
  const names = ['corpus.json', 'dangling', 'link.s', 'object.o', 'outer.frag', 'plain.s'];
  expect(findPrograms(folder).map((file) => basename(file))).toEqual(names);
  const named: string[] = [];
  readInputs([folder], {}, ({ file }) => named.push(basename(file)));
  expect(named).toEqual(names);
});
