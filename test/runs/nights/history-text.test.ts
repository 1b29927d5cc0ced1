import { makeColours } from '../../../harness/text/colours.js';
import { formatHistory } from '../../../runs/nights/history-text.js';

test('escapes hidden characters in folder names', () => {
  const skipped = [{ directory: 'a\n::error::forged\u202e', reason: 'b\u001b[2J' }];
  const text = formatHistory({ runs: [], groups: [], buckets: [], skipped }, makeColours(false));
  expect(text.split('\n').at(-1)).toBe('skipped  a\\n::error::forged\\u202e: b\\x1b[2J');
});
