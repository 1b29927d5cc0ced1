/** Makes a counter that tells on stderr how far a long command is, every so many steps; true where it printed: `60 of 200 mutants, 3 min 20 s`. */
export function progressOf(noun: string, total: number, every: number): () => boolean {
  const started = performance.now();
  let done = 0;
  return () => {
    if (++done % every !== 0) return false;
    console.error(`${done} of ${total} ${noun}, ${durationText((performance.now() - started) / 1000)}`);
    return true;
  };
}

/** Seconds as people say them: `41 s`, `3 min 20 s`. */
export function durationText(seconds: number): string {
  const whole = Math.round(seconds);
  const minutes = Math.floor(whole / 60);
  return minutes === 0 ? `${whole} s` : `${minutes} min ${whole % 60} s`;
}
