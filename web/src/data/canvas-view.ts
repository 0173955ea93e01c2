import { queryOptions } from '@tanstack/react-query'
import type { CanvasStateShape } from '#contract/board/project.ts'
import type { Camera, ViewportSize } from '#domain/geometry/camera.ts'
import { api } from './http/client.ts'
import { fetchAsUser } from './http/fetch-as-user.ts'
import { queryClient } from './http/query-client.ts'
import { tabStorage } from './storage/current-storage.ts'

/** The saved view of a project's canvas; read once, when the project is opened. */
export const canvasStateQuery = (id: string) =>
  queryOptions({
    queryKey: ['canvas-state', id],
    queryFn: async ({ signal }) => newestView(id, await api.projects.canvasState({ id }, { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  })

const keyOf = (projectId: string) => `view.${projectId}`

/**
 * The newer of the server's view and this tab's: a reloaded page may read before its last view, sent on leaving, has
 * arrived.
 */
function newestView(projectId: string, stored: CanvasStateShape | null): CanvasStateShape | null {
  const kept = tabStorage.read(keyOf(projectId)) as CanvasStateShape | undefined
  if (kept === undefined) return stored
  return stored && stored.updatedAt >= kept.updatedAt ? stored : kept
}

const saveEveryMs = 800

type View = Omit<CanvasStateShape, 'projectId' | 'updatedAt'>

/** Stores the view as it was left in this tab, for a quick return and a reload, even if it is still being sent to the server. */
function keepForReturn(projectId: string, view: View): void {
  const state: CanvasStateShape = { projectId, ...view, updatedAt: new Date().toISOString() }
  tabStorage.write(keyOf(projectId), state)
  queryClient.setQueryData<CanvasStateShape | null>(canvasStateQuery(projectId).queryKey, state)
}

/** Saves a project's view as it changes (throttled), and finally when the page is left. */
export function startSavingView(projectId: string, newestGenerationId: () => string | null) {
  let unsaved: (Camera & ViewportSize) | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Keeps the unsaved view in this tab and returns it, to be sent; null where there is none. */
  const takeUnsaved = (): View | null => {
    clearTimeout(timer)
    timer = undefined
    if (!unsaved) return null
    const { zoom: zoomLevel, panX, panY, width: viewWidth, height: viewHeight } = unsaved
    unsaved = null
    const view = { zoomLevel, panX, panY, viewWidth, viewHeight, lastViewedGenerationId: newestGenerationId() }
    keepForReturn(projectId, view)
    return view
  }

  const save = () => {
    const view = takeUnsaved()
    // A view that could not be saved is replaced by the next one.
    if (view) api.projects.saveCanvasState({ id: projectId, ...view }).catch(() => {})
  }

  const saveOnLeaving = () => {
    const view = takeUnsaved()
    if (!view) return
    // The page is being closed: only a `keepalive` request outlives it.
    void fetchAsUser(`/api/projects/${projectId}/canvas-state`, {
      method: 'PUT',
      keepalive: true,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(view),
    }).catch(() => {})
  }

  addEventListener('pagehide', saveOnLeaving)
  return {
    note(camera: Camera, viewport: ViewportSize) {
      unsaved = { ...camera, ...viewport }
      timer ??= setTimeout(save, saveEveryMs)
    },
    stop() {
      removeEventListener('pagehide', saveOnLeaving)
      saveOnLeaving()
    },
  }
}
