/** Texts in the fragment of a link: compressed, in letters that need no escaping. Fragments are not sent to a server. */

const MOST = 4_000_000; // characters that a link may unpack to: as much as a record that is uploaded

/** Compress a text for a link. */
export async function packed(text: string): Promise<string> {
  const bytes = await through(new Blob([text]), new CompressionStream('deflate-raw'));
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The text in a link. Throws if it was cut off or is none. */
export async function unpacked(letters: string): Promise<string> {
  const bytes = Uint8Array.from(atob(letters.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
  const text = new TextDecoder().decode(await through(new Blob([bytes]), new DecompressionStream('deflate-raw')));
  if (text.length > MOST) throw new RangeError(`a link with ${text.length} characters`);
  return text;
}

async function through(blob: Blob, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  return new Uint8Array(await new Response(blob.stream().pipeThrough(stream)).arrayBuffer());
}
