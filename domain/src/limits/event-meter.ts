import { createJsonMeter, type JsonBounds } from './json-meter.ts'

const [lineFeed, carriageReturn] = [0x0a, 0x0d]

/** Bounds on one event of a stream, and on their number: an empty one costs its reader as much as one with a letter. */
export type EventBounds = { readonly maxEventBytes: number; readonly maxEvents: number; readonly json: JsonBounds }

/**
 * Counts each event of a stream by itself while it arrives, as server-sent events are separated: by an empty line, whose end is a line
 * feed, a carriage return or both (WHATWG HTML, 9.2.6). A reader holds one event at a time, however many there are.
 */
export function createEventMeter({ maxEventBytes, maxEvents, json }: EventBounds): {
  /** @returns False from the chunk on that goes beyond a bound. */
  take(chunk: Uint8Array): boolean
} {
  let meter = createJsonMeter(json)
  let eventBytes = 0
  let lineBytes = 0
  let isAfterReturn = false
  let events = 0

  /** Whether an event ends with this byte. */
  function endsEvent(byte: number): boolean {
    const isSecondOfEnd = byte === lineFeed && isAfterReturn
    isAfterReturn = byte === carriageReturn
    if (isSecondOfEnd) return false
    if (byte !== lineFeed && byte !== carriageReturn) {
      lineBytes += 1
      return false
    }
    const isEmptyLine = lineBytes === 0
    lineBytes = 0
    return isEmptyLine
  }

  /** Counts a part of an event. */
  function takePart(part: Uint8Array): boolean {
    eventBytes += part.length
    return eventBytes <= maxEventBytes && meter.take(part)
  }

  return {
    take(chunk) {
      let from = 0
      for (let at = 0; at < chunk.length; at += 1) {
        if (!endsEvent(chunk[at] ?? 0)) continue
        const part = chunk.subarray(from, at + 1)
        from = at + 1
        // An empty event has nothing but its line end.
        const isEmpty = eventBytes === 0 && part.length === 1
        if (++events > maxEvents || (!isEmpty && !takePart(part))) return false
        if (!isEmpty) meter = createJsonMeter(json)
        eventBytes = 0
      }
      return takePart(chunk.subarray(from))
    },
  }
}
