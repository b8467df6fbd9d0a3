package bottleneck.target.author;

import java.util.List;

/** Everybody who has a live journal, by name. */
record Authors(List<AuthorSummary> authors) {
}
