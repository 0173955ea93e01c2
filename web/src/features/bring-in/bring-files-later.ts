import type { Point } from '#domain/geometry/rect.ts'
import type { BoardSession } from '#web/features/board/board-session.ts'
import { showToast } from '#web/ui/toast.ts'
import { bringInTexts } from './texts.ts'

/** The code that brings files in: fetched at the first drag of files, or when they are chosen. */
export const loadBringFiles = () => import('./bring-files.ts')

/** Brings files in once the code for it is there. @param point As for `bringFiles`. */
export async function bringFilesLater(
  session: BoardSession,
  files: readonly File[],
  point: Point | null,
): Promise<void> {
  if (files.length === 0) return
  try {
    const { bringFiles } = await loadBringFiles()
    await bringFiles(session, files, point)
  } catch {
    showToast({ kind: 'error', title: bringInTexts.notLoaded, description: bringInTexts.notLoadedText })
  }
}
