import { deriveTestSeed } from '../../base/basics/index.js';
import type { CorpusRecord } from '../../stimulus/index.js';
import type { Seed } from '../../transactions/index.js';

/**
 * Derives the seed for one scene of a variant. It depends on the program's environment rather than its name or code, so
 * that renaming, converting or correcting a program does not change the scenes that it runs on.
 */
export function computeSceneSeed(root: Seed, record: CorpusRecord, variant: number, scene: number): string {
  const { chip, wave, interlock, abi } = record;
  const environment = [
    chip,
    wave,
    interlock,
    ...abi.args.map(({ name, file, reg, size }) => `${name} ${file}${reg} ${size}`),
    ...abi.inputs.map(({ attr, name, how }) => `${attr} ${name} ${how}`),
    ...Object.entries(record.variants[variant]?.user_data ?? abi.user_data).flat(),
  ];
  return deriveTestSeed(root, `${environment.join(',')}#${variant}`, scene);
}
