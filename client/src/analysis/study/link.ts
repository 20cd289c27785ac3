/** Texts in the fragment of a link: compressed, in letters that need no escaping. Fragments are not sent to a server. */

import { fromBase64, inBase64 } from '../../api/base64';

const MOST = 4_000_000; // bytes that a link may unpack to: as much as a record that is uploaded

/** Compress a text for a link. */
export async function packed(text: string): Promise<string> {
  const bytes = await through(new Blob([text]), new CompressionStream('deflate-raw'));
  return inBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The text in a link. Throws if it was cut off or is none. */
export async function unpacked(letters: string): Promise<string> {
  const bytes = fromBase64(letters.replaceAll('-', '+').replaceAll('_', '/'));
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
