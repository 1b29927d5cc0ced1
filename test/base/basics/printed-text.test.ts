import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { PrintedText } from '../../../base/basics/printed-text.js';

/** A stream that nothing may be written to. */
function closedStream(): NodeJS.WriteStream {
  return new Writable({
    write: () => expect.fail('the terminal got it'),
  }) as NodeJS.WriteStream;
}

describe('printed text', () => {
  it('from both streams is kept in order until it is taken', async () => {
    const printed = new PrintedText();
    const [out, err] = [closedStream(), closedStream()];
    printed.capture([out, err]);
    out.write('one ');
    err.write(Buffer.from('two '));
    await new Promise((resolve) => out.write('three', 'utf8', resolve));
    expect([printed.take(), printed.take()]).toEqual(['one two three', '']);
  });

  it('is truncated if it is endless, and starts afresh with the next test', () => {
    const pieces: string[] = [];
    const printed = new PrintedText((piece) => pieces.push(piece));
    for (let round = 0; round < 1000; round++) printed.add('x'.repeat(1000));
    const text = printed.take();
    expect(text).toHaveLength(65_536 + '\n[output truncated]\n'.length);
    expect(pieces.join('')).toBe(text);
    printed.add('next');
    expect(printed.take()).toBe('next');
  });
});
