import { queryOptions } from '@tanstack/react-query'
import type { CreatedTokenShape } from '#contract/api-token.ts'
import type { ChangePurseBody, CreatePurseBody, PurseShape } from '#contract/purse.ts'
import type { Rect } from '#domain/geometry/rect.ts'
import { withPassword } from './account/confirm-password.ts'
import type { BoardStore } from './board/board-store.ts'
import { api } from './http/client.ts'
import { queryClient } from './http/query-client.ts'
import { withRequestId } from './http/request-ids.ts'
import { apiTokensQuery } from './programs.ts'
import { createStore, type Store } from './store.ts'

/** What was done in a purse, newest first; read again when its event arrives. */
export const purseStepsQuery = (purseId: string) =>
  queryOptions({
    queryKey: ['purse-steps', purseId],
    queryFn: async ({ signal }) => (await api.purses.steps({ id: purseId }, { signal })).items,
    staleTime: 0,
  })

/** Marks the steps of a purse as stale. */
export const refreshPurseSteps = (purseId: string): void =>
  void queryClient.invalidateQueries({ queryKey: purseStepsQuery(purseId).queryKey })

/** Puts credits into an area of a canvas. Its event shows it on every page. */
export const createPurse = (body: CreatePurseBody): Promise<PurseShape> =>
  withRequestId({ request: body }, (request, purseId) => api.purses.create({ ...request, purseId }))

/** Raises, moves, renames, pauses, opens or ends a purse. */
export const changePurse = (body: ChangePurseBody): Promise<PurseShape> => api.purses.change(body)

/** Removes a purse; what was made in it stays. */
export async function removePurse(id: string): Promise<void> {
  await api.purses.remove({ id })
}

/** Creates the token of a purse and ends an earlier one; its secret is in this result alone. */
export async function makePurseToken(id: string, name: string): Promise<CreatedTokenShape> {
  try {
    return await withRequestId({ request: { id, name } }, (request, idempotencyKey) =>
      withPassword(() => api.purses.makeToken(request, { context: { idempotencyKey } })),
    )
  } finally {
    await queryClient.invalidateQueries({ queryKey: apiTokensQuery.queryKey })
  }
}

type WithPurses = Pick<BoardStore, 'purses'>

const areaStores = new WeakMap<BoardStore['purses'], Store<ReadonlyMap<string, Rect>>>()

/** The areas of rings that this page has changed and that its board does not show yet, by purse. */
export function pendingAreas({ purses }: WithPurses): Store<ReadonlyMap<string, Rect>> {
  const known = areaStores.get(purses)
  const store = known ?? createStore<ReadonlyMap<string, Rect>>(new Map())
  if (!known) areaStores.set(purses, store)
  return store
}

const isSameArea = (a: Rect | undefined, b: Rect | undefined): boolean =>
  a?.x === b?.x && a?.y === b?.y && a?.width === b?.width && a?.height === b?.height

const areaIn = ({ purses }: WithPurses, purseId: string): Rect | undefined =>
  purses.get().find(({ id }) => id === purseId)

/** Resolves when the board shows another area of the purse than this one, or no such purse. */
const areaChanges = (board: WithPurses, purseId: string, from: Rect | undefined): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (isSameArea(areaIn(board, purseId), from)) return
      stop()
      resolve()
    }
    const stop = board.purses.subscribe(look)
    look()
  })

const sendingAreas = new Map<string, Promise<void>>()

/** Sends the area that is wanted last, one call at a time. */
async function sendAreas(board: WithPurses, purseId: string): Promise<void> {
  const pending = pendingAreas(board)
  const forget = () => {
    const next = new Map(pending.get())
    next.delete(purseId)
    pending.set(next)
  }
  try {
    for (let wanted = pending.get().get(purseId); wanted; ) {
      const before = areaIn(board, purseId)
      const { x, y, width, height } = wanted
      if (!isSameArea(before, wanted)) {
        await changePurse({ id: purseId, area: { x, y, width, height } })
        // Its event may come before the reply, or after it.
        await areaChanges(board, purseId, before)
      }
      const next = pending.get().get(purseId)
      wanted = isSameArea(next, wanted) ? undefined : next
    }
  } finally {
    forget()
    sendingAreas.delete(purseId)
  }
}

/** Shows a ring at another place or in another size at once, and stores it. Rejects where that was refused: it is back then. */
export function placePurse(board: WithPurses, purseId: string, area: Rect): Promise<void> {
  const pending = pendingAreas(board)
  pending.set(new Map(pending.get()).set(purseId, area))
  const known = sendingAreas.get(purseId)
  if (known) return known
  const sent = sendAreas(board, purseId)
  sendingAreas.set(purseId, sent)
  return sent
}
