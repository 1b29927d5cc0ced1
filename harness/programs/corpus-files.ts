import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { findGenerationEntry, GENERATIONS } from '../../arch/index.js';
import type { Corpus, CorpusRecord, DescriptorRecord } from '../../stimulus/index.js';
import { createDocumentListSchema } from '../../transactions/index.js';
import { findPackageRoot } from '../basics/index.js';
import { describeInput, parseJsonInput, readDocument, validateDocument } from '../input/index.js';
import {
  hexWords,
  programArgument,
  programCode,
  programInput,
  programResource,
  registerWords,
  sampleCount,
  userData,
} from './state-files.js';

const address = z.string().regex(/^0x[0-9a-fA-F]{1,12}$/, 'a 48-bit address like "0xffff80000000"');

/** The maximum size in bytes of code with its trailing constants, which must end below `CONSTANTS_ADDRESS`. */
const MAX_CODE_BYTES = 0x80000;

const corpusRecords: z.ZodType<readonly CorpusRecord[]> = createDocumentListSchema(
  z.object({
    id: z.string(),
    shader: z.string(),
    chip: z.string(),
    gfx: z.enum(GENERATIONS),
    wave: z.union([z.literal(32), z.literal(64)]),
    interlock: z.string(),
    abi: z.object({
      args: createDocumentListSchema(programArgument),
      inputs: createDocumentListSchema(programInput),
      // Empty if the variants have different user data, in which case each has its own.
      user_data: userData.default({}),
    }),
    regs: registerWords,
    variants: z
      .array(
        z.object({
          samples: sampleCount,
          mode: z.string(),
          regs: registerWords,
          user_data: userData.exactOptional(),
        }),
      )
      .min(1),
    stats: z
      .object({
        scratch_bytes_per_wave: z.int().min(0),
        code_bytes: z.int().min(0).max(MAX_CODE_BYTES).exactOptional(),
      })
      .exactOptional(),
    instructions: programCode,
    epilog: z.object({ instructions: programCode }).exactOptional(),
    ordered: createDocumentListSchema(z.string()).exactOptional(),
    coherent: createDocumentListSchema(z.string()).exactOptional(),
    resources: createDocumentListSchema(programResource).exactOptional(),
  }),
);

const descriptorTable: z.ZodType<Readonly<Record<string, readonly DescriptorRecord[]>>> = z.record(
  z.string(),
  createDocumentListSchema(
    z.object({
      set: z.int(),
      binding: z.int(),
      name: z.string(),
      type: z.string(),
      address,
      offset: z.int(),
      pitch: z.int().exactOptional(),
      size: z.int().exactOptional(),
      words: hexWords,
      sampler_offset: z.int().exactOptional(),
      sampler_words: hexWords.exactOptional(),
    }),
  ),
);

/**
 * Opens a folder of corpus files. Files are read on first use and cached. Missing files are treated as empty; malformed
 * ones throw `UsageError`.
 */
export function openCorpus(folder: string = join(findPackageRoot(), 'data', 'corpus')): Corpus {
  const records = new Map<string, readonly CorpusRecord[]>();
  let descriptors: Readonly<Record<string, readonly DescriptorRecord[]>> | undefined;
  return {
    records(chip, wave) {
      const file = join(folder, `${chip}-w${wave}.json`);
      let found = records.get(file);
      if (found === undefined) {
        found = existsSync(file) ? readDocument('corpus', file, corpusRecords) : [];
        records.set(file, found);
      }
      return found;
    },
    descriptors(gfx) {
      descriptors ??= readDocument('corpus', join(folder, 'descriptors.json'), descriptorTable);
      return findGenerationEntry(descriptors, gfx) ?? [];
    },
  };
}

/** Parses a corpus file's records. Throws `UsageError` if it is malformed. */
export function parseCorpus(bytes: Uint8Array, file: string): readonly CorpusRecord[] {
  return validateDocument(
    corpusRecords,
    parseJsonInput('corpus', file, bytes),
    describeInput('corpus', file),
  );
}
