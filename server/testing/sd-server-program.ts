import { arrayBuffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { makeZip } from 'client-zip'

const standIn = fileURLToPath(new URL('../../engine/src/testing/sd-server-stand-in.ts', import.meta.url))

/** The published zip with a program that is the stand-in: in a folder, beside a library, without execute bits. */
export async function sdServerZip(files: Readonly<Record<string, string>> = {}): Promise<Buffer<ArrayBuffer>> {
  const program = `#!/bin/sh\nexec '${process.execPath}' '${standIn}' "$@"\n`
  const contents = { 'build/bin/sd-server': program, 'build/bin/libggml.so': 'a library', ...files }
  const zip = makeZip(Object.entries(contents).map(([name, input]) => ({ name, input })))
  return Buffer.from(await arrayBuffer(zip))
}
