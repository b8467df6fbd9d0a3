package bottleneck.target.journal;

import java.time.Instant;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;

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

}
