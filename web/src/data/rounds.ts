import { queryOptions } from '@tanstack/react-query'
import type { RoundShape } from '#contract/sharing/round.ts'
import { api } from './http/client.ts'
import { queryClient } from './http/query-client.ts'
import { withRequestId } from './http/request-ids.ts'

/** The rounds of all links of a project, newest first. Read again with what reviewers say. */
export const roundsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['review', projectId, 'rounds'],
    queryFn: async ({ signal }) => (await api.projects.rounds({ id: projectId }, { signal })).items,
  })

const refreshRounds = (projectId: string) =>
  queryClient.invalidateQueries({ queryKey: roundsQuery(projectId).queryKey })

export type WantedRound = {
  /** The link. */
  readonly id: string
  /** In the order of their numbers. */
  readonly imageIds: string[]
  /** ISO 8601; null: no date. */
  readonly until: string | null
}

/** Starts a round: one, however often it is asked for until a reply has come. */
export async function startRound(projectId: string, wanted: WantedRound): Promise<RoundShape> {
  const round = await withRequestId({ request: wanted }, (request, idempotencyKey) =>
    api.shares.startRound(request, { context: { idempotencyKey } }),
  )
  await refreshRounds(projectId)
  return round
}

/** Closes a round for good. */
export async function closeRound(projectId: string, { shareId, number }: RoundShape): Promise<void> {
  await api.shares.closeRound({ id: shareId, number })
  await refreshRounds(projectId)
}
