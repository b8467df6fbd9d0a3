package bottleneck.target.journal;

import java.time.Instant;
import java.util.List;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/**
 * A journal. Replies and attachments refer to it by id only: there is no foreign key. The
 * tables are made by seed-sql.
 */
@Entity
class Journal {

	@Id
	private Long id;

	private String title;

	private String content;

	private String author;

	private Instant postedAt;

	private Instant deletedAt;

	JournalDetail with(List<JournalDetail.Reply> replies, List<JournalDetail.Attachment> attachments) {
		return new JournalDetail(this.id, this.title, this.content, this.author, this.postedAt, replies, attachments);
	}

	@Entity(name = "JournalReply")
	static class Reply {

		@Id
		private Long id;

		private Long journalId;

		private String content;

		private Instant repliedAt;

	}

	@Entity(name = "JournalAttachment")
	static class Attachment {

		@Id
		private Long id;

		private Long journalId;

		private String fileName;

		private Long byteSize;

	}

}
