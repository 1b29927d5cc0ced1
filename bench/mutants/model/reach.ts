import { type Profiler, Session } from 'node:inspector';

/** Stretches of a module, innermost last, each with how often it ran. */
type Stretches = readonly Profiler.CoverageRange[];

/**
 * Which places of the model's modules run, as V8 counts blocks: of modules that are loaded while it counts, since of
 * what has run before it knows whole functions at best.
 */
export class Reach {
  private readonly session = new Session();

  /** Starts counting. */
  constructor() {
    this.session.connect();
    this.session.post('Profiler.enable');
    this.session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  /** Says of a place of a module below that folder whether it ran since the last call of this method. */
  take(folder: string): (file: string, offset: number) => boolean {
    const ran = new Map<string, Stretches>();
    this.session.post('Profiler.takePreciseCoverage', (error, taken) => {
      if (error !== null) throw error;
      for (const { url, functions } of taken.result) {
        if (!url.startsWith(`${folder}/`)) continue;
        const file = url.slice(folder.length + 1, -'.js'.length);
        ran.set(
          file,
          functions.flatMap(({ ranges }) => ranges),
        );
      }
    });
    return (file, offset) => hasRun(ran.get(file) ?? [], offset);
  }

  /** Stops counting. */
  close(): void {
    this.session.disconnect();
  }
}

function hasRun(stretches: Stretches, offset: number): boolean {
  let innermost: Profiler.CoverageRange | undefined;
  for (const each of stretches) {
    if (offset < each.startOffset || offset >= each.endOffset) continue;
    if (innermost === undefined || sizeOf(each) <= sizeOf(innermost)) innermost = each;
  }
  return innermost !== undefined && innermost.count > 0;
}

function sizeOf({ startOffset, endOffset }: Profiler.CoverageRange): number {
  return endOffset - startOffset;
}
