import { failure, type Result, success } from '#domain/result.ts'
import { invalidFile, type Refusal } from '#server/db/refusal.ts'

const marks = [
  { encoding: 'utf-16le', mark: [0xff, 0xfe] },
  { encoding: 'utf-16be', mark: [0xfe, 0xff] },
] as const

/** Decodes a text file: UTF-8, or UTF-16 with its mark. Anything else is refused. */
export function readTextFile(bytes: Uint8Array): Result<string, Refusal> {
  const marked = marks.find(({ mark }) => mark.every((byte, at) => bytes[at] === byte))
  try {
    const text = new TextDecoder(marked?.encoding ?? 'utf-8', { fatal: true }).decode(bytes)
    if (!text.includes('\u0000')) return success(text)
  } catch {
    // No text of its encoding.
  }
  return failure(invalidFile('This is no text file. Save it as UTF-8 text, CSV, JSON or YAML.'))
}
