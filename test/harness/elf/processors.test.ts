import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { CHIP_NAMES, chipOf } from '../../../arch/index.js';
import { findProcessor } from '../../../harness/elf/processors.js';
import { hasTool } from '../../support/external-tool.js';

/** The offset of `e_flags` in a 64-bit ELF header. */
const FLAGS_OFFSET = 48;

describe.skipIf(!hasTool('llvm-mc-19', 'llvm-19'))("an object's processor", () => {
  it.each(CHIP_NAMES)('matches what LLVM writes for %s', (chip) => {
    const { processor } = chipOf(chip);
    const args = ['-triple=amdgcn-amd-amdpal', `-mcpu=${processor}`, '-filetype=obj'];
    const object = execFileSync('llvm-mc-19', args, { input: 's_endpgm\n' });
    expect(findProcessor(object.readUInt32LE(FLAGS_OFFSET))?.name).toBe(processor);
  });
});
