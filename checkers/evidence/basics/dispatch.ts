import { findMin } from '../../../arch/index.js';
import type {
  InstructionsIssued,
  Handlers as KindHandlers,
  Transaction,
  TransactionKind,
  TransactionSink,
  WaveHandlers,
} from '../../../transactions/index.js';
import { DefaultMap } from './default-map.js';
import { collectRepeatHandlers, type Handlers, type PauseWatch, RepeatCounter } from './handlers.js';

type Handler = (transaction: Transaction) => void;
type WaveHandler<Wave> = (wave: Wave, transaction: Transaction) => void;

/** What an owner handles: transactions, and those of known waves with their wave. */
export interface Owner<Wave> extends Handlers {
  /** Handlers for the transactions of pixel waves that are in the ledger, which skip those of other waves. */
  readonly onWave?: WaveHandlers<Wave>;
}

/** The keys of owners that are not kinds of transactions. */
const OTHER_KEYS: ReadonlySet<string> = new Set(['instructions-repeated', 'onWave', 'finish', 'pauses']);

interface Route<Wave> {
  hasOccurred: boolean;
  /** In the order of the owners; each entry has one of the two kinds of handlers. */
  readonly handlers: (Handler | undefined)[];
  readonly waveHandlers: (WaveHandler<Wave> | undefined)[];
}

/**
 * Passes each transaction to the handlers for its kind, in the order of `owners`; `findWave` returns a known wave.
 * Pauses are reported before the transaction that ends them.
 */
export class Dispatcher<Wave = never> {
  /** The cycle of the last transaction, or -1 before the first. */
  lastCycle = -1;
  private readonly routes = new DefaultMap<TransactionKind, Route<Wave>>(() => ({
    hasOccurred: false,
    handlers: [],
    waveHandlers: [],
  }));
  private readonly batchRoute: Route<Wave>;
  private lastBatch: InstructionsIssued | undefined;
  /** Counts repeated instruction batches; undefined if any owner must receive every batch. */
  private readonly repeats: RepeatCounter | undefined;
  /** Maximum length of an unreported pause, in cycles. */
  private readonly maxIgnoredPause: number;

  constructor(
    owners: readonly Owner<Wave>[],
    private readonly watches: readonly PauseWatch[] = [],
    private readonly findWave: (wave: number) => Wave | undefined = () => undefined,
  ) {
    this.maxIgnoredPause = findMin(watches.map(({ maxIgnoredPause }) => maxIgnoredPause));
    const repeated = collectRepeatHandlers(owners);
    this.repeats = repeated && new RepeatCounter(repeated);
    for (const owner of owners) {
      for (const kind of Object.keys(owner) as (keyof KindHandlers)[])
        if (!OTHER_KEYS.has(kind)) this.addHandler(kind, owner[kind] as Handler, undefined);
      const { onWave } = owner;
      if (onWave === undefined) continue;
      for (const kind of Object.keys(onWave) as (keyof WaveHandlers<Wave>)[])
        this.addHandler(kind, undefined, onWave[kind] as WaveHandler<Wave>);
    }
    this.batchRoute = this.routes.getOrCreate('instructions-issued');
  }

  /** Whether the stream has contained a transaction of the given kind. */
  hasKind(kind: TransactionKind): boolean {
    return this.routes.get(kind)?.hasOccurred ?? false;
  }

  readonly send: TransactionSink = (transaction) => {
    let route: Route<Wave>;
    // The model reports all iterations of a loop with the same object. Looking up its kind every time would be
    // slow.
    if (transaction === this.lastBatch || transaction.kind === 'instructions-issued') {
      if (this.repeats?.countIfRepeat(transaction)) return;
      this.lastBatch = transaction;
      route = this.batchRoute;
      route.hasOccurred = true;
    } else {
      this.repeats?.end();
      route = this.routes.getOrCreate(transaction.kind);
      route.hasOccurred = true;
    }
    if (transaction.cycle - this.lastCycle > this.maxIgnoredPause) this.reportPause(transaction);
    this.lastCycle = transaction.cycle;
    const { handlers, waveHandlers } = route;
    let wave: Wave | undefined;
    let isUnknownWave = false;
    for (let i = 0; i < handlers.length; i++) {
      const handler = handlers[i];
      if (handler !== undefined) handler(transaction);
      else if (!isUnknownWave) {
        wave ??= this.findWave((transaction as { readonly wave: number }).wave);
        if (wave === undefined) isUnknownWave = true;
        else waveHandlers[i]!(wave, transaction);
      }
    }
  };

  /** Ends the stream, after reporting any batches still being counted. */
  end(): void {
    this.repeats?.end();
  }

  private reportPause({ kind, cycle }: Transaction): void {
    for (const { maxIgnoredPause, onEnd } of this.watches)
      if (cycle - this.lastCycle > maxIgnoredPause) onEnd(this.lastCycle, cycle, kind);
  }

  private addHandler(
    kind: TransactionKind,
    handler: Handler | undefined,
    waveHandler: WaveHandler<Wave> | undefined,
  ): void {
    const route = this.routes.getOrCreate(kind);
    route.handlers.push(handler);
    route.waveHandlers.push(waveHandler);
  }
}
