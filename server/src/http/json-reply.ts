/**
 * A reply with JSON, its length and what it varies by. With both named beforehand, a short one passes the compression untouched:
 * where they are missing it makes another reply of it, whose body is a stream, and that takes longer than a small call.
 * @param body undefined: none.
 */
export function jsonReply(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  if (body === undefined) return new Response(null, { status, headers: { ...headers } })
  const text = JSON.stringify(body)
  return new Response(text, {
    status,
    headers: {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(text)),
      vary: 'Accept-Encoding',
      ...headers,
    },
  })
}
