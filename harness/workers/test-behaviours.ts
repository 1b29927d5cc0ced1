import { EventPairs } from '../../coverage/index.js';
import type { RuleId, TransactionSink } from '../../transactions/index.js';
import { packBehaviour } from '../records/test-behaviour.js';

/** Collects the behaviour of each test in a batch, in order. */
export class TestBehaviours {
  readonly collected: number[][] = [];
  private readonly pairs = new EventPairs();

  /** Starts a test. The caller must pass its transactions to the returned sink. */
  begin(): { readonly sink: TransactionSink } {
    this.pairs.begin();
    return { sink: this.pairs.observe };
  }

  /** Ends the test. `armed` is undefined if there was no verdict. */
  end(armed: Readonly<Partial<Record<RuleId, number>>> = {}): void {
    this.collected.push(packBehaviour(this.pairs.listSeenSlots(), armed));
  }
}
