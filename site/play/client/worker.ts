import { findGenerationEntry } from '../../../arch/index.js';
import type { Corpus, CorpusRecord, DescriptorRecord } from '../../../stimulus/index.js';
import { judge } from '../judge.js';
import type { PlayTest, PlayWorld } from '../play-test.js';

/** The first message to the worker: the corpus as gzip, and the script of the run viewer. */
export interface PlayStart {
  readonly corpus: Uint8Array<ArrayBuffer>;
  readonly viewer: string;
}

/** The corpus as packed by the build. */
export interface PackedCorpus {
  /** Records by chip and wave size, with keys such as `navi21-w32`. */
  readonly records: Readonly<Record<string, readonly CorpusRecord[]>>;
  readonly descriptors: Readonly<Record<string, readonly DescriptorRecord[]>>;
}

let world: Promise<PlayWorld> | undefined;

async function openWorld({ corpus, viewer }: PlayStart): Promise<PlayWorld> {
  const unpacked = new Blob([corpus]).stream().pipeThrough(new DecompressionStream('gzip'));
  return { viewer, corpus: createCorpus((await new Response(unpacked).json()) as PackedCorpus) };
}

function createCorpus({ records, descriptors }: PackedCorpus): Corpus {
  return {
    records: (chip, wave) => records[`${chip}-w${wave}`] ?? [],
    descriptors: (gfx) => findGenerationEntry(descriptors, gfx) ?? [],
  };
}

self.addEventListener('message', async ({ data }: MessageEvent<PlayStart | PlayTest>) => {
  if ('viewer' in data) {
    world = openWorld(data);
    await world;
    self.postMessage({ ready: true });
  } else if (world !== undefined) self.postMessage(judge(data, await world));
});
