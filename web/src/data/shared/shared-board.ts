import type { CommentShape, SharedBoardHeader, SharedCardShape, SharedFeedbackShape } from '#contract/shared-board.ts'
import { api } from '../http/client.ts'
import { readLines } from '../http/read-lines.ts'

/** What a link shows. */
export type SharedBoard = SharedBoardHeader & { readonly cards: readonly SharedCardShape[] }

/** An open link: what it shows, and its comments and likes. */
export type OpenedLink = { readonly board: SharedBoard; readonly feedback: SharedFeedbackShape }

/** Opens a link by the secret behind the # of its address, and reads it. Throws `not-found` where it has ended. */
export async function openLink(token: string): Promise<OpenedLink> {
  const { id } = await api.shared.open({ token })
  const [board, feedback] = await Promise.all([readSharedBoard(id), api.shared.feedback({ id })])
  return { board, feedback }
}

/** Reads everything that a link shows. */
export async function readSharedBoard(id: string): Promise<SharedBoard> {
  let header: SharedBoardHeader | null = null
  const cards: SharedCardShape[] = []
  for await (const line of readLines(`/api/shared/${id}/board`)) {
    if (header) cards.push(...(JSON.parse(line) as SharedCardShape[]))
    else header = JSON.parse(line) as SharedBoardHeader
  }
  if (!header || cards.length < header.count) throw new Error('What is shared broke off.')
  return { ...header, cards }
}

/** Sets the name of the reviewer. */
export const nameVisitor = async (id: string, name: string): Promise<string> =>
  (await api.shared.name({ id, name })).name

/** Pins a comment on a spot of an image, in fractions of its size. */
export const addComment = (
  id: string,
  words: { imageId: string; x: number; y: number; text: string },
): Promise<CommentShape> => api.shared.comment({ id, ...words })

/** Votes for an image or removes the vote; returns its number of votes. */
export async function setLike(id: string, imageId: string, wanted: 'given' | 'removed'): Promise<number> {
  const call = wanted === 'given' ? api.shared.like : api.shared.unlike
  return (await call({ id, imageId })).likes
}

/** Copies what a link shows into a project of the user. Throws `unauthenticated` without a session. */
export const forkShared = (id: string) => api.shared.fork({ id })
