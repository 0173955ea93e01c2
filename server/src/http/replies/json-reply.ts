/**
 * A JSON reply with its length and Vary header. With both set, a short reply passes the compression untouched: where they are
 * missing, the middleware creates another reply with a stream as body, and that takes longer than a small call. @param body
 * undefined: none.
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
