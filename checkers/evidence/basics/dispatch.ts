import { findMin } from '../../../arch/index.js';
import type {
  InstructionsIssued,
  Transaction,
  TransactionKind,
  TransactionSink,
} from '../../../transactions/index.js';
import type { Handlers, PauseWatch } from './handlers.js';
import { collectRepeatHandlers, RepeatCounter } from './repeats.js';

type Handler = (transaction: Transaction) => void;

/** The handlers for one kind of transaction, and whether such a transaction has occurred. */
interface Route {
  hasOccurred: boolean;
  readonly handlers: Handler[];
}

/**
 * Passes each transaction to the handlers for its kind, in the order of `owners`. Pauses are reported before the
 * transaction that ends them.
 */
export class Dispatcher {
  /** The cycle of the last transaction, or -1 before the first. */
  lastCycle = -1;
  private readonly routes = new Map<TransactionKind, Route>();
  private readonly batchRoute: Route;
  /**
   * The kind of the last transaction other than an instruction batch, cached with its route because kinds often
   * repeat.
   */
  private lastKind: TransactionKind | undefined;
  private lastRoute: Route | undefined;
  private lastBatch: InstructionsIssued | undefined;
  /** Counts repeated instruction batches; undefined if any owner must receive every batch. */
  private readonly repeats: RepeatCounter | undefined;
  /** Maximum length of an unreported pause, in cycles. */
  private readonly maxIgnoredPause: number;

  constructor(
    owners: readonly Handlers[],
    private readonly watches: readonly PauseWatch[] = [],
  ) {
    this.maxIgnoredPause = findMin(watches.map(({ maxIgnoredPause }) => maxIgnoredPause));
    const repeated = collectRepeatHandlers(owners);
    this.repeats = repeated && new RepeatCounter(repeated);
    for (const owner of owners) {
      for (const kind of Object.keys(owner) as (keyof Handlers)[])
        if (kind !== 'instructions-repeated') this.getRoute(kind).handlers.push(owner[kind] as Handler);
    }
    this.batchRoute = this.getRoute('instructions-issued');
  }

  /** Whether the stream has contained a transaction of the given kind. */
  hasKind(kind: TransactionKind): boolean {
    return this.routes.get(kind)?.hasOccurred ?? false;
  }

  readonly send: TransactionSink = (transaction) => {
    let route: Route | undefined;
    // The model reports all iterations of a loop with the same object. Looking up its kind every time would be
    // slow.
    if (transaction === this.lastBatch || transaction.kind === 'instructions-issued') {
      if (this.repeats?.countIfRepeat(transaction)) return;
      this.lastBatch = transaction;
      route = this.batchRoute;
      route.hasOccurred = true;
    } else {
      this.repeats?.end();
      const { kind } = transaction;
      route = kind === this.lastKind ? this.lastRoute : undefined;
      if (route === undefined) {
        route = this.getRoute(kind);
        route.hasOccurred = true;
        this.lastKind = kind;
        this.lastRoute = route;
      }
    }
    if (transaction.cycle - this.lastCycle > this.maxIgnoredPause) this.reportPause(transaction);
    this.lastCycle = transaction.cycle;
    const { handlers } = route;
    for (let i = 0; i < handlers.length; i++) handlers[i](transaction);
  };

  /** Ends the stream, after reporting any batches still being counted. */
  end(): void {
    this.repeats?.end();
  }

  private reportPause({ kind, cycle }: Transaction): void {
    for (const { maxIgnoredPause, onEnd } of this.watches) {
      if (cycle - this.lastCycle > maxIgnoredPause) onEnd(this.lastCycle, cycle, kind);
    }
  }

  private getRoute(kind: TransactionKind): Route {
    let route = this.routes.get(kind);
    if (route === undefined) {
      route = { hasOccurred: false, handlers: [] };
      this.routes.set(kind, route);
    }
    return route;
  }
}
