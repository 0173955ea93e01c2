import { expect } from 'vitest'
import type { MadeShareShape } from '#contract/sharing/share.ts'
import type {
  SharedBoardHeader,
  SharedCardShape,
  SharedChangesShape,
  SharedFeedbackShape,
} from '#contract/sharing/shared-board.ts'
import type { LinkGrant } from '#domain/sharing/link-grant.ts'
import { visitLink } from './owned-things.ts'
import { sendOpen, type TestClient } from './test-client.ts'
import type { TestServer } from './test-server.ts'

/** What a link shows and grants, and for how long; default: a whole project with its prompts, without an end. */
export type WantedLink = {
  readonly generationId?: string
  readonly frameId?: string
  readonly showsStarred?: boolean
  readonly expiry?: string
  readonly showsPrompts?: boolean
  readonly grants?: LinkGrant
  readonly passphrase?: string
  readonly allowsCopies?: boolean
  readonly hasWatermark?: boolean
}

/** Creates a review link to a project, which must be accepted. */
export async function makeReviewLink(
  owner: TestClient,
  projectId: string,
  wanted: WantedLink = {},
): Promise<MadeShareShape> {
  const body = { expiry: 'never', showsPrompts: true, ...wanted }
  const made = await owner.send<MadeShareShape>('POST', `/api/projects/${projectId}/shares`, body)
  expect(made.status).toBe(201)
  return made.body
}

/** A browser that has opened a link. */
export async function openReviewLink(server: TestServer, link: Pick<MadeShareShape, 'address'>) {
  const { id, cookie } = await visitLink(server, link.address)
  const send = <Body>(method: string, path: string, body?: unknown, others = '') =>
    sendOpen<Body>(server, method, `/api/shared/${id}${path}`, {
      ...(body === undefined ? {} : { body }),
      headers: { cookie: cookie + others },
    })
  const board = async () => {
    const reply = await server.app.request(`/api/shared/${id}/board`, { headers: { cookie } })
    const [header, ...lists] = (await reply.text())
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line))
    return { ...(header as SharedBoardHeader), cards: lists.flat() as SharedCardShape[] }
  }
  const feedback = async (known = '') =>
    (await send<SharedFeedbackShape>('GET', `/feedback${known === '' ? '' : `?known=${known}`}`)).body
  const newsSince = async (version: string) =>
    (await send<SharedFeedbackShape>('GET', `/feedback?board=${version}`)).body.board
  const isChanged = async (version: string) => (await newsSince(version)).isChanged
  const changes = async (version: string) => (await send<SharedChangesShape>('GET', `/changes?after=${version}`)).body
  return { id, cookie, send, board, feedback, newsSince, isChanged, changes }
}
