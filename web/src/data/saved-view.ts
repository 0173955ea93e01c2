import type { Camera } from '#domain/geometry/camera.ts'
import { api } from './client.ts'

const saveEveryMs = 800

/** Stores a project's view as it changes, at most once in a while, and for good when the page is left. */
export function startSavingView(projectId: string, newestGenerationId: () => string | null) {
  let unsaved: Camera | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const body = (camera: Camera) => ({
    zoomLevel: camera.zoom,
    panX: camera.panX,
    panY: camera.panY,
    lastViewedGenerationId: newestGenerationId(),
  })

  const save = () => {
    timer = undefined
    if (!unsaved) return
    const camera = unsaved
    unsaved = null
    // A view that could not be saved is replaced by the next one; nothing is lost that a person would miss.
    api.projects.saveCanvasState({ id: projectId, ...body(camera) }).catch(() => {})
  }

  const saveOnLeaving = () => {
    clearTimeout(timer)
    timer = undefined
    if (!unsaved) return
    const camera = unsaved
    unsaved = null
    // The page goes away: only a `keepalive` request outlives it.
    void fetch(`/api/projects/${projectId}/canvas-state`, {
      method: 'PUT',
      keepalive: true,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body(camera)),
    }).catch(() => {})
  }

  addEventListener('pagehide', saveOnLeaving)
  return {
    note(camera: Camera) {
      unsaved = camera
      timer ??= setTimeout(save, saveEveryMs)
    },
    stop() {
      removeEventListener('pagehide', saveOnLeaving)
      saveOnLeaving()
    },
  }
}
