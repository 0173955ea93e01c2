import { queryOptions, useQuery } from '@tanstack/react-query'
import { hasErrorCode } from './api-error.ts'
import { api } from './client.ts'
import { newestView } from './kept-view.ts'
import { queryClient } from './query-client.ts'

/** The models with their availability. */
export const modelsQuery = queryOptions({
  queryKey: ['models'],
  queryFn: ({ signal }) => api.models.list({}, { signal }),
  select: (list) => list.items,
  staleTime: 5 * 60_000,
})

/** The user's credits; null where the operator has switched them off. */
export const creditsQuery = queryOptions({
  queryKey: ['credits'],
  queryFn: ({ signal }) =>
    api.credits.get({}, { signal }).catch((error: unknown) => {
      if (hasErrorCode(error, 'not-found')) return null
      throw error
    }),
})

/** The user's projects, newest first. */
export const projectsQuery = queryOptions({
  queryKey: ['projects'],
  queryFn: async ({ signal }) => (await api.projects.list({}, { signal })).items,
})

/** One project. */
export const projectQuery = (id: string) =>
  queryOptions({ queryKey: ['project', id], queryFn: ({ signal }) => api.projects.get({ id }, { signal }) })

/** The saved view of a project's canvas; read once, when the project is opened. */
export const canvasStateQuery = (id: string) =>
  queryOptions({
    queryKey: ['canvas-state', id],
    queryFn: async ({ signal }) => newestView(id, await api.projects.canvasState({ id }, { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The deleted branches of a project; read again whenever they are shown. */
export const trashQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['trash', projectId],
    queryFn: async ({ signal }) => (await api.trash.list({ projectId }, { signal })).items,
    staleTime: 0,
    gcTime: 0,
  })

/**
 * The user's available and used credits; null where the operator has switched them off, undefined until they are
 * loaded.
 */
export const useCredits = () => useQuery(creditsQuery, queryClient).data
