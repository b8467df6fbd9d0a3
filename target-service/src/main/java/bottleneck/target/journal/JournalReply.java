package bottleneck.target.journal;

import java.time.Instant;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** Refers to its journal by id only: the tables share no foreign key. */
@Entity
class JournalReply {

	@Id
	private Long id;

	@Column(nullable = false)
	private Long journalId;

	@Column(nullable = false)
	private String content;

	@Column(nullable = false)
	private Instant repliedAt;

	protected JournalReply() {
	}

}
