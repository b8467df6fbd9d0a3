package bottleneck.target.fuzz;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.zip.CRC32;

import bottleneck.target.fuzz.Operations.Parameter;

/** Values of parameters: allowed, not allowed, and such that either would do. */
record Values(Random random) {

	/** What they ask for takes time: the largest allowed value is a minute of it. */
	private static final Set<String> COSTLY = Set.of("millis", "additions", "connections", "replies");

	private static final List<String> STRANGE = List.of("", "%20", "%00", "%0d%0aX-Injected:%20yes", "%2e%2e", "..;",
			"%c0%ae", "%ff", "%zz", "%", "1%00", "%201", "1%20", "0x1", "1e1", "NaN", "null", "true", "'%20OR%201=1--",
			"%3Cscript%3E", "$%7Bjndi:ldap://127.0.0.1/x%7D", "%EF%BC%91", "%D9%A1", "1,2", "1;2", "--1", "+1", "%2B1",
			"1.0", "%F0%9F%98%80", "%ed%a0%80", "a".repeat(5000));

	String allowed(Parameter parameter) {
		if (!parameter.isNumber()) {
			return forgedCursor();
		}
		if (parameter.inPath()) {
			return String.valueOf(this.random.nextBoolean() ? this.random.nextLong() : this.random.nextLong(3000));
		}
		if (COSTLY.contains(parameter.name())) {
			return String.valueOf(parameter.min() + this.random.nextInt(2));
		}
		return String.valueOf(switch (this.random.nextInt(3)) {
			case 0 -> parameter.min();
			case 1 -> parameter.max();
			default -> this.random.nextLong(parameter.min(), parameter.max());
		});
	}

	String notAllowed(Parameter parameter) {
		if (!parameter.isNumber()) {
			return damagedCursor();
		}
		BigInteger beyond = BigInteger.valueOf(1L << this.random.nextInt(40));
		return String.valueOf(switch (this.random.nextInt(6)) {
			case 0 -> BigInteger.valueOf(parameter.min()).subtract(BigInteger.ONE);
			case 1 -> BigInteger.valueOf(parameter.max()).add(BigInteger.ONE);
			case 2 -> BigInteger.valueOf(parameter.min()).subtract(beyond);
			case 3 -> BigInteger.valueOf(parameter.max()).add(beyond);
			case 4 -> "9".repeat(20 + this.random.nextInt(2000));
			default -> this.random.nextLong(1000) + ".5";
		});
	}

	String strange() {
		return STRANGE.get(this.random.nextInt(STRANGE.size()));
	}

	/** Any position, with the right checksum. */
	private String forgedCursor() {
		ByteBuffer position = ByteBuffer.allocate(2 * Long.BYTES)
			.putLong(this.random.nextLong(-62_135_596_800_000_000L, 253_402_300_799_000_000L))
			.putLong(this.random.nextLong());
		CRC32 crc = new CRC32();
		crc.update(position.array());
		byte[] bytes = ByteBuffer.allocate(20).put(position.array()).putInt((int) crc.getValue()).array();
		return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
	}

	private String damagedCursor() {
		String cursor = forgedCursor();
		int at = this.random.nextInt(cursor.length());
		return switch (this.random.nextInt(4)) {
			case 0 -> cursor.substring(0, at);
			case 1 -> cursor.substring(0, at) + (cursor.charAt(at) == 'A' ? 'B' : 'A') + cursor.substring(at + 1);
			case 2 -> cursor + cursor.substring(at);
			default -> "A".repeat(1000 + this.random.nextInt(6000));
		};
	}

}
