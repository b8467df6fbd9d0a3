package bottleneck.target.journal;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32;

/**
 * A position in the order (posted_at, id), newest first. On the wire: base64url of epoch
 * microseconds (8 bytes), id (8 bytes) and the CRC-32 of both (4 bytes), so that a
 * damaged cursor is refused instead of read as another position.
 * <p>
 * It is not signed, because a forged one can only page: it names a position and nothing
 * else, and its two numbers are bound as parameters. So it is also valid with another
 * page size, at every instance, and after a restart.
 */
record Cursor(Instant postedAt, long id) {

	/** Newer than every journal: the first page starts after it. */
	static final Cursor HEAD = new Cursor(Instant.parse("9999-12-31T23:59:59Z"), Long.MAX_VALUE);

	/** Older than every journal. */
	private static final Instant TAIL = Instant.parse("0001-01-01T00:00:00Z");

	private static final int POSITION_BYTES = 2 * Long.BYTES;

	private static final int BYTES = POSITION_BYTES + Integer.BYTES;

	String encode() {
		ByteBuffer buffer = ByteBuffer.allocate(BYTES).putLong(micros(this.postedAt)).putLong(this.id);
		buffer.putInt(checksum(buffer.array()));
		return Base64.getUrlEncoder().withoutPadding().encodeToString(buffer.array());
	}

	/** The position, or nothing when the text is not what {@link #encode()} wrote. */
	static Optional<Cursor> decode(String text) {
		try {
			ByteBuffer buffer = ByteBuffer.wrap(Base64.getUrlDecoder().decode(text));
			Cursor cursor = new Cursor(Instant.EPOCH.plus(buffer.getLong(), ChronoUnit.MICROS), buffer.getLong());
			// PostgreSQL refuses to compare with an instant that is far out of this range
			boolean isInRange = !cursor.postedAt.isBefore(TAIL) && !cursor.postedAt.isAfter(HEAD.postedAt);
			// another checksum, or another spelling of the same bytes, is another text
			return (isInRange && cursor.encode().equals(text)) ? Optional.of(cursor) : Optional.empty();
		}
		catch (IllegalArgumentException | BufferUnderflowException notEncoded) {
			return Optional.empty();
		}
	}

	// ChronoUnit.MICROS.between computes with nanoseconds, which overflow after 292 years
	// on JDK 17
	private static long micros(Instant instant) {
		return TimeUnit.SECONDS.toMicros(instant.getEpochSecond()) + TimeUnit.NANOSECONDS.toMicros(instant.getNano());
	}

	private static int checksum(byte[] bytes) {
		CRC32 crc = new CRC32();
		crc.update(bytes, 0, POSITION_BYTES);
		return (int) crc.getValue();
	}

}
