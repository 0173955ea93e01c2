import type { ProjectShape } from '#contract/board/project.ts'
import type { RebuildScope } from '#contract/cards/picture-record.ts'
import { fetchAsUser } from '../http/fetch-as-user.ts'
import { sendForm } from '../http/send-form.ts'

/** The address of a project as one file. */
export const projectExportAddress = (projectId: string) => `/api/projects/${projectId}/export`

/**
 * Imports an exported project as a new one. Throws the server's error where it refuses, and a plain `Error` where there
 * is no connection.
 * @param onProgress Called with the progress of the upload, from 0 to 1.
 */
export function importProject(file: File, onProgress: (part: number) => void): Promise<ProjectShape> {
  const form = new FormData()
  form.append('file', file)
  return sendForm('/api/projects/import', form, { onProgress })
}

/**
 * Rebuilds the card of a picture with our record, or its whole path. Throws the server's error where it refuses.
 * @returns The ids of the cards, the root first; the board receives them by events.
 */
export async function rebuildCards(projectId: string, file: File, scope: RebuildScope): Promise<string[]> {
  const body = new FormData()
  body.append('file', file)
  const response = await fetchAsUser(`/api/projects/${projectId}/rebuild?scope=${scope}`, { method: 'POST', body })
  return ((await response.json()) as { ids: string[] }).ids
}
