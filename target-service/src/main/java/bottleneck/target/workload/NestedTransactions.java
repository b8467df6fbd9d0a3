package bottleneck.target.workload;

import java.time.Duration;

import org.springframework.stereotype.Service;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** A task that needs several connections at once. */
@Service
class NestedTransactions {

	private final TransactionTemplate newTransaction;

	private final DelayedRead delayedRead;

	NestedTransactions(PlatformTransactionManager transactions, DelayedRead delayedRead) {
		this.newTransaction = new TransactionTemplate(transactions);
		this.newTransaction.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
		this.newTransaction.setReadOnly(true);
		this.delayedRead = delayedRead;
	}

	/**
	 * Reads on a connection of its own, then does the same with one connection less while
	 * it keeps the first. Tasks that each hold some connections and wait for one more are
	 * what makes a pool dead-lock.
	 */
	void nest(int connections, Duration delay) {
		this.newTransaction.executeWithoutResult((status) -> {
			this.delayedRead.take(delay);
			if (connections > 1) {
				nest(connections - 1, delay);
			}
		});
	}

}
