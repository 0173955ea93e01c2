import type { RebuildScope } from '#contract/picture-record.ts'
import { decodeError } from '../http/api-error.ts'

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
