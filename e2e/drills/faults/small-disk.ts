import { execFile } from 'node:child_process'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const chunk = Buffer.alloc(1 << 20)

/** A small disk mounted on a folder, which a drill can fill to the last byte. */
export type SmallDisk = { fill(): Promise<void>; free(): Promise<void>; remove(): Promise<void> }

/** Needs the right to mount; null without it. @param folder Exists and is empty. */
export async function mountSmallDisk(folder: string): Promise<SmallDisk | null> {
  const size = 'size=256m,mode=0700'
  const isMounted = await run('mount', ['-t', 'tmpfs', '-o', size, 'tmpfs', folder]).then(
    () => true,
    () => false,
  )
  if (!isMounted) return null
  const filler = join(folder, 'filler')
  return {
    async fill() {
      const file = await open(filler, 'a')
      try {
        for (;;) await file.write(chunk)
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
      } finally {
        await file.close()
      }
    },
    free: () => rm(filler, { force: true }),
    async remove() {
      await run('umount', ['-l', folder])
    },
  }
}
