import { Writable } from 'node:stream';
import { formatOneLine, getFirstLine } from '../../../harness/basics/errors.js';
import { CapturedOutput } from '../../../harness/basics/printed-text.js';

it('formats any message as one line, preserving non-ASCII letters', () => {
  expect(formatOneLine(new Error('Größe\tist\r\n 寸法\u001b[31m\u202e'))).toBe('Größe ist 寸法 [31m');
});

it('extracts the first line of a string, without control characters', () => {
  expect(getFirstLine('boom\u001b[2J\u0007 17\r\nat here')).toBe('boom [2J 17');
});

/** Returns a stream that fails the test if written to. */
function makeForbiddenStream(): NodeJS.WriteStream {
  return new Writable({ write: () => expect.fail('the terminal received the output') }) as NodeJS.WriteStream;
}

describe('captured output', () => {
  it('keeps the order of writes to both streams until it is taken', async () => {
    const output = new CapturedOutput();
    const [out, err] = [makeForbiddenStream(), makeForbiddenStream()];
    output.capture([out, err]);
    out.write('one ');
    err.write(Buffer.from('two '));
    await new Promise((resolve) => out.write('three', 'utf8', resolve));
    expect([output.takeText(), output.takeText()]).toEqual(['one two three', '']);
  });

  it('is truncated if too long, and starts afresh for the next test', () => {
    const chunks: string[] = [];
    const output = new CapturedOutput((chunk) => chunks.push(chunk));
    for (let round = 0; round < 1000; round++) output.add('x'.repeat(1000));
    const text = output.takeText();
    expect(text).toHaveLength(65_536 + '\n[output truncated]\n'.length);
    expect(chunks.join('')).toBe(text);
    output.add('next');
    expect(output.takeText()).toBe('next');
  });
});
