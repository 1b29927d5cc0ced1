import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { PrintedText } from '../../../base/basics/printed-text.js';

/** A stream that fails the test if written to. */
function closedStream(): NodeJS.WriteStream {
  return new Writable({
    write: () => expect.fail('the terminal got it'),
  }) as NodeJS.WriteStream;
}

describe('printed text', () => {
  it('is kept in order from both streams until taken', async () => {
    const printed = new PrintedText();
    const [out, err] = [closedStream(), closedStream()];
    printed.capture([out, err]);
    out.write('one ');
    err.write(Buffer.from('two '));
    await new Promise((resolve) => out.write('three', 'utf8', resolve));
    expect([printed.take(), printed.take()]).toEqual(['one two three', '']);
  });

  it('is truncated if too long, and starts fresh for the next test', () => {
    const chunks: string[] = [];
    const printed = new PrintedText((chunk) => chunks.push(chunk));
    for (let round = 0; round < 1000; round++) printed.add('x'.repeat(1000));
    const text = printed.take();
    expect(text).toHaveLength(65_536 + '\n[output truncated]\n'.length);
    expect(chunks.join('')).toBe(text);
    printed.add('next');
    expect(printed.take()).toBe('next');
  });
});
