import { vi } from 'vitest';
import { watchRunInterrupts } from '../../../harness/terminal/interrupts.js';

const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
afterEach(() => {
  vi.useRealTimers();
  write.mockClear();
});

it('treats an immediate repeat of a signal as the same interrupt, and a later one as a new one', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { signal, abandon, stop } = watchRunInterrupts();
  const states: boolean[][] = [];
  for (const waitMs of [0, 1, 200]) {
    vi.advanceTimersByTime(waitMs);
    process.emit('SIGINT', 'SIGINT');
    states.push([signal.aborted, abandon.aborted]);
  }
  stop();
  expect(states).toEqual([
    [true, false],
    [true, false],
    [true, true],
  ]);
});

it('treats two different signals as two interrupts', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { abandon, stop } = watchRunInterrupts();
  process.emit('SIGINT', 'SIGINT');
  process.emit('SIGTERM', 'SIGTERM');
  stop();
  expect(abandon.aborted).toBe(true);
});
