// Links with the file and the question in the fragment, which browsers do not send to servers.

/** @param {BlobPart} bytes @param {ReadableWritablePair<any, any>} through */
async function piped(bytes, through) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(through)).arrayBuffer());
}

/** @param {any} what @returns {Promise<string>} */
export async function packed(what) {
  const bytes = await piped(JSON.stringify(what), new CompressionStream("deflate-raw"));
  let text = "";
  for (const b of bytes) text += String.fromCharCode(b);
  return "#1." + btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** @param {string} fragment @returns {Promise<any>} the contents, or null */
export async function unpacked(fragment) {
  if (!fragment.startsWith("#1.")) return null;
  try {
    const text = atob(fragment.slice(3).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(text, (c) => c.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(await piped(bytes, new DecompressionStream("deflate-raw"))));
  } catch {
    return null;
  }
}
