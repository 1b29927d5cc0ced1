import fc from 'fast-check';
import { getMaxBytes } from '../../../harness/input/limits.js';
import { type Frame, FrameReader, formatFrame } from '../../../runs/launch/frames.js';

/** Feeds the chunks to a reader and returns what it reported. */
function readFrames(chunks: readonly string[]) {
  const frames: Frame[] = [];
  const strays: string[] = [];
  const broken: string[] = [];
  const reader = new FrameReader({
    onFrame: (frame) => frames.push(frame),
    onStray: (line) => strays.push(line),
    onCorrupt: (reason) => broken.push(reason),
  });
  for (const chunk of chunks) reader.push(chunk);
  return { frames, strays, broken };
}

const HELLO: Frame = { kind: 'hello', number: 0, body: 'e30=' };
const ANSWER: Frame = { kind: 'answer', number: 17, body: 'AAAA' };

describe('frames', () => {
  it('are found no matter how the stream is split or what output surrounds them', () => {
    const text = `Last login\r\n> ${formatFrame(HELLO)}no line end${formatFrame(ANSWER)}pops-tb is here\n`;
    fc.assert(
      fc.property(fc.array(fc.nat(text.length)), (cuts) => {
        const bounds = [0, ...cuts.sort((a, b) => a - b), text.length];
        const chunks = bounds.slice(1).map((end, index) => text.slice(bounds[index], end));
        const { frames, strays, broken } = readFrames(chunks);
        expect(frames).toEqual([HELLO, ANSWER]);
        expect(strays).toEqual(['Last login', '> ', 'no line end', 'pops-tb is here']);
        expect(broken).toEqual([]);
      }),
    );
  });

  it('are read with CRLF line endings', () => {
    expect(readFrames([formatFrame(ANSWER).replaceAll('\n', '\r\n')]).frames).toEqual([ANSWER]);
  });

  it('are rejected if any character is changed, added or missing', () => {
    const line = formatFrame(ANSWER).trim();
    for (const index of line.split('').keys()) {
      for (const replacement of ['', 'x', `${line[index]}x`]) {
        const { frames } = readFrames([`${line.slice(0, index)}${replacement}${line.slice(index + 1)}\n`]);
        expect(frames).toEqual([]);
      }
    }
    expect(readFrames([`${line.slice(0, -1)}\n`]).broken).toEqual(['sent a corrupt frame']);
  });

  it('are rejected if they are too long, while other long lines are truncated', () => {
    const chunk = 'A'.repeat(2 ** 20);
    const chunks = Array.from({ length: getMaxBytes('queueText') / chunk.length + 1 }, () => chunk);
    const long = readFrames([formatFrame(ANSWER).trimEnd(), ...chunks]);
    expect(long.broken[0]).toMatch(/^sent more than 32.* MiB in one line$/);
    const { strays, frames } = readFrames(['x', chunk, chunk, formatFrame(ANSWER)]);
    expect(strays).toEqual(['x']);
    expect(frames).toEqual([ANSWER]);
  });
});
