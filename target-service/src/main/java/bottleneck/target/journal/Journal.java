package bottleneck.target.journal;

import java.time.Instant;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** A journal. Replies and attachments refer to it by id only: there is no foreign key. */
@Entity
class Journal {

	@Id
	private Long id;

	@Column(nullable = false)
	private String title;

	@Column(nullable = false)
	private String content;

	@Column(nullable = false)
	private String author;

	@Column(nullable = false)
	private Instant postedAt;

	private Instant deletedAt;

	protected Journal() {
	}

	Long getId() {
		return this.id;
	}

	String getTitle() {
		return this.title;
	}

	String getContent() {
		return this.content;
	}

	String getAuthor() {
		return this.author;
	}

	Instant getPostedAt() {
		return this.postedAt;
	}

	@Entity(name = "JournalReply")
	static class Reply {

		@Id
		private Long id;

		@Column(nullable = false)
		private Long journalId;

		@Column(nullable = false)
		private String content;

		@Column(nullable = false)
		private Instant repliedAt;

		protected Reply() {
		}

	}

	@Entity(name = "JournalAttachment")
	static class Attachment {

		@Id
		private Long id;

		@Column(nullable = false)
		private Long journalId;

		@Column(nullable = false)
		private String fileName;

		@Column(nullable = false)
		private Long byteSize;

		protected Attachment() {
		}

	}

}
