import type { CanvasStateShape } from '#contract/project.ts'

const keyOf = (projectId: string) => `espalier.view.${projectId}`

/** Keeps this tab's last view of a project beside the one that is on its way to the server. */
export function keepView(view: CanvasStateShape): void {
  try {
    sessionStorage.setItem(keyOf(view.projectId), JSON.stringify(view))
  } catch {
    // Storage that is full or forbidden costs nothing but the quickest of reloads.
  }
}

/**
 * The newer of what the server has and what this tab kept: a page that is reloaded may ask before its last view, sent on
 * leaving, has arrived.
 */
export function newestView(projectId: string, stored: CanvasStateShape | null): CanvasStateShape | null {
  const text = sessionStorage.getItem(keyOf(projectId))
  if (text === null) return stored
  const kept = JSON.parse(text) as CanvasStateShape
  return stored && stored.updatedAt >= kept.updatedAt ? stored : kept
}
