package bottleneck.target.journal;

import java.time.Instant;
import java.util.List;

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

	JournalDetail with(List<JournalDetail.Reply> replies, List<JournalDetail.Attachment> attachments) {
		return new JournalDetail(this.id, this.title, this.content, this.author, this.postedAt, replies, attachments);
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

	}

}
