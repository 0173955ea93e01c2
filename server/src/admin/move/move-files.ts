import { createHash } from 'node:crypto'
import { inParallel } from '../../operations/in-parallel.ts'
import type { Storage } from '../../storage/storage.ts'

const atOnce = 8
const reportEvery = 1_000

const hashOf = (bytes: Uint8Array | null) => (bytes === null ? null : createHash('sha256').update(bytes).digest('hex'))

/** How many files there were, how many were written, and which differ afterwards. */
export type FilesMoved = { readonly files: number; readonly written: number; readonly wrong: readonly string[] }

/**
 * Copies every file that differs from the target's, and reads each again. After an interruption, another call continues: equal
 * files are compared and not written.
 */
export async function moveFiles(
  { source, target }: { source: Storage; target: Storage },
  say: (line: string) => void,
): Promise<FilesMoved> {
  const wrong: string[] = []
  let files = 0
  let written = 0
  await inParallel(source.list(), atOnce, async ({ key, byteSize }) => {
    const bytes = await source.get(key)
    // Removed since it was listed: it is no longer needed.
    if (bytes === null) return
    const hash = hashOf(bytes)
    const there = (await target.size(key)) === byteSize ? hashOf(await target.get(key)) : null
    if (there !== hash) {
      await target.put(key, bytes)
      written++
      if (hashOf(await target.get(key)) !== hash) wrong.push(key)
    }
    if (++files % reportEvery === 0) say(`${files} files`)
  })
  return { files, written, wrong }
}
