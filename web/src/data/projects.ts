import type { ProjectShape } from '#contract/project.ts'
import { api } from './client.ts'
import { projectQuery, projectsQuery } from './queries.ts'
import { queryClient } from './query-client.ts'

/** Creates a project and puts it on top of the list. */
export async function createProject(title: string): Promise<ProjectShape> {
  const project = await api.projects.create({ title }, { context: { idempotencyKey: crypto.randomUUID() } })
  queryClient.setQueryData(
    projectsQuery.queryKey,
    (projects) => projects && [project, ...without(projects, project.id)],
  )
  return project
}

/** A project's title as it is shown; undefined where the project has not been read. */
export const shownTitle = (id: string): string | undefined =>
  queryClient.getQueryData(projectQuery(id).queryKey)?.title ??
  queryClient.getQueryData(projectsQuery.queryKey)?.find((project) => project.id === id)?.title

/** Writes changed fields into what has been read. */
export function patchProject(id: string, fields: Partial<ProjectShape>): void {
  queryClient.setQueryData(projectQuery(id).queryKey, (project) => project && { ...project, ...fields })
  queryClient.setQueryData(projectsQuery.queryKey, (projects) =>
    projects?.map((project) => (project.id === id ? { ...project, ...fields } : project)),
  )
}

/** Takes a deleted project out of the list. */
export function dropProject(id: string): void {
  queryClient.setQueryData(projectsQuery.queryKey, (projects) => projects && without(projects, id))
}

const without = (projects: readonly ProjectShape[], id: string) => projects.filter((project) => project.id !== id)
