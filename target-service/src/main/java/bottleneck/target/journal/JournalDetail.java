package bottleneck.target.journal;

import java.time.Instant;
import java.util.List;

/** A journal with all that belongs to it. */
record JournalDetail(long id, String title, String content, String author, Instant postedAt, List<Reply> replies,
		List<Attachment> attachments) {

	record Reply(long id, String content, Instant repliedAt) {
	}

	record Attachment(long id, String fileName, long byteSize) {
	}

}
