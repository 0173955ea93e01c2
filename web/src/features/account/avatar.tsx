import type { SessionUser } from '#web/data/session.ts'

/** The person's picture; without one, the first letter of the first name. */
export function Avatar({ user }: { user: SessionUser }) {
  if (user.image) return <img src={user.image} alt="" className="size-8 rounded-round object-cover" />
  return (user.firstName.trim().at(0) ?? 'U').toUpperCase()
}
