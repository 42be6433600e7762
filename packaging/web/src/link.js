// SPDX-License-Identifier: Apache-2.0

// A link has the text in its fragment, compressed: it is not sent to the server.

async function through(stream, bytes) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

/** The fragment of a link for { language, check, text }. */
export async function toLink(state) {
  const bytes = await through(new CompressionStream('deflate-raw'), new TextEncoder().encode(JSON.stringify(state)));
  let binary = '';
  for (const b of bytes) binary += String.fromCharCode(b);
  return '#' + btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** What a fragment stands for; null if it stands for nothing. */
export async function fromLink(fragment) {
  if (fragment.length < 2) return null;
  const binary = atob(fragment.slice(1).replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = await through(new DecompressionStream('deflate-raw'), Uint8Array.from(binary, (c) => c.charCodeAt(0)));
  const { language, check, text } = JSON.parse(new TextDecoder().decode(bytes));
  return ['c', 'horn'].includes(language) && typeof text === 'string' ? { language, check: String(check ?? ''), text } : null;
}
