import { removeAvatar } from '../../features/profile/change-avatar.ts'
import { changeProfile } from '../../features/profile/change-profile.ts'
import { findProfile, presentProfile } from '../../features/profile/profile-rows.ts'
import { rpc, unwrap } from '../rpc-context.ts'

const { profile } = rpc

export const profileRoutes = {
  get: profile.get.handler(async ({ context: { deps, userId } }) => presentProfile(await findProfile(deps.db, userId))),
  change: profile.change.handler(async ({ context: { deps, userId }, input: body }) =>
    unwrap(await changeProfile(deps.db, { userId, body })),
  ),
  removeAvatar: profile.removeAvatar.handler(async ({ context: { deps, userId } }) =>
    unwrap(await removeAvatar(deps.db, userId)),
  ),
}
