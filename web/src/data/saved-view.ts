import type { CanvasStateShape } from '#contract/project.ts'
import type { Camera } from '#domain/geometry/camera.ts'
import { api } from './client.ts'
import { keepView } from './kept-view.ts'
import { canvasStateQuery } from './queries.ts'
import { queryClient } from './query-client.ts'

const saveEveryMs = 800

type View = Omit<CanvasStateShape, 'projectId' | 'updatedAt'>

/** Keeps the view as it was left for a quick return, even if it is still on its way to the server. */
function keepForReturn(projectId: string, view: View): void {
  const state: CanvasStateShape = { projectId, ...view, updatedAt: new Date().toISOString() }
  keepView(state)
  queryClient.setQueryData<CanvasStateShape | null>(canvasStateQuery(projectId).queryKey, state)
}

/** Stores a project's view as it changes, at most once in a while, and for good when the page is left. */
export function startSavingView(projectId: string, newestGenerationId: () => string | null) {
  let unsaved: Camera | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const body = (camera: Camera): View => ({
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
    keepForReturn(projectId, body(camera))
    // A view that could not be saved is replaced by the next one; nothing is lost that a person would miss.
    api.projects.saveCanvasState({ id: projectId, ...body(camera) }).catch(() => {})
  }

  const saveOnLeaving = () => {
    clearTimeout(timer)
    timer = undefined
    if (!unsaved) return
    const camera = unsaved
    unsaved = null
    keepForReturn(projectId, body(camera))
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
