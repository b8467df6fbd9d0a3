package bottleneck.target.journal;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.zip.CRC32;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class CursorTests {

	private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

	private static final String TEXT = encoded(1_714_979_289_123_456L, 42);

	@ParameterizedTest
	@CsvSource({ "9999-12-31T23:59:59Z, 9223372036854775807", "2024-05-06T07:08:09.123456Z, 42",
			"1970-01-01T00:00:00Z, 0", "1969-12-31T23:59:59.999999Z, -1",
			"0001-01-01T00:00:00Z, -9223372036854775808" })
	void isMicrosecondsIdAndChecksumAndDecodesToItself(Instant postedAt, long id) {
		Cursor cursor = new Cursor(postedAt, id);
		long micros = Math.addExact(Math.multiplyExact(postedAt.getEpochSecond(), 1_000_000L),
				postedAt.getNano() / 1000);
		assertThat(cursor.encode()).isEqualTo(encoded(micros, id));
		assertThat(Cursor.decode(cursor.encode())).contains(cursor);
	}

	@Test
	void refusesEveryChangeOfOneCharacter() {
		assertThat(List.of(TEXT + "=", TEXT + TEXT)).allMatch((text) -> Cursor.decode(text).isEmpty());
		for (int i = 0; i < TEXT.length(); i++) {
			String before = TEXT.substring(0, i);
			assertThat(Cursor.decode(before)).as(before).isEmpty();
			for (char other : (ALPHABET + "+/=. \né").replace(TEXT.substring(i, i + 1), "").toCharArray()) {
				String changed = before + other + TEXT.substring(i + 1);
				assertThat(Cursor.decode(changed)).as(changed).isEmpty();
			}
		}
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
