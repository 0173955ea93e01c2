import type { EventData } from '#contract/events.ts'
import type { ProjectShape } from '#contract/project.ts'
import { api } from './client.ts'
import { projectQuery, projectsQuery } from './queries.ts'
import { queryClient } from './query-client.ts'

/** Creates a project and adds it to the top of the list. */
export async function createProject(title: string): Promise<ProjectShape> {
  const project = await api.projects.create({ title }, { context: { idempotencyKey: crypto.randomUUID() } })
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
  const projects = queryClient.getQueryData(projectsQuery.queryKey)
  if (deleted) dropProject(projectId)
  else if (projects && !projects.some((project) => project.id === projectId)) refreshProjects()
  else {
    if (title === 'keep-title') delete changes.title
    patchProject(projectId, changes as Partial<ProjectShape>)
  }
}

/** Removes a deleted project from the list. */
function dropProject(id: string): void {
  queryClient.setQueryData(projectsQuery.queryKey, (projects) => projects && without(projects, id))
}

const without = (projects: readonly ProjectShape[], id: string) => projects.filter((project) => project.id !== id)
