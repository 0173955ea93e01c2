import type { CanvasStateShape } from '#contract/project.ts'
import { tabStorage } from './browser-storage.ts'

const keyOf = (projectId: string) => `espalier.view.${projectId}`

/** Keeps this tab's last view of a project beside the one that is on its way to the server. */
export function keepView(view: CanvasStateShape): void {
  tabStorage.writeJson(keyOf(view.projectId), view)
}

/**
 * The newer of what the server has and what this tab kept: a page that is reloaded may ask before its last view, sent on
 * leaving, has arrived.
 */
export function newestView(projectId: string, stored: CanvasStateShape | null): CanvasStateShape | null {
  const kept = tabStorage.readJson(keyOf(projectId)) as CanvasStateShape | null
  if (kept === null) return stored
  return stored && stored.updatedAt >= kept.updatedAt ? stored : kept
}
