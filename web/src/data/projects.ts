import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { ProjectShape } from '#contract/board/project.ts'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { EventData } from '#contract/events.ts'
import type { HistoryEntry } from '#domain/history/replay.ts'
import type { StarterName } from '#domain/starters/starters.ts'
import { hasErrorCode } from './http/api-error.ts'
import { api } from './http/client.ts'
import { queryClient } from './http/query-client.ts'
import { withRequestId } from './http/request-ids.ts'
import { userStorage } from './storage/current-storage.ts'

/** The title of a project that was given here and that the server has not accepted yet. */
let findPendingTitle: (projectId: string) => string | undefined = () => undefined

/** Shows titles that wait to be sent in place of those that are read. */
export function showPendingTitles(find: typeof findPendingTitle): void {
  findPendingTitle = find
}

export const withPendingTitle = <Titled extends { readonly id: string; title: string }>(project: Titled): Titled => {
  const title = findPendingTitle(project.id)
  return title === undefined ? project : { ...project, title }
}

/** The user's projects, newest first. */
export const projectsQuery = queryOptions({
  queryKey: ['projects'],
  queryFn: async ({ signal }) => (await api.projects.list({}, { signal })).items.map(withPendingTitle),
})

/** The prefix of the keys of all lists of latest projects, which end with the words that were searched. */
export const latestProjectsKey = [...projectsQuery.queryKey, 'latest'] as const
/** Of those read page by page. */
export const latestPagesKey = [...latestProjectsKey, 'pages'] as const

/** One project. */
export const projectQuery = (id: string) =>
  queryOptions({
    queryKey: ['project', id],
    queryFn: async ({ signal }) => withPendingTitle(await api.projects.get({ id }, { signal })),
  })

/** Whether a project is known to be missing. A read that failed for another reason says nothing of it. */
export const isMissingProject = (error: unknown) => hasErrorCode(error, 'not-found') || hasErrorCode(error, 'invalid')

/** The deleted branches of a project, page by page; read again whenever they are shown. */
export const trashQuery = (projectId: string) =>
  infiniteQueryOptions({
    queryKey: ['trash', projectId],
    queryFn: ({ pageParam, signal }) =>
      api.trash.list({ projectId, ...(pageParam !== null && { cursor: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    staleTime: 0,
    gcTime: 0,
  })

/** Whether a project has deleted branches; read again whenever it is asked. */
export const hasTrashQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['trash', projectId, 'any'],
    queryFn: async ({ signal }) => (await api.trash.list({ projectId }, { signal })).items.length > 0,
    staleTime: 0,
    gcTime: 0,
  })

/** Creates a project and adds it to the top of the list. */
export async function createProject(title: string): Promise<ProjectShape> {
  const project = await withRequestId({ request: { title } }, (request, id) => api.projects.create({ ...request, id }))
  queryClient.setQueryData(
    projectsQuery.queryKey,
    (projects) => projects && [project, ...without(projects, project.id)],
  )
  return project
}

/** A project's displayed title; undefined where the project has not been read. */
export const shownTitle = (id: string): string | undefined =>
  queryClient.getQueryData(projectQuery(id).queryKey)?.title ??
  queryClient.getQueryData(projectsQuery.queryKey)?.find((project) => project.id === id)?.title

/** Writes changed fields into the cache. */
export function patchProject(id: string, fields: Partial<ProjectShape>): void {
  queryClient.setQueryData(projectQuery(id).queryKey, (project) => project && { ...project, ...fields })
  queryClient.setQueryData(projectsQuery.queryKey, (projects) =>
    projects?.map((project) => (project.id === id ? { ...project, ...fields } : project)),
  )
}

/** Reads the list of projects again, where it is shown. */
export function refreshProjects(): void {
  void queryClient.invalidateQueries({ queryKey: projectsQuery.queryKey })
}

/** Reads a project again. */
export async function refreshProject(id: string): Promise<void> {
  const { queryKey } = projectQuery(id)
  // A running first read would be waited for, not repeated.
  await queryClient.cancelQueries({ queryKey })
  void queryClient.invalidateQueries({ queryKey })
  refreshProjects()
}

/** Whether the list shows no image of a project yet. */
export const lacksThumbnail = (id: string): boolean =>
  queryClient.getQueryData(projectsQuery.queryKey)?.find((project) => project.id === id)?.thumbnailImageId === null

/**
 * Applies an event to the cached project.
 * @param title `keep-title` where a title of this browser is pending.
 */
export function receiveProjectChange(
  { projectId, deleted, seq: _seq, ...changes }: EventData<'project-changed'>,
  title: 'keep-title' | 'take-title',
): void {
  void queryClient.invalidateQueries({ queryKey: [...latestProjectsKey, 'first'] })
  // Each new card is such an event, and all pages would be read again one after the other.
  void queryClient.invalidateQueries({ queryKey: latestPagesKey, refetchType: 'none' })
  const projects = queryClient.getQueryData(projectsQuery.queryKey)
  if (deleted) dropProject(projectId)
  else if (projects && !projects.some((project) => project.id === projectId)) refreshProjects()
  else {
    if (title === 'keep-title') delete changes.title
    patchProject(projectId, changes as Partial<ProjectShape>)
  }
}

/** Deletes a project. */
export async function removeProject(id: string): Promise<void> {
  await api.projects.remove({ id })
  dropProject(id)
}

/** Removes a deleted project from the list. */
function dropProject(id: string): void {
  queryClient.setQueryData(projectsQuery.queryKey, (projects) => projects && without(projects, id))
}

const without = (projects: readonly ProjectShape[], id: string) => projects.filter((project) => project.id !== id)

const lastProjectKey = 'last-project'

/** The project opened most recently in this browser; null if there is none. */
export function readLastProject(): string | null {
  const id = userStorage.read(lastProjectKey)
  return typeof id === 'string' ? id : null
}

/** Remembers the open project, for the address without an id. */
export const rememberLastProject = (id: string) => userStorage.write(lastProjectKey, id)

/** Copies a starter board into a new project: one, however often it is asked for until a reply has come. Throws the server's error where it refuses. */
export const openStarter = (starter: StarterName) =>
  withRequestId({ request: { starter } }, (request, idempotencyKey) =>
    api.starters.open(request, { context: { idempotencyKey } }),
  )

/** The history of a canvas, oldest first, and the cards that are deleted now. */
export type Past = { readonly entries: readonly HistoryEntry[]; readonly deleted: readonly GenerationShape[] }

/** Reads the whole history of a project, page by page. */
export async function readPast(projectId: string): Promise<Past> {
  const entries: HistoryEntry[] = []
  let deleted: readonly GenerationShape[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Awaited<ReturnType<typeof api.projects.history>> = await api.projects.history({
      id: projectId,
      ...(cursor !== '' && { cursor }),
    })
    if (cursor === '') deleted = page.deleted
    entries.push(...page.items.map(([at, kind, cardId, x, y]) => ({ at, kind, cardId, x, y })))
    cursor = page.nextCursor
  }
  return { entries, deleted }
}
