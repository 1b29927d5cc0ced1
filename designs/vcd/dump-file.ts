import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describeFileError, getFirstLine } from '../../base/basics/index.js';
import { openStream } from '../../base/input/index.js';
import { UsageError } from '../../transactions/index.js';

const FST_READER = 'fst2vcd';

/** Streams a dump as it arrives: a VCD file or stream, or an FST file converted by GTKWave's reader. */
export async function* openDump(file: string): AsyncGenerator<Uint8Array> {
  if (file.endsWith('.fst')) {
    yield* readFst(file);
    return;
  }
  try {
    yield* openStream(file);
  } catch (error) {
    throw new UsageError(`Cannot read dump ${file}: ${describeFileError(error)}`);
  }
}

async function* readFst(file: string): AsyncGenerator<Uint8Array> {
  const reader = spawn(FST_READER, ['--', file], { stdio: ['ignore', 'pipe', 'pipe'] });
  let errorText = '';
  reader.stderr.on('data', (text) => {
    errorText += text;
  });
  const closed = once(reader, 'close').catch((error: NodeJS.ErrnoException) => error);
  try {
    for await (const chunk of reader.stdout) yield chunk;
    const result = await closed;
    if (result instanceof Error && result.code === 'ENOENT')
      throw new UsageError(`Cannot read dump ${file}: ${FST_READER} is missing: apt-get install -y gtkwave`);
    if (result instanceof Error || result[0] !== 0)
      throw new UsageError(`Cannot read dump ${file}: ${FST_READER} failed: ${getFirstLine(errorText)}`);
  } finally {
    reader.kill();
  }
}
