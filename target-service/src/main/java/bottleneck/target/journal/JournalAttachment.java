package bottleneck.target.journal;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** Refers to its journal by id only: the tables share no foreign key. */
@Entity
class JournalAttachment {

	@Id
	private Long id;

	@Column(nullable = false)
	private Long journalId;

	@Column(nullable = false)
	private String fileName;

	@Column(nullable = false)
	private Long byteSize;

	protected JournalAttachment() {
	}

}
