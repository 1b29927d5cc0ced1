import { findGenerationEntry } from '../../../../arch/index.js';
import type { Corpus, CorpusRecord, DescriptorRecord } from '../../../../stimulus/index.js';
import { judge } from '../judge.js';
import type { PlayContext, PlayTest } from '../play-test.js';

/** The first message to the worker: the gzipped corpus and the run viewer's script. */
interface PlayInit {
  readonly corpus: Uint8Array<ArrayBuffer>;
  readonly viewer: string;
}

/** The corpus as packed by the build. */
interface PackedCorpus {
  /** Records by chip and wave size, with keys such as `navi21-w32`. */
  readonly records: Readonly<Record<string, readonly CorpusRecord[]>>;
  readonly descriptors: Readonly<Record<string, readonly DescriptorRecord[]>>;
}

let context: Promise<PlayContext> | undefined;

async function loadContext({ corpus, viewer }: PlayInit): Promise<PlayContext> {
  const unpacked = new Blob([corpus]).stream().pipeThrough(new DecompressionStream('gzip'));
  return { viewer, corpus: createCorpus((await new Response(unpacked).json()) as PackedCorpus) };
}

function createCorpus({ records, descriptors }: PackedCorpus): Corpus {
  return {
    records: (chip, wave) => records[`${chip}-w${wave}`] ?? [],
    descriptors: (gfx) => findGenerationEntry(descriptors, gfx) ?? [],
  };
}

self.addEventListener('message', async ({ data }: MessageEvent<PlayInit | PlayTest>) => {
  if ('viewer' in data) {
    context = loadContext(data);
    await context;
    self.postMessage({ ready: true });
  } else if (context !== undefined) self.postMessage(judge(data, await context));
});
