import type { CanvasStateShape } from '#contract/project.ts'
import { tabStorage } from './browser-storage.ts'

const keyOf = (projectId: string) => `espalier.view.${projectId}`

/** Stores this tab's last view of a project, in addition to the request that saves it on the server. */
export function keepView(view: CanvasStateShape): void {
  tabStorage.writeJson(keyOf(view.projectId), view)
}

/**
 * The newer of the server's view and this tab's: a reloaded page may read before its last view, sent on leaving, has
 * arrived.
 */
export function newestView(projectId: string, stored: CanvasStateShape | null): CanvasStateShape | null {
  const kept = tabStorage.readJson(keyOf(projectId)) as CanvasStateShape | null
  if (kept === null) return stored
  return stored && stored.updatedAt >= kept.updatedAt ? stored : kept
}
