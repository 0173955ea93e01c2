import { listActivity } from '../../features/account/activity.ts'
import { changeEmail, changePassword } from '../../features/account/change-sign-in.ts'
import { deleteAccount } from '../../features/account/delete-account.ts'
import { confirmPassword } from '../../features/account/passwords.ts'
import { endSession, endSessions, listSessions } from '../../features/account/sessions.ts'
import { finishFirstSteps, readFirstSteps } from '../../features/profile/first-steps.ts'
import { changeNotifications, readNotifications } from '../../features/profile/notifications.ts'
import { rpc, unwrap } from '../rpc-context.ts'

const { account } = rpc

export const accountRoutes = {
  activity: account.activity.handler(async ({ context: { deps, userId } }) => ({
    items: await listActivity(deps.db, userId),
    nextCursor: null,
  })),
  changePassword: account.changePassword.handler(async ({ context: { deps, userId, sessionId }, input }) => {
    const changed = unwrap(await changePassword(deps, { userId, sessionId, ...input }))
    // Other processes are notified by the database.
    if (changed.endedTokens > 0) deps.tokens.forget(userId)
    return changed
  }),
  confirmPassword: account.confirmPassword.handler(async ({ context: { deps, userId, sessionId }, input }) =>
    unwrap(await confirmPassword(deps, { userId, sessionId, ...input })),
  ),
  changeEmail: account.changeEmail.handler(async ({ context: { deps, userId }, input }) =>
    unwrap(await changeEmail(deps, { userId, ...input })),
  ),
  sessions: account.sessions.handler(async ({ context: { deps, userId, sessionId } }) => ({
    items: await listSessions(deps.db, { userId, sessionId }),
    nextCursor: null,
  })),
  endSession: account.endSession.handler(async ({ context: { deps, userId }, input }) =>
    unwrap(await endSession(deps.db, { userId, sessionId: input.id })),
  ),
  endSessions: account.endSessions.handler(async ({ context: { deps, userId } }) => {
    const ids = await endSessions(deps.db, userId, null)
    return { deleted: ids.length, ids }
  }),
  firstSteps: account.firstSteps.handler(({ context: { deps, userId } }) => readFirstSteps(deps.db, userId)),
  finishFirstSteps: account.finishFirstSteps.handler(({ context: { deps, userId }, input: { done } }) =>
    finishFirstSteps(deps.db, { userId, done }),
  ),
  notifications: account.notifications.handler(({ context: { deps, userId } }) => readNotifications(deps, userId)),
  changeNotifications: account.changeNotifications.handler(({ context: { deps, userId }, input }) =>
    changeNotifications(deps, { userId, ...input }),
  ),
  remove: account.remove.handler(async ({ context: { deps, userId, isGuest }, input: { password } }) =>
    unwrap(await deleteAccount(deps, { userId, password: isGuest ? null : password })),
  ),
}
