import type { ProjectShape } from '#contract/board/project.ts'
import type { RebuildScope } from '#contract/cards/picture-record.ts'
import { fetchAsUser } from '../http/fetch-as-user.ts'
import { withRequestId } from '../http/request-ids.ts'
import { sendForm } from '../http/send-form.ts'

/** The address of a project as one file. */
export const projectExportAddress = (projectId: string) => `/api/projects/${projectId}/export`

/** Begins the export of a project, and ends it at once. Throws the server's error where it refuses: a download would not show it. */
export async function checkProjectExport(projectId: string): Promise<void> {
  const response = await fetchAsUser(projectExportAddress(projectId))
  await response.body?.cancel()
}

/** Identity of a chosen file; the server compares the content under the same key, and refuses another. */
const identityOf = ({ name, size, lastModified }: File) => ({ name, size, lastModified })

/**
 * Imports an exported project as a new one: one, however often the file is chosen until a reply has come. Throws the server's error where it
 * refuses, and a plain `Error` where there is no connection.
 * @param onProgress Called with the progress of the upload, from 0 to 1.
 */
export function importProject(file: File, onProgress: (part: number) => void): Promise<ProjectShape> {
  const form = new FormData()
  form.append('file', file)
  return withRequestId({ request: { imported: identityOf(file) } }, (_, key) =>
    sendForm<ProjectShape>('/api/projects/import', form, { onProgress, headers: { 'idempotency-key': key } }),
  )
}

/**
 * Rebuilds the card of a picture with our record, or its whole path; once, however often it is asked for until a reply has come. Throws the
 * server's error where it refuses.
 * @returns The ids of the cards, the root first; the board receives them by events.
 */
export async function rebuildCards(projectId: string, file: File, scope: RebuildScope): Promise<string[]> {
  const body = new FormData()
  body.append('file', file)
  const asked = { rebuilt: identityOf(file), projectId, scope }
  const { ids } = await withRequestId({ request: asked }, async (_, key): Promise<{ ids: string[] }> => {
    const headers = { 'idempotency-key': key }
    const address = `/api/projects/${projectId}/rebuild?scope=${scope}`
    return (await fetchAsUser(address, { method: 'POST', headers, body })).json()
  })
  return ids
}
