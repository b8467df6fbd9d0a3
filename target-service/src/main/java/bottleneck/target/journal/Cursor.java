package bottleneck.target.journal;

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

	/** Base64 has 4 characters for 3 bytes, without padding as few as it can. */
	private static final int CHARACTERS = (4 * BYTES + 2) / 3;

	String encode() {
		ByteBuffer buffer = ByteBuffer.allocate(BYTES).putLong(micros(this.postedAt)).putLong(this.id);
		buffer.putInt(checksum(buffer.array()));
		return Base64.getUrlEncoder().withoutPadding().encodeToString(buffer.array());
	}

	/** The position, or nothing when the text is not what {@link #encode()} wrote. */
	static Optional<Cursor> decode(String text) {
		// a huge one is not decoded first
		if (text.length() != CHARACTERS) {
			return Optional.empty();
		}
		byte[] bytes;
		try {
			bytes = Base64.getUrlDecoder().decode(text);
		}
		catch (IllegalArgumentException notBase64) {
			return Optional.empty();
		}
		// padding is a character that has no bytes
		if (bytes.length != BYTES) {
			return Optional.empty();
		}
		ByteBuffer buffer = ByteBuffer.wrap(bytes);
		Instant postedAt = Instant.EPOCH.plus(buffer.getLong(0), ChronoUnit.MICROS);
		// PostgreSQL refuses to compare with an instant that is far out of this range
		if (postedAt.isBefore(TAIL) || postedAt.isAfter(HEAD.postedAt)) {
			return Optional.empty();
		}
		Cursor cursor = new Cursor(postedAt, buffer.getLong(Long.BYTES));
		// refuses another checksum and another spelling of the same bytes
		return cursor.encode().equals(text) ? Optional.of(cursor) : Optional.empty();
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
