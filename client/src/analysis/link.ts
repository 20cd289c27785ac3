/** Texts in the fragment of a link: compressed, in letters that need no escaping. Fragments are not sent to a server. */

const MOST = 4_000_000; // bytes that a link may unpack to: as much as a record that is uploaded

/** Compress a text for a link. */
export async function packed(text: string): Promise<string> {
  const bytes = await through(new Blob([text]), new CompressionStream('deflate-raw'));
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The text in a link. Throws if it was cut off or is none. */
export async function unpacked(letters: string): Promise<string> {
  const bytes = Uint8Array.from(atob(letters.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
  return new TextDecoder().decode(await through(new Blob([bytes]), new DecompressionStream('deflate-raw'), MOST));
}

/** The bytes of a blob after a stream. Throws as soon as they are more than `most`: a short text may unpack to a huge one. */
async function through(
  blob: Blob,
  stream: CompressionStream | DecompressionStream,
  most = Infinity,
): Promise<Uint8Array> {
  let count = 0;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, next) {
      count += part.length;
      if (count > most) throw new RangeError(`a link with more than ${most} bytes`);
      next.enqueue(part);
    },
  });
  return new Uint8Array(await new Response(blob.stream().pipeThrough(stream).pipeThrough(counted)).arrayBuffer());
}
