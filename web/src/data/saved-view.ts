import type { CanvasStateShape } from '#contract/project.ts'
import type { Camera } from '#domain/geometry/camera.ts'
import { api } from './client.ts'
import { keepView } from './kept-view.ts'
import { canvasStateQuery } from './queries.ts'
import { queryClient } from './query-client.ts'

const saveEveryMs = 800

type View = Omit<CanvasStateShape, 'projectId' | 'updatedAt'>

/** Stores the view as it was left for a quick return, even if it is still being sent to the server. */
function keepForReturn(projectId: string, view: View): void {
  const state: CanvasStateShape = { projectId, ...view, updatedAt: new Date().toISOString() }
  keepView(state)
  queryClient.setQueryData<CanvasStateShape | null>(canvasStateQuery(projectId).queryKey, state)
}

/** Saves a project's view as it changes (throttled), and finally when the page is left. */
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
    // A view that could not be saved is replaced by the next one.
    api.projects.saveCanvasState({ id: projectId, ...body(camera) }).catch(() => {})
  }

  const saveOnLeaving = () => {
    clearTimeout(timer)
    timer = undefined
    if (!unsaved) return
    const camera = unsaved
    unsaved = null
    keepForReturn(projectId, body(camera))
    // The page is being closed: only a `keepalive` request outlives it.
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
