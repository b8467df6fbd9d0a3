package bottleneck.zoo;

import java.util.List;
import java.util.stream.IntStream;

/** Memory in small pieces, which a collector must look at one by one. */
final class Heap {

	private static final int BYTES = 1000;

	private Heap() {
	}

	/** So many kB of it. */
	static List<byte[]> pieces(int kb) {
		return IntStream.range(0, kb).mapToObj((piece) -> new byte[BYTES]).toList();
	}

}
