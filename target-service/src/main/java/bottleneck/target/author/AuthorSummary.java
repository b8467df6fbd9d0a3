package bottleneck.target.author;

import java.time.Instant;

/**
 * An author as the list has it.
 *
 * @param journals how many live ones there are
 * @param latest when the last of them was posted
 */
record AuthorSummary(String name, long journals, Instant latest) {
}
