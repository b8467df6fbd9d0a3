package bottleneck.target.journal;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Base64;
import java.util.stream.Stream;
import java.util.zip.CRC32;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class CursorTests {

	private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

	private static final Cursor CURSOR = new Cursor(Instant.parse("2024-05-06T07:08:09.123456Z"), 42);

	private static final String TEXT = CURSOR.encode();

	@ParameterizedTest
	@MethodSource("cursors")
	void decodesWhatItEncoded(Cursor cursor) {
		assertThat(Cursor.decode(cursor.encode())).contains(cursor);
	}

	static Stream<Cursor> cursors() {
		return Stream.of(Cursor.HEAD, CURSOR, new Cursor(Instant.EPOCH, 0),
				new Cursor(Instant.parse("1969-12-31T23:59:59.999999Z"), -1),
				new Cursor(Instant.parse("0001-01-01T00:00:00Z"), Long.MIN_VALUE));
	}

	@Test
	void writesMicrosecondsIdAndChecksum() {
		assertThat(TEXT).isEqualTo(encoded(1_714_979_289_123_456L, 42));
	}

	@Test
	void refusesEveryChangeOfOneCharacter() {
		for (int i = 0; i < TEXT.length(); i++) {
			for (char other : (ALPHABET + "+/=. \né").toCharArray()) {
				if (other != TEXT.charAt(i)) {
					String changed = TEXT.substring(0, i) + other + TEXT.substring(i + 1);
					assertThat(Cursor.decode(changed)).as(changed).isEmpty();
				}
			}
		}
	}

	@Test
	void refusesAnotherLength() {
		for (int i = 0; i < TEXT.length(); i++) {
			assertThat(Cursor.decode(TEXT.substring(0, i))).as("the first %d characters", i).isEmpty();
		}
		assertThat(Cursor.decode(TEXT + "=")).as("padded").isEmpty();
		assertThat(Cursor.decode(TEXT.repeat(100_000))).as("huge").isEmpty();
	}

	@ParameterizedTest
	@ValueSource(longs = { Long.MIN_VALUE, Long.MAX_VALUE, -62_135_596_800_000_001L, 253_402_300_799_000_001L })
	void refusesInstantsThatNoJournalHas(long micros) {
		assertThat(Cursor.decode(encoded(micros, 42))).isEmpty();
	}

	private static String encoded(long micros, long id) {
		ByteBuffer position = ByteBuffer.allocate(16).putLong(micros).putLong(id);
		CRC32 crc = new CRC32();
		crc.update(position.array());
		byte[] bytes = ByteBuffer.allocate(20).put(position.array()).putInt((int) crc.getValue()).array();
		return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
	}

}
