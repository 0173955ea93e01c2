/**
 * The JSON values in the text of a reply, in their order: one in plain JSON, one for each event in an event stream (WHATWG HTML,
 * 'Server-sent events'). Proxies and older versions of vendors send one where the other was requested, so the text itself
 * decides, not its content type. @returns null for text that is neither.
 */
export function jsonValuesIn(text: string): readonly unknown[] | null {
  const whole = jsonOf(text)
  if (whole !== undefined) return [whole]
  const events = text.split(/\r\n\r\n|\n\n|\r\r/).flatMap((block) => {
    const data = block
      .split(/\r\n|\n|\r/)
      .flatMap((line) => (line.startsWith('data:') ? [line.slice('data:'.length).trimStart()] : []))
      .join('\n')
    const value = jsonOf(data)
    return value === undefined ? [] : [value]
  })
  return events.length > 0 ? events : null
}

/** Undefined for what is no JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
