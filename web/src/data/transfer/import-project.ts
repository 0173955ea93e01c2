import type { RebuildScope } from '#contract/picture-record.ts'
import type { ProjectShape } from '#contract/project.ts'
import { markSignedOut } from '../account/account-state.ts'
import { decodeError } from '../http/api-error.ts'

/** The address of a project as one file. */
export const projectExportAddress = (projectId: string) => `/api/projects/${projectId}/export`

/**
 * Imports an exported project as a new one. Throws the server's error where it refuses, and a plain `Error` where there
 * is no connection. With XMLHttpRequest, because `fetch` does not report upload progress.
 * @param onProgress Called with the progress of the upload, from 0 to 1.
 */
export function importProject(file: File, onProgress: (part: number) => void): Promise<ProjectShape> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', '/api/projects/import')
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => {
      if (request.status === 201) return resolve(request.response as ProjectShape)
      if (request.status === 401) markSignedOut()
      reject(decodeError(request.response, request.status) ?? new Error(`The import answered ${request.status}.`))
    }
    request.onerror = () => reject(new Error('The connection was lost.'))
    const body = new FormData()
    body.append('file', file)
    request.send(body)
  })
}

/**
 * Rebuilds the card of a picture with our record, or its whole path. Throws the server's error where it refuses.
 * @returns The ids of the cards, the root first; the board receives them by events.
 */
export async function rebuildCards(projectId: string, file: File, scope: RebuildScope): Promise<string[]> {
  const body = new FormData()
  body.append('file', file)
  const response = await fetch(`/api/projects/${projectId}/rebuild?scope=${scope}`, { method: 'POST', body })
  const reply: unknown = await response.json().catch(() => null)
  if (!response.ok)
    throw decodeError(reply, response.status) ?? new Error(`The rebuilding answered ${response.status}.`)
  return (reply as { ids: string[] }).ids
}
