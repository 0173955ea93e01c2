import type { CommentShape, SharedBoardHeader, SharedCardShape, SharedFeedbackShape } from '#contract/shared-board.ts'
import { api } from '../client.ts'
import { readLines } from '../read-lines.ts'

/** What a link shows. */
export type SharedBoard = SharedBoardHeader & { readonly cards: readonly SharedCardShape[] }

/** What a link has opened: what it shows, and what has been said by it. */
export type OpenedLink = { readonly board: SharedBoard; readonly said: SharedFeedbackShape }

/** Opens a link by the secret behind the # of its address, and reads it. Throws `not-found` where it is over. */
export async function openLink(token: string): Promise<OpenedLink> {
  const { id } = await api.shared.open({ token })
  const [board, said] = await Promise.all([readSharedBoard(id), api.shared.feedback({ id })])
  return { board, said }
}

/** Reads all that a link shows. */
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

/** Says who is looking. */
export const nameVisitor = async (id: string, name: string): Promise<string> =>
  (await api.shared.name({ id, name })).name

/** Pins a comment on a spot of an image, in fractions of its size. */
export const addComment = (
  id: string,
  words: { imageId: string; x: number; y: number; text: string },
): Promise<CommentShape> => api.shared.comment({ id, ...words })

/** Votes for an image or takes the vote back; answers how many have voted for it. */
export async function setLike(id: string, imageId: string, wanted: 'given' | 'removed'): Promise<number> {
  const call = wanted === 'given' ? api.shared.like : api.shared.unlike
  return (await call({ id, imageId })).likes
}

/** Copies what a link shows into a project of the person. Throws `unauthenticated` where no person is signed in. */
export const forkShared = (id: string) => api.shared.fork({ id })
